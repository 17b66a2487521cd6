"""Publishers side by side."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from random import Random

import pytest

from data.embedded import Address
from data.pool import Pool
from data.publishing import Published, PublishRefused, publish
from data.publishing.owner_lock import lock_owners
from data.records import RawRecord
from data.statement import Connection
from tests.data.dump import dump, rows
from tests.data.publishing.histories import beginning, clock_of, mark, random_batch
from tests.data.publishing.model import Model
from tests.records import project, session, store, turn

PUBLISHERS = 8


@pytest.fixture
async def crowd(database: Address) -> AsyncIterator[Pool]:
    """A pool with a connection for each publisher."""
    opened = await Pool.open(database.dsn, size=PUBLISHERS, read_only=False)
    yield opened
    await opened.close()


async def test_a_publisher_waits_for_the_one_of_its_owner_and_app_and_sees_what_it_stored(crowd: Pool) -> None:
    await store(crowd, project(), project(appId="phone"), project(userId="bob"))
    async with crowd.connection() as connection:
        transaction = connection.transaction()
        await transaction.start()
        await lock_owners(connection, [("ada", "desk")])
        waiting = asyncio.create_task(publish(crowd, [session("s"), session("t", userId="bob")]))
        await store(crowd, session("u", appId="phone"), session("v", userId="bob"))
        assert not waiting.done()
        await connection.execute("DELETE FROM projects WHERE user_id = 'ada' AND app_id = 'desk'")
        await transaction.commit()
    outcome = await waiting
    assert isinstance(outcome, PublishRefused)
    assert [(problem.index, problem.field) for problem in outcome.problems] == [(0, "projectId")]


async def test_locks_are_taken_in_one_order_however_the_owners_are_named(crowd: Pool) -> None:
    pair = [("ada", "desk"), ("bob", "desk")]

    async def other_is_free_while_one_is_waited_for(one: tuple[str, str], named: Sequence[tuple[str, str]]) -> bool:
        """`one` is held, somebody waits for both; whether the other can still be had."""
        async with crowd.connection() as holder, crowd.connection() as observer:
            async with holder.transaction():
                await lock_owners(holder, [one])
                both = asyncio.create_task(_lock(crowd, named))
                while await _waiting(observer) < 1:
                    pass
                other = asyncio.create_task(_lock(crowd, [owner for owner in named if owner != one]))
                while not other.done() and await _waiting(observer) < 2:
                    pass
                free = other.done()
            await asyncio.gather(both, other)
        return free

    found = {
        (one, named): await other_is_free_while_one_is_waited_for(one, named)
        for one in pair
        for named in (tuple(pair), tuple(reversed(pair)))
    }
    first = {one for (one, _), free in found.items() if free}
    assert len(first) == 1
    assert found == {(one, named): one in first for one, named in found}


async def _lock(pool: Pool, owners: Sequence[tuple[str, str]]) -> None:
    async with pool.connection() as connection, connection.transaction():
        await lock_owners(connection, owners)


async def _waiting(connection: Connection) -> int:
    """How many wait for an owner."""
    waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    return await connection.fetchval(waiting)  # type: ignore[no-any-return]


async def test_the_clock_of_a_batch_is_later_than_that_of_the_one_it_waited_for(crowd: Pool) -> None:
    await store(crowd, project(), session("s"))
    await asyncio.gather(*(store(crowd, turn(f"t{n}", "s", status="COMPLETED")) for n in range(40)))
    clocks = [row["created_at"] for row in (await rows(crowd, "turns")).values()]
    assert len(set(clocks)) == 40


async def test_batches_of_several_owners_in_any_order_never_wait_for_each_other_in_a_circle(crowd: Pool) -> None:
    owners = [{"userId": f"user {n}"} for n in range(12)]

    async def publish_in_random_order(seed: int) -> None:
        random = Random(seed)
        for n in range(10):
            some = random.sample(owners, 6)
            await store(
                crowd, *(project(**owner) for owner in some), *(session(f"{seed} {n}", **owner) for owner in some)
            )

    await asyncio.gather(*map(publish_in_random_order, range(PUBLISHERS)))
    assert len((await dump(crowd))["sessions"]) == PUBLISHERS * 10 * 6


async def test_no_turn_is_lost_when_all_publish_into_one_session(crowd: Pool) -> None:
    await store(crowd, project(), session("s", createdAt="2026-01-01T00:00:00Z"))
    instants = [f"2026-01-01T00:00:{n:02}Z" for n in range(60)]
    Random(0).shuffle(instants)
    await asyncio.gather(
        *(
            store(crowd, turn(instant, "s", status="COMPLETED", createdAt=instant, finishedAt=instant))
            for instant in instants
        )
    )
    [row] = (await rows(crowd, "sessions")).values()
    assert row["current_turn_id"] == max(instants)
    assert row["last_activity_at"] == datetime.fromisoformat(max(instants))


@dataclass(frozen=True)
class Attempt:
    """A batch with its mark, and what came of it."""

    batch: Sequence[RawRecord]
    outcome: Published | PublishRefused


@pytest.mark.parametrize("seed", range(3))
async def test_publishers_at_once_leave_what_they_would_leave_one_after_the_other(crowd: Pool, seed: int) -> None:
    owners = [("ada", "desk"), ("ada", "phone"), ("bob", "desk")]
    begun = Model().publish(beginning(owners), datetime.now(UTC))
    assert begun is not None
    await store(crowd, *beginning(owners))

    async def publish_at_random(publisher: int) -> list[Attempt]:
        random = Random(seed * PUBLISHERS + publisher)
        attempts = []
        for n in range(15):
            batch = [*random_batch(random, owners, 5), mark(owners[0], f"{publisher} {n}")]
            attempts.append(Attempt(batch, await publish(crowd, batch)))
        return attempts

    attempts = [*chain(*await asyncio.gather(*map(publish_at_random, range(PUBLISHERS))))]
    clocks = [
        (await clock_of(crowd, attempt.batch[-1]), n)
        for n, attempt in enumerate(attempts)
        if isinstance(attempt.outcome, Published)
    ]
    states = [begun.model]
    for clock, n in sorted(clocks):
        predicted = states[-1].publish(attempts[n].batch, clock)
        assert predicted is not None, "stored, though the model refuses it"
        assert attempts[n].outcome == Published(predicted.accepted, predicted.stale)
        states.append(predicted.model)
    assert await dump(crowd) == states[-1].dump()
    refused = [attempt for attempt in attempts if isinstance(attempt.outcome, PublishRefused)]
    assert refused
    for attempt in refused:
        assert any(state.publish(attempt.batch, datetime.now(UTC)) is None for state in states)
