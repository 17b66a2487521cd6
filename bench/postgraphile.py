"""What PostGraphile is asked, and how its answers read: flat rows, by the functions of `peers/postgraphile.sql`.

It derives its schema from the database, so its documents are not the contract's. The information is the same.
"""

from collections.abc import Mapping
from typing import Any

from bench.answer import Answer, DifferentAnswersError, bound_answer, page_answer
from bench.rows import BINDING, Rows
from bench.workload import Workload

_PAGE = 10
_ROW = """
  sessionId title path rootSessionId projectId status lastActivityAt createdAt
  currentTurnId currentTurnStatus currentTurnWaitingFor
"""
_DOCUMENTS = {
    Workload.PAGE10: f"query History {{ firstSessionsList {{ {_ROW} }} }}",
    Workload.PAGE10_DEEP: f"""
        query HistoryAfter($instant: Datetime!, $id: String!) {{
          sessionsAfterList(instant: $instant, id: $id) {{ {_ROW} }}
        }}
    """,
    Workload.PROJECT100: f"query ProjectSessions {{ projectSessionsList {{ {_ROW} }} }}",
    Workload.BOUND: f"""
        query Continue($binding: String!) {{
          boundSessionList(id: $binding) {{ conversationBindingId kind channelId goalId verifiedAt {_ROW} }}
        }}
    """,
}


def content(workload: Workload, rows: Rows) -> Mapping[str, object]:
    """The body of a request."""
    variables: dict[str, str] = {}
    if workload is Workload.PAGE10_DEEP:
        variables = {"instant": rows.last_activity_at.isoformat(), "id": rows.session_id}
    elif workload is Workload.BOUND:
        variables = {"binding": BINDING}
    return {"query": _DOCUMENTS[workload], "variables": variables}


def answer(workload: Workload, response: Any) -> Answer:  # noqa: ANN401 - JSON
    """The answer in a response. DifferentAnswersError for errors and refusals.

    A page comes as eleven rows, which tell whether there is a next one; the last row's own values are its cursor.
    """
    try:
        [found] = response["data"].values()
        nodes = [_node(row) for row in found]
        if workload is Workload.BOUND:
            [row], [session] = found, nodes
            return bound_answer({**row, "session": session})
        if workload is Workload.PROJECT100:
            return page_answer(workload, {"nodes": nodes})
        info = {"hasNextPage": len(nodes) > _PAGE, "endCursor": nodes[-1]["id"] if nodes else None}
        return page_answer(workload, {"nodes": nodes[:_PAGE], "pageInfo": info})
    except (AttributeError, KeyError, TypeError, ValueError):
        raise DifferentAnswersError(f"{workload.value}: no such answer was expected: {response}") from None


def _node(row: Mapping[str, Any]) -> Mapping[str, Any]:
    turn = {
        "id": row["currentTurnId"],
        "status": row["currentTurnStatus"],
        "waitingFor": row["currentTurnWaitingFor"],
    }
    return {**row, "id": row["sessionId"], "currentTurn": turn if turn["id"] is not None else None}
