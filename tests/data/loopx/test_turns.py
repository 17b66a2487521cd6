"""Turns and what becomes of them. No database."""

import pytest

from data.loopx.turns import Turn, read_turn, turn_entries


def turn(number: int, status: object, **fields: object) -> Turn:
    document = {"turn_id": f"t{number}", "status": status, "created_at": f"2026-10-20T10:0{number}:00Z", **fields}
    return read_turn(document, file=f"t{number}.json")


def statuses(*turns: Turn, waiting: tuple[str, ...] = ()) -> list[tuple[object, ...]]:
    records = [entry.record for entry in turn_entries("s", turns, waiting)]
    assert {record["sessionId"] for record in records} == {"s"}
    return [(record["record"], record["id"], record["status"]) for record in records]


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ("completed", "COMPLETED"),
        ("failed", "FAILED"),
        ("interrupted", "CANCELLED"),
        ("cancelled", "CANCELLED"),
        ("running", "RUNNING"),
        ("starting", "RUNNING"),
        ("completing", "RUNNING"),
        ("levitating", "RUNNING"),
        ("COMPLETED", "RUNNING"),
        ("", "RUNNING"),
        (None, "RUNNING"),
        (["completed"], "RUNNING"),
    ],
)
def test_a_status_keeps_its_name_and_an_unknown_one_counts_as_running(status: object, expected: str) -> None:
    assert statuses(turn(1, status)) == [("turn", "t1", expected)]


def test_a_queued_turn_is_an_input_that_waits() -> None:
    [entry] = turn_entries("s", [turn(1, "queued", started_at=None)], ())
    assert entry.record == {
        "record": "queuedInput",
        "id": "t1",
        "sessionId": "s",
        "status": "PENDING",
        "receivedAt": "2026-10-20T10:01:00Z",
    }


def test_an_input_that_no_longer_waits_was_consumed() -> None:
    assert statuses(turn(1, "failed"), turn(2, "queued"), turn(3, "running"), waiting=("t1", "t2", "t3")) == [
        ("turn", "t1", "FAILED"),
        ("queuedInput", "t1", "CONSUMED"),
        ("queuedInput", "t2", "PENDING"),
        ("turn", "t3", "RUNNING"),
        ("queuedInput", "t3", "CONSUMED"),
    ]


@pytest.mark.parametrize(
    ("started", "first"),
    [
        # By the instant, whatever its offset.
        (("2026-10-20T12:00:00Z", "2026-10-20T11:30:00Z", "2026-10-20T13:00:00Z"), 2),
        (("2026-10-20T12:00:00Z", "2026-10-20T12:00:01Z", "2026-10-20T13:30:00+02:00"), 3),
        # One that was not started, or of which it cannot be told when, comes after all that were.
        ((None, "2026-10-20T12:00:00Z", "2026-10-20T12:00:01Z"), 2),
        (("2026-10-20T10:00:00", "2026-10-20T12:00:01Z", "2026-10-20T12:00:00Z"), 3),
        ((5, "soon", "2026-10-20T12:00:00Z"), 3),
        # None was started, or all at once: the oldest.
        ((None, None, None), 1),
        (("2026-10-20T12:00:00Z",) * 3, 1),
    ],
)
def test_of_several_that_run_the_one_started_first_runs_and_the_others_are_cancelled(
    started: tuple[object, ...], first: int
) -> None:
    turns = [turn(number, "running", started_at=instant) for number, instant in enumerate(started, start=1)]
    expected = [("turn", f"t{number}", "RUNNING" if number == first else "CANCELLED") for number in (1, 2, 3)]
    assert statuses(*turns) == expected
    assert statuses(*reversed(turns)) == [*reversed(expected)]


def test_only_a_turn_that_has_ended_has_finished() -> None:
    ended = "2026-10-20T11:00:00Z"
    turns = [
        turn(1, "running", started_at="2026-10-20T10:30:00Z", completed_at=ended),
        turn(2, "running", started_at="2026-10-20T10:31:00Z", completed_at=ended),
        turn(3, "completed", completed_at=ended),
        turn(4, "cancelled"),
    ]
    assert [entry.record["finishedAt"] for entry in turn_entries("s", turns, ())] == [None, ended, ended, None]
