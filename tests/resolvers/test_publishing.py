"""Who may publish; and many who publish at once."""

import asyncio
from bisect import bisect_left, bisect_right
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest

from data.caller import Caller, CallerKind
from data.embedded import Address
from data.errors import StoreUnavailableError
from data.pool import Pool
from data.records import RawRecord
from resolvers.publishing import Published, Publishing, PublishRefused
from tests.callers import ADA, ADA_IN_GARDEN, PUBLISHER, RUN_IN_GARDEN
from tests.data.dump import dump
from tests.data.publishing.histories import Owner, beginning, mark, random_batch
from tests.data.publishing.model import Model
from tests.records import project, session, store

PUBLISHERS = 16
ROUNDS = 63
"""For each publisher: a thousand in all."""

OWNERS = [("ada", "desk"), ("bob", "desk"), ("ada", "phone")]


@pytest.fixture
async def pool(database: Address) -> AsyncIterator[Pool]:
    opened = await Pool.open(database.dsn, size=PUBLISHERS, read_only=False)
    yield opened
    await opened.close()


# ------------------------------------------------------------------------------------------------ callers
@pytest.mark.parametrize("caller", [ADA, ADA_IN_GARDEN, RUN_IN_GARDEN], ids=["person", "person in project", "run"])
@pytest.mark.parametrize("batch", [[], [project()], [{"record": "nonsense"}], [project()] * 501], ids=len)
async def test_who_is_no_publisher_is_refused_without_a_problem_and_without_sql(
    pool: Pool, caller: Caller, batch: list[RawRecord]
) -> None:
    await pool.close()
    with pytest.raises(StoreUnavailableError):  # whatever asks it is seen
        await Publishing(pool).publish(PUBLISHER, [project()])
    refused = await Publishing(pool).publish(caller, batch)
    assert isinstance(refused, PublishRefused)
    assert refused.problems == ()
    assert "sessions:publish" in refused.message


async def test_a_publisher_publishes_for_every_owner_of_its_app_and_for_no_other_app(pool: Pool) -> None:
    publishing = Publishing(pool)
    assert await publishing.publish(PUBLISHER, [project(), project(userId="bob")]) == Published(2, 0)
    before = await dump(pool)
    refused = await publishing.publish(PUBLISHER, [session("s"), session("s", appId="phone")])
    assert isinstance(refused, PublishRefused)
    assert [(problem.index, problem.field) for problem in refused.problems] == [(1, "appId")]
    assert await dump(pool) == before


@pytest.mark.parametrize(
    ("problems", "told"), [(1, "for 1 problem:"), (2, "for 2 problems:"), (101, "for 100 problems or more, of which")]
)
async def test_a_refusal_says_how_many_problems_there_are(pool: Pool, problems: int, told: str) -> None:
    refused = await Publishing(pool).publish(PUBLISHER, [session(f"s{number}") for number in range(problems)])
    assert isinstance(refused, PublishRefused)
    assert told in refused.message


# ------------------------------------------------------------------------------------------------ at once
@dataclass(frozen=True)
class Attempt:
    """A batch, its mark, what came of both, and between which instants."""

    batch: Sequence[RawRecord]
    mark: RawRecord
    outcome: Published | PublishRefused
    began: datetime
    ended: datetime


async def publish_at_random(publishing: Publishing, number: int) -> list[Attempt]:
    """The rounds of one publisher: overlapping batches of few sessions."""
    random = Random(number)
    app_id = "phone" if number % 4 == 3 else "desk"
    caller = Caller(CallerKind.PUBLISHER, f"publisher {number}", app_id)
    owners = [owner for owner in OWNERS if owner[1] == app_id]
    attempts = []
    for turn in range(ROUNDS):
        batch = random_batch(random, owners, 6)
        marked = mark(_owner_of(batch[0]), f"mark {number} {turn}")
        began = datetime.now(UTC)
        outcome = await publishing.publish(caller, [*batch, marked])
        attempts.append(Attempt(batch, marked, outcome, began, datetime.now(UTC)))
    return attempts


def _owner_of(raw: RawRecord) -> Owner:
    return str(raw["userId"]), str(raw["appId"])


async def rows_and_clocks(pool: Pool) -> tuple[dict[str, Any], dict[str, datetime]]:
    """All rows but those of the marks, and the clock at which each mark's batch was stored."""
    everything = await dump(pool)
    clocks = {row["id"]: row["created_at"] for row in everything["turns"] if row["session_id"] == "marks"}
    everything["turns"] = [row for row in everything["turns"] if row["session_id"] != "marks"]
    everything["sessions"] = [row for row in everything["sessions"] if row["id"] != "marks"]
    return everything, clocks


async def test_sixteen_publishers_leave_what_the_model_predicts_after_a_thousand_rounds(pool: Pool) -> None:
    """Batches of one owner follow one another by their clocks, and those of two owners are nothing to each other: one
    after the other in the order of their clocks, the model stores what they stored."""
    assert PUBLISHERS * ROUNDS >= 1_000
    first = beginning(OWNERS)
    await store(pool, *first)
    rounds = [publish_at_random(Publishing(pool), number) for number in range(PUBLISHERS)]
    attempts = [attempt for made in await asyncio.gather(*rounds) for attempt in made]
    after, clocks = await rows_and_clocks(pool)

    begun = Model().publish([raw for raw in first if raw["id"] != "marks"], datetime.now(UTC))
    assert begun is not None
    states, instants = [begun.model], []
    stored = [attempt for attempt in attempts if isinstance(attempt.outcome, Published)]
    for attempt in sorted(stored, key=lambda attempt: clocks[str(attempt.mark["id"])]):
        clock = clocks[str(attempt.mark["id"])]
        predicted = states[-1].publish(attempt.batch, clock)
        assert predicted is not None, "stored, though the model refuses it"
        assert attempt.outcome == Published(predicted.accepted + 1, predicted.stale)
        states.append(predicted.model)
        instants.append(clock)
    assert after == states[-1].dump()

    refused = [attempt for attempt in attempts if isinstance(attempt.outcome, PublishRefused)]
    assert min(len(stored), len(refused)) > 100
    for attempt in refused:
        # The states that it may have met: of those before it began, publishers at work may have stored the last later.
        since = max(bisect_left(instants, attempt.began) - PUBLISHERS, 0)
        met = states[since : bisect_right(instants, attempt.ended) + 1]
        assert any(state.publish(attempt.batch, attempt.ended) is None for state in met)
