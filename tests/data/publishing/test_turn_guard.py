"""At most one turn of a session lives, at the end of a batch."""

import itertools

import pytest

from data.pool import Pool
from data.tables import LIVE_TURN_STATUSES, TURN_STATUSES
from tests.data.dump import rows
from tests.data.publishing.refusal import refused
from tests.records import project, session, store, turn


@pytest.fixture(autouse=True)
async def sessions(pool: Pool) -> None:
    await store(pool, project(), *(session(f"s{n}") for n in range(3)))


async def test_each_pair_of_statuses_in_one_session(pool: Pool) -> None:
    for n, (first, second) in enumerate(itertools.product(TURN_STATUSES, repeat=2)):
        await store(pool, session(f"own{n}"), turn(f"first{n}", f"own{n}", status=first))
        newcomer = turn(f"second{n}", f"own{n}", status=second)
        if first in LIVE_TURN_STATUSES and second in LIVE_TURN_STATUSES:
            assert await refused(pool, newcomer) == [(0, "status")]
        else:
            await store(pool, newcomer)


async def test_two_new_ones_are_a_problem_of_the_second(pool: Pool) -> None:
    assert await refused(pool, turn("b", "s0", status="RUNNING"), turn("a", "s0", status="WAITING")) == [(1, "status")]


@pytest.mark.parametrize("swapped", [False, True])
async def test_a_turn_may_begin_before_the_record_that_ends_the_one_before(pool: Pool, swapped: bool) -> None:
    await store(pool, turn("old", "s0", status="WAITING", waitingFor="APPROVAL"))
    batch = [turn("new", "s0", status="RUNNING"), turn("old", "s0", status="COMPLETED")]
    await store(pool, *(reversed(batch) if swapped else batch))
    assert {key: row["status"] for key, row in (await rows(pool, "turns")).items()} == {
        "old": "COMPLETED",
        "new": "RUNNING",
    }


async def test_live_turns_may_change_sessions_in_a_circle(pool: Pool) -> None:
    await store(pool, *(turn(f"t{n}", f"s{n}", status="WAITING", waitingFor="ANSWER") for n in range(3)))
    await store(pool, *(turn(f"t{n}", f"s{(n + 1) % 3}", status="WAITING", waitingFor="ANSWER") for n in range(3)))
    assert {key: (row["session_id"], row["waiting_for"]) for key, row in (await rows(pool, "turns")).items()} == {
        "t0": ("s1", "ANSWER"),
        "t1": ("s2", "ANSWER"),
        "t2": ("s0", "ANSWER"),
    }
    assert {key: row["current_turn_id"] for key, row in (await rows(pool, "sessions")).items()} == {
        "s0": "t2",
        "s1": "t0",
        "s2": "t1",
    }


async def test_a_turn_that_ended_may_not_live_again_beside_another(pool: Pool) -> None:
    await store(pool, turn("a", "s0", status="COMPLETED"), turn("b", "s0", status="RUNNING"))
    assert await refused(pool, turn("a", "s0", status="RUNNING")) == [(0, "status")]
    await store(pool, turn("a", "s0", status="RUNNING"), turn("b", "s0", status="FAILED"))


async def test_a_deleted_session_can_have_turns(pool: Pool) -> None:
    await store(pool, session("s0", status="DELETED"), turn("a", "s0", status="RUNNING"))


@pytest.mark.parametrize("status", TURN_STATUSES)
async def test_what_a_turn_waits_for_is_kept_only_while_it_waits(pool: Pool, status: str) -> None:
    await store(pool, turn("a", "s0", status=status, waitingFor="APPROVAL"))
    wanted = "APPROVAL" if status == "WAITING" else None
    assert (await rows(pool, "turns"))["a"]["waiting_for"] == wanted
    shown = (await rows(pool, "sessions"))["s0"]
    assert (shown["current_turn_status"], shown["current_turn_waiting_for"]) == (status, wanted)
