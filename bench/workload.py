"""What is asked: four workloads, each with the token, the document and the variables of a front end."""

from collections.abc import Mapping
from enum import Enum

from bench.rows import APP, BINDING, DESK, HEAVY, PROJECT


class Workload(Enum):
    """One question. The values are the names in the table and in the JSON."""

    PAGE10 = "page10"
    """The first ten of an owner's 50,000 sessions."""
    PAGE10_DEEP = "page10_deep"
    """The ten sessions behind the 40,000th, by a cursor."""
    PROJECT100 = "project100"
    """A project of 100 sessions, complete."""
    BOUND = "bound"
    """The session of a bound conversation, after asking an observer that answers at once."""


CONNECTIONS = (1, 32)
"""How many requests are under way at a time."""

CLAIMS = {
    Workload.PAGE10: {"sub": HEAVY, "app": APP},
    Workload.PAGE10_DEEP: {"sub": HEAVY, "app": APP},
    Workload.PROJECT100: {"sub": DESK, "app": APP, "project": PROJECT},
    Workload.BOUND: {"sub": DESK, "app": APP, "project": PROJECT},
}
"""Who asks: the claims of the token."""

_SESSION = """
fragment Row on Session {
  id title path rootSessionId projectId status lastActivityAt createdAt currentTurn { id status waitingFor }
}
"""
_PAGE = (
    """
query History($after: String) {
  sessions(scope: ALL, first: 10, after: $after) {
    ... on SessionConnection { nodes { ...Row } pageInfo { hasNextPage endCursor } }
    ... on SessionsRefused { code message }
  }
}
"""
    + _SESSION
)
_PROJECT = (
    """
query ProjectSessions {
  sessions {
    ... on SessionConnection { nodes { ...Row } }
    ... on SessionsRefused { code message }
  }
}
"""
    + _SESSION
)
_BOUND = (
    """
query Continue($binding: ID!) {
  boundSession(conversationBindingId: $binding) {
    ... on BoundSession { conversationBindingId kind channelId goalId verifiedAt session { ...Row } }
    ... on BindingRefusal { message nextStep }
  }
}
"""
    + _SESSION
)

DOCUMENTS = {
    Workload.PAGE10: _PAGE,
    Workload.PAGE10_DEEP: _PAGE,
    Workload.PROJECT100: _PROJECT,
    Workload.BOUND: _BOUND,
}
"""The documents, for whoever serves the contract."""


def content_of_contract(workload: Workload, cursor: str) -> Mapping[str, object]:
    """The body of a request to who serves the contract; `cursor` is the place of the deep page."""
    variables: dict[str, str] = {}
    if workload is Workload.PAGE10_DEEP:
        variables = {"after": cursor}
    elif workload is Workload.BOUND:
        variables = {"binding": BINDING}
    return {"query": DOCUMENTS[workload], "variables": variables}
