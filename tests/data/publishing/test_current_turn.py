"""The current turn and the activity of a session."""

from datetime import UTC, datetime
from typing import Any

import pytest

from data.pool import Pool
from data.publishing import Published, publish
from tests.data.dump import dump, rows
from tests.records import binding, project, queued_input, run, session, store, turn


def at(minute: int) -> str:
    return f"2026-01-01T00:{minute:02}:00.000000Z"


def instant(minute: int) -> datetime:
    return datetime(2026, 1, 1, 0, minute, tzinfo=UTC)


@pytest.fixture(autouse=True)
async def sessions(pool: Pool) -> None:
    await store(pool, project(), session("s", createdAt=at(0)), session("other", createdAt=at(0)))


async def current(pool: Pool, session_id: str = "s") -> Any:
    return (await rows(pool, "sessions"))[session_id]["current_turn_id"]


async def active(pool: Pool, session_id: str = "s") -> Any:
    return (await rows(pool, "sessions"))[session_id]["last_activity_at"]


# ------------------------------------------------------------------------------------------------ the current turn


async def test_a_session_without_turns_has_no_current_one(pool: Pool) -> None:
    assert await current(pool) is None


async def test_it_is_the_newest_by_creation_whatever_its_status_and_whenever_it_comes(pool: Pool) -> None:
    await store(pool, turn("b", "s", status="FAILED", createdAt=at(2)))
    await store(pool, turn("a", "s", status="RUNNING", createdAt=at(1)))
    assert await current(pool) == "b"
    await store(pool, turn("c", "s", status="CANCELLED", createdAt=at(3)))
    assert await current(pool) == "c"


async def test_of_turns_of_one_instant_it_is_the_last_by_the_bytes_of_the_id(pool: Pool) -> None:
    ids = ["a", "B", "\u00e9", "z", "\uff5e", "\U0001f331", "~"]
    await store(pool, *(turn(one, "s", status="COMPLETED", createdAt=at(1)) for one in ids))
    assert await current(pool) == max(ids, key=str.encode) == "\U0001f331"
    await store(pool, turn("\U0001f331", "other", status="COMPLETED", createdAt=at(1)))
    assert await current(pool) == "\uff5e"


async def test_what_it_shows_is_what_the_turn_says_now(pool: Pool) -> None:
    await store(pool, turn("a", "s", status="WAITING", waitingFor="ANSWER", createdAt=at(1)))
    await store(pool, turn("a", "s", status="RUNNING", createdAt=at(1)))
    shown = (await rows(pool, "sessions"))["s"]
    assert (shown["current_turn_status"], shown["current_turn_waiting_for"]) == ("RUNNING", None)


async def test_it_changes_when_its_creation_is_put_back(pool: Pool) -> None:
    await store(
        pool, turn("a", "s", status="COMPLETED", createdAt=at(2)), turn("b", "s", status="COMPLETED", createdAt=at(3))
    )
    await store(pool, turn("b", "s", status="COMPLETED", createdAt=at(1)))
    assert await current(pool) == "a"


async def test_it_is_found_again_in_both_sessions_when_a_turn_moves(pool: Pool) -> None:
    await store(
        pool, turn("a", "s", status="COMPLETED", createdAt=at(1)), turn("b", "s", status="COMPLETED", createdAt=at(2))
    )
    await store(pool, turn("b", "other", status="COMPLETED", createdAt=at(2)))
    assert (await current(pool), await current(pool, "other")) == ("a", "b")
    await store(pool, turn("a", "other", status="COMPLETED", createdAt=at(1)))
    assert (await current(pool), await current(pool, "other")) == (None, "b")


async def test_a_record_of_the_session_leaves_it_as_it_is(pool: Pool) -> None:
    await store(pool, turn("a", "s", status="WAITING", waitingFor="ANSWER"))
    await store(pool, session("s", createdAt=at(0), title="renamed", status="ARCHIVED"))
    assert await current(pool) == "a"


async def test_a_turn_of_the_same_id_in_another_app_is_another_turn(pool: Pool) -> None:
    await store(pool, project(appId="phone"), session("s", appId="phone", createdAt=at(0)))
    await store(pool, turn("a", "s", appId="phone", status="COMPLETED", createdAt=at(5)))
    await store(
        pool,
        turn("a", "s", status="COMPLETED", createdAt=at(1)),
        turn("b", "s", appId="phone", status="COMPLETED", createdAt=at(4)),
    )
    assert {row["current_turn_id"] for row in (await dump(pool))["sessions"]} == {"a", None}


# ------------------------------------------------------------------------------------------------ activity


async def test_activity_is_the_latest_of_what_was_told(pool: Pool) -> None:
    assert await active(pool) == instant(0)
    await store(pool, turn("a", "s", status="RUNNING", createdAt=at(2)))
    assert await active(pool) == instant(2)
    await store(pool, turn("a", "s", status="COMPLETED", createdAt=at(2), finishedAt=at(7)))
    assert await active(pool) == instant(7)
    await store(pool, session("s", createdAt=at(0), lastActivityAt=at(9)))
    assert await active(pool) == instant(9)
    await store(pool, session("s", createdAt=at(11)))
    assert await active(pool) == instant(11)


async def test_activity_never_goes_back(pool: Pool) -> None:
    await store(pool, turn("a", "s", status="COMPLETED", createdAt=at(5), finishedAt=at(8)))
    await store(pool, turn("a", "s", status="COMPLETED", createdAt=at(1), finishedAt=at(2)))
    await store(pool, session("s", createdAt=at(0), lastActivityAt=at(3)))
    assert await active(pool) == instant(8)
    await store(pool, turn("a", "other", status="COMPLETED", createdAt=at(1), finishedAt=at(2)))
    assert (await active(pool), await active(pool, "other")) == (instant(8), instant(2))


async def test_the_same_records_again_do_not_move_activity(pool: Pool) -> None:
    batch = [session("s"), turn("a", "s", status="COMPLETED"), turn("b", "s", status="RUNNING")]
    await store(pool, *batch)
    moved = await active(pool)
    await store(pool, *batch)
    assert await active(pool) == moved


@pytest.mark.parametrize(
    "changes",
    [
        {"title": "renamed"},
        {"status": "ARCHIVED"},
        {"status": "CLOSED"},
        {"status": "DELETED"},
        {"queuePaused": True},
        {"executorId": "e", "goalId": "g"},
        {"createdAt": "2025-01-01T00:00:00Z"},
        {"lastActivityAt": "2025-01-01T00:00:00Z"},
    ],
    ids=str,
)
async def test_renaming_archiving_and_pausing_are_no_activity(pool: Pool, changes: dict[str, str]) -> None:
    await store(pool, session("s", **{"createdAt": at(0), **changes}))
    assert await active(pool) == instant(0)


async def test_runs_queues_bindings_and_children_are_no_activity(pool: Pool) -> None:
    await store(pool, turn("a", "s", status="RUNNING", createdAt=at(0)), binding("b"))
    await store(
        pool,
        run("r", "s", "a", status="RUNNING", leaseExpiresAt="2999-01-01T00:00:00Z"),
        queued_input("q", "s", status="PENDING", receivedAt=at(9)),
        session("child", parentId="s", name="x", createdAt=at(9)),
        session("s", bindingId="b", createdAt=at(0)),
    )
    assert await active(pool) == instant(0)


async def test_the_finish_of_a_turn_that_has_not_ended_is_no_activity(pool: Pool) -> None:
    await store(pool, turn("a", "s", status="RUNNING", createdAt=at(1), finishedAt=at(9)))
    assert await active(pool) == instant(1)


async def test_stale_records_are_no_activity(pool: Pool) -> None:
    await store(
        pool,
        session("s", createdAt=at(0), version=2),
        turn("a", "s", status="FAILED", createdAt=at(1), finishedAt=at(1), version=2),
    )
    late = [session("s", lastActivityAt=at(9), version=1), turn("a", "s", status="FAILED", finishedAt=at(9), version=1)]
    assert await publish(pool, late) == Published(accepted=0, stale=2)
    assert await active(pool) == instant(1)
