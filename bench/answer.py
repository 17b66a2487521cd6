"""What variants answer, in one form, so that answers can be compared."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

from bench.workload import Workload

Answer: TypeAlias = dict[str, Any]
"""Plain values. Two variants that answer alike have equal ones."""

_RECENT = timedelta(hours=1)


class DifferentAnswersError(Exception):
    """Variants answer differently: their speed cannot be compared."""


def answer_of_contract(workload: Workload, content: Any) -> Answer:  # noqa: ANN401 - JSON
    """The answer in a GraphQL response of the contract's shape. DifferentAnswersError for errors and refusals."""
    try:
        if content.get("errors"):
            raise DifferentAnswersError(f"{workload.value}: {content['errors']}")
        if workload is Workload.BOUND:
            return bound_answer(content["data"]["boundSession"])
        return page_answer(workload, content["data"]["sessions"])
    except (AttributeError, KeyError, TypeError, ValueError):
        raise DifferentAnswersError(f"{workload.value}: no such answer was expected: {content}") from None


def page_answer(workload: Workload, page: Mapping[str, Any]) -> Answer:
    """A page of the contract's shape. Cursors are opaque: that there is one is compared, and the deep page is asked for
    with one."""
    answer: Answer = {"sessions": [_session(node) for node in page["nodes"]]}
    if workload is not Workload.PROJECT100:
        info = page["pageInfo"]
        answer |= {"has_next_page": info["hasNextPage"], "end_cursor": bool(info["endCursor"])}
    return answer


def bound_answer(bound: Mapping[str, Any]) -> Answer:
    """A bound session of the contract's shape; the moment of its verification only has to be a recent one."""
    told = {name: bound[name] for name in ("conversationBindingId", "kind", "channelId", "goalId")}
    verified = datetime.fromisoformat(bound["verifiedAt"])
    return told | {
        "session": _session(bound["session"]),
        "verified_now": abs(datetime.now(UTC) - verified) < _RECENT,
    }


def _session(node: Mapping[str, Any]) -> Answer:
    turn = node["currentTurn"]
    return {
        **{name: node[name] for name in ("id", "title", "path", "rootSessionId", "projectId", "status")},
        **{name: datetime.fromisoformat(node[name]) for name in ("lastActivityAt", "createdAt")},
        "currentTurn": turn and {name: turn[name] for name in ("id", "status", "waitingFor")},
    }


def require_equal(workload: Workload, answers: Mapping[str, Answer]) -> None:
    """DifferentAnswersError unless every variant answers as the first one does."""
    (first, expected), *others = answers.items()
    for name, answer in others:
        if answer != expected:
            place = _first_difference(expected, answer)
            raise DifferentAnswersError(f"{workload.value}: {first} and {name} answer differently: {place}")


def _first_difference(expected: object, answer: object, place: str = "") -> str:
    """Where two answers that are not equal differ first."""
    if isinstance(expected, dict) and isinstance(answer, dict) and expected.keys() == answer.keys():
        name = next(name for name in expected if expected[name] != answer[name])
        return _first_difference(expected[name], answer[name], f"{place}.{name}")
    if isinstance(expected, list) and isinstance(answer, list) and len(expected) == len(answer):
        index = next(i for i, both in enumerate(zip(expected, answer, strict=True)) if both[0] != both[1])
        return _first_difference(expected[index], answer[index], f"{place}[{index}]")
    return f"{place or '.'} is {expected!r}, and {answer!r}"
