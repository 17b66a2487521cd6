"""A time limit that many blocks share."""

import asyncio

import pytest

from data.time_limit import TimeLimit

MOMENT = 0.02


async def interrupted(limit: TimeLimit) -> bool:
    """Whether a block that never ends is ended."""
    with pytest.raises(TimeoutError), limit.block():
        await asyncio.Event().wait()
    return True


async def test_a_block_that_takes_too_long_is_ended_and_the_task_goes_on() -> None:
    limit = TimeLimit(MOMENT)
    assert await interrupted(limit)
    await asyncio.sleep(0)
    task = asyncio.current_task()
    assert task is not None
    assert task.cancelling() == 0


async def test_a_block_that_is_over_is_never_interrupted() -> None:
    limit = TimeLimit(MOMENT)
    with limit.block():
        await asyncio.sleep(0)
    await asyncio.sleep(3 * MOMENT)
    with limit.block():
        await asyncio.sleep(0)


async def test_every_block_is_ended_in_the_order_in_which_they_began() -> None:
    limit, ended = TimeLimit(MOMENT), list[int]()

    async def block(number: int) -> None:
        await interrupted(limit)
        ended.append(number)

    async with asyncio.TaskGroup() as tasks:
        for number in range(100):
            tasks.create_task(block(number))
            await asyncio.sleep(MOMENT / 50)
    assert ended == list(range(100))


async def test_one_that_began_later_has_its_whole_time() -> None:
    limit, loop = TimeLimit(5 * MOMENT), asyncio.get_running_loop()
    first = asyncio.create_task(interrupted(limit))
    await asyncio.sleep(3 * MOMENT)
    began = loop.time()
    assert await interrupted(limit)
    assert loop.time() - began >= 4 * MOMENT
    assert await first


async def test_a_limit_goes_on_after_nobody_needed_it() -> None:
    limit = TimeLimit(MOMENT)
    for _ in range(3):
        assert await interrupted(limit)
        await asyncio.sleep(2 * MOMENT)


async def test_blocks_may_stand_inside_each_other() -> None:
    outer, inner = TimeLimit(MOMENT), TimeLimit(60)
    with pytest.raises(TimeoutError), outer.block(), inner.block():
        await asyncio.Event().wait()


async def test_whoever_cancels_the_task_has_the_last_word() -> None:
    limit = TimeLimit(60)

    async def block() -> None:
        with limit.block():
            await asyncio.Event().wait()

    task = asyncio.create_task(block())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_task_that_is_cancelled_while_it_is_being_ended_stays_cancelled() -> None:
    limit = TimeLimit(MOMENT)

    async def block() -> None:
        with limit.block():
            try:
                await asyncio.Event().wait()
            finally:
                cancelled = asyncio.current_task()
                assert cancelled is not None
                cancelled.cancel()

    task = asyncio.create_task(block())
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_what_the_block_raises_itself_is_raised() -> None:
    with pytest.raises(LookupError), TimeLimit(60).block():
        raise LookupError


def test_only_a_task_can_be_interrupted() -> None:
    with pytest.raises(RuntimeError):
        TimeLimit(60).block().__enter__()
