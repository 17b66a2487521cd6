"""Whose batch is next."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data import pool
from data.errors import StoreBusyError
from data.publishing.owner_queue import OwnerQueue

ADA, BOB, EVE = (("ada", "desk"), ("bob", "desk"), ("eve", "desk"))


async def publish(queue: OwnerQueue, owners: set[tuple[str, str]], name: object, order: list[object]) -> None:
    async with queue.turn(owners):
        order.append(name)
        await asyncio.sleep(0)
        order.append(name)


async def test_batches_of_one_owner_follow_one_another_in_the_order_in_which_they_came() -> None:
    queue, order = OwnerQueue(), list[object]()
    await asyncio.gather(*(publish(queue, {ADA}, number, order) for number in range(10)))
    assert order == [number for number in range(10) for _ in range(2)]


async def test_another_owner_waits_for_nobody() -> None:
    queue, order = OwnerQueue(), list[object]()
    async with queue.turn({ADA}):
        waiting = asyncio.create_task(publish(queue, {ADA}, "ada", order))
        await publish(queue, {BOB, EVE}, "bob", order)
        assert order == ["bob", "bob"]
    await waiting
    assert order == ["bob", "bob", "ada", "ada"]


@given(st.lists(st.sets(st.sampled_from([ADA, BOB, EVE]), min_size=1), max_size=12))
def test_batches_of_several_owners_never_wait_for_each_other_for_ever(batches: list[set[tuple[str, str]]]) -> None:
    async def run() -> list[object]:
        queue, order = OwnerQueue(), list[object]()
        async with asyncio.timeout(20):
            await asyncio.gather(*(publish(queue, owners, number, order) for number, owners in enumerate(batches)))
        assert not queue._turns  # nothing is kept for who has gone
        return order

    assert sorted(asyncio.run(run()), key=str) == sorted([n for n in range(len(batches)) for _ in range(2)], key=str)


async def test_who_waits_too_long_is_told_and_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "WAIT_SECONDS", 0.05)
    queue, order = OwnerQueue(), list[object]()
    async with queue.turn({BOB}):
        with pytest.raises(StoreBusyError):
            await publish(queue, {ADA, BOB}, "both", order)
        await publish(queue, {ADA}, "ada", order)
    await publish(queue, {ADA, BOB}, "both", order)
    assert order == ["ada", "ada", "both", "both"]


async def test_who_is_interrupted_keeps_nobody_waiting() -> None:
    queue, order = OwnerQueue(), list[object]()
    async with queue.turn({BOB}):
        waiting = asyncio.create_task(publish(queue, {ADA, BOB}, "both", order))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
    await publish(queue, {ADA, BOB}, "next", order)
    assert order == ["next", "next"]
