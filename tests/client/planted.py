"""Answers of a directory as they should be, to be spoilt by tests. Texts that no exception may show are `planted`."""

from typing import Any

SESSION: dict[str, Any] = {
    "id": "planted",
    "title": "planted title",
    "path": "/root",
    "rootSessionId": "planted",
    "projectId": "garden",
    "status": "OPEN",
    "lastActivityAt": "2026-11-30T17:55:25.145076Z",
    "createdAt": "2026-11-30T17:55:25.145076Z",
    "currentTurn": {"id": "planted turn", "status": "WAITING", "waitingFor": "ANSWER"},
}
PAGE_INFO = {"hasNextPage": False, "hasPreviousPage": False, "startCursor": "planted", "endCursor": "planted"}
PAGE: dict[str, Any] = {
    "__typename": "SessionConnection",
    "scope": "PROJECT",
    "offset": 0,
    "nodes": [SESSION],
    "pageInfo": PAGE_INFO,
    "returnedCount": 1,
    "nextOffset": None,
}
BOUND: dict[str, Any] = {
    "__typename": "BoundSession",
    "conversationBindingId": "bind",
    "kind": "PROJECT",
    "session": SESSION,
    "channelId": "planted channel",
    "goalId": None,
    "verifiedAt": "2026-11-30T17:55:25.145076Z",
}


def session(**changes: Any) -> dict[str, Any]:
    return {"data": {"session": {"__typename": "Session"} | SESSION | changes}}


def page(**changes: Any) -> dict[str, Any]:
    return {"data": {"sessions": PAGE | changes}}


def bound(**changes: Any) -> dict[str, Any]:
    return {"data": {"boundSession": BOUND | changes}}


def tree(session_id: str) -> dict[str, Any]:
    node = {
        "session": SESSION | {"id": session_id},
        "name": "root",
        "depth": 0,
        "parentSessionId": None,
        "run": None,
        "resultRunId": None,
        "queue": {"status": "READY", "pendingInputs": 0},
    }
    return {"data": {"sessionTree": {"__typename": "SessionTree", "rootSessionId": session_id, "nodes": [node]}}}
