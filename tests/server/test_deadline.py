"""A moment by which something has to happen."""

import asyncio

from server.deadline import Deadline

SOON, LATER, NEVER = 0.02, 0.2, 60.0


class Missed:
    """What was missed, and how often."""

    def __init__(self) -> None:
        self.times = 0
        self.event = asyncio.Event()
        self.deadline = Deadline(asyncio.get_running_loop(), self.ring)

    def ring(self) -> None:
        self.times += 1
        self.event.set()


async def test_it_is_missed_once() -> None:
    missed = Missed()
    missed.deadline.set(SOON)
    await missed.event.wait()
    await asyncio.sleep(3 * SOON)
    assert missed.times == 1


async def test_what_is_moved_on_is_not_missed_before() -> None:
    missed = Missed()
    loop = asyncio.get_running_loop()
    missed.deadline.set(SOON)
    missed.deadline.set(LATER)
    least = loop.time() + LATER
    await missed.event.wait()
    assert loop.time() >= least - 0.001  # as fine as the loop's clock
    assert missed.times == 1


async def test_what_is_moved_nearer_is_missed_then() -> None:
    missed = Missed()
    missed.deadline.set(NEVER)
    missed.deadline.set(SOON)
    async with asyncio.timeout(NEVER / 2):
        await missed.event.wait()


async def test_what_is_cleared_is_not_missed_and_can_be_set_again() -> None:
    missed = Missed()
    missed.deadline.set(SOON)
    missed.deadline.clear()
    await asyncio.sleep(3 * SOON)
    assert missed.times == 0
    missed.deadline.set(SOON)
    await missed.event.wait()
    assert missed.times == 1


async def test_it_can_be_set_again_when_it_is_missed() -> None:
    missed = Missed()
    for times in (1, 2, 3):
        missed.event.clear()
        missed.deadline.set(SOON)
        await missed.event.wait()
        assert missed.times == times


async def test_what_is_ended_keeps_nothing_alive() -> None:
    missed = Missed()
    missed.deadline.set(SOON)
    missed.deadline.end()
    await asyncio.sleep(3 * SOON)
    assert missed.times == 0
