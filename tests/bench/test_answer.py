"""Answers in one form, and the refusal to compare what differs."""

import copy
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bench import postgraphile
from bench.answer import DifferentAnswersError, answer_of_contract, require_equal
from bench.workload import Workload

NODE = {
    "id": "s1",
    "title": None,
    "path": "/root",
    "rootSessionId": "s1",
    "projectId": "p1",
    "status": "OPEN",
    "lastActivityAt": "2026-03-21T19:11:09.895600Z",
    "createdAt": "2026-03-20T00:00:00.000000Z",
    "currentTurn": {"id": "t1", "status": "WAITING", "waitingFor": "APPROVAL"},
}
PAGE = {"data": {"sessions": {"nodes": [NODE], "pageInfo": {"hasNextPage": True, "endCursor": "opaque"}}}}


def bound(verified_at: datetime) -> dict[str, Any]:
    member = {"conversationBindingId": "b1", "kind": "PROJECT", "channelId": "c1", "goalId": None}
    return {"data": {"boundSession": {**member, "verifiedAt": verified_at.isoformat(), "session": NODE}}}


def page(**changes: object) -> dict[str, Any]:
    changed = copy.deepcopy(PAGE)
    changed["data"]["sessions"]["nodes"][0].update(changes)  # type: ignore[index]
    return changed


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"lastActivityAt": "2026-03-21T19:11:09.8956Z"},
        {"lastActivityAt": "2026-03-21T20:11:09.895600+01:00"},
        {"createdAt": "2026-03-20T00:00:00+00:00"},
    ],
)
def test_an_instant_is_the_same_however_it_is_written(changes: dict[str, object]) -> None:
    answers = {
        "floor": answer_of_contract(Workload.PAGE10, PAGE),
        "other": answer_of_contract(Workload.PAGE10, page(**changes)),
    }
    require_equal(Workload.PAGE10, answers)


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"id": "s2"}, r"\.sessions\[0\]\.id is 's1', and 's2'"),
        ({"title": ""}, r"\.sessions\[0\]\.title"),
        ({"lastActivityAt": "2026-03-21T19:11:09.895601Z"}, r"\.sessions\[0\]\.lastActivityAt"),
        ({"currentTurn": None}, r"\.sessions\[0\]\.currentTurn"),
        (
            {"currentTurn": {"id": "t1", "status": "WAITING", "waitingFor": None}},
            r"\.sessions\[0\]\.currentTurn\.waitingFor",
        ),
    ],
)
def test_answers_that_differ_are_refused_by_the_place(changes: dict[str, object], place: str) -> None:
    answers = {
        "floor": answer_of_contract(Workload.PAGE10, PAGE),
        "other": answer_of_contract(Workload.PAGE10, page(**changes)),
    }
    with pytest.raises(DifferentAnswersError, match=f"page10: floor and other answer differently: {place}"):
        require_equal(Workload.PAGE10, answers)


def test_a_page_with_fewer_rows_or_no_next_one_is_refused() -> None:
    floor = answer_of_contract(Workload.PAGE10, PAGE)
    for changed in ({**floor, "sessions": []}, {**floor, "has_next_page": False}, {**floor, "end_cursor": False}):
        with pytest.raises(DifferentAnswersError):
            require_equal(Workload.PAGE10, {"floor": floor, "other": changed})


@pytest.mark.parametrize(
    "response",
    [
        {"errors": [{"message": "no"}], "data": None},
        {"data": {"sessions": {"code": "PROJECT_NOT_FOUND", "message": "no"}}},
        {"data": None},
        {},
        [],
        None,
    ],
)
def test_an_error_or_a_refusal_is_no_answer(response: object) -> None:
    for read in (answer_of_contract, postgraphile.answer):
        with pytest.raises(DifferentAnswersError, match="page10"):
            read(Workload.PAGE10, response)


def test_a_bound_session_was_verified_now() -> None:
    now, before = (answer_of_contract(Workload.BOUND, bound(datetime.now(UTC) - timedelta(hours=h))) for h in (0, 2))
    with pytest.raises(DifferentAnswersError, match="verified_now"):
        require_equal(Workload.BOUND, {"floor": now, "other": before})


def test_postgraphiles_flat_rows_are_the_same_answer() -> None:
    turn = {"currentTurnId": "t1", "currentTurnStatus": "WAITING", "currentTurnWaitingFor": "APPROVAL"}
    flat = {name: value for name, value in NODE.items() if name not in {"id", "currentTurn"}} | turn
    eleven = [flat | {"sessionId": f"s{place}"} for place in range(1, 12)]
    nodes = [NODE | {"id": f"s{place}"} for place in range(1, 11)]
    expected = {"nodes": nodes, "pageInfo": {"hasNextPage": True, "endCursor": "opaque"}}
    require_equal(
        Workload.PAGE10,
        {
            "floor": answer_of_contract(Workload.PAGE10, {"data": {"sessions": expected}}),
            "postgraphile": postgraphile.answer(Workload.PAGE10, {"data": {"firstSessionsList": eleven}}),
        },
    )
