"""Asking for pages of sessions."""

from collections.abc import Mapping
from typing import Any

from data.caller import Caller
from data.records import RawRecord
from tests.live_directory import LiveDirectory
from tests.records import session

PAGE = """
query Page($scope: SessionScope! = PROJECT, $offset: Int! = 0, $first: Int, $after: String, $projectId: ID) {
  sessions(scope: $scope, offset: $offset, first: $first, after: $after, projectId: $projectId) {
    ... on SessionConnection {
      scope offset returnedCount nextOffset
      nodes { id }
      edges { cursor node { id } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
    ... on SessionsRefused { code argument message }
  }
}
"""


async def page(directory: LiveDirectory, caller: Caller, **arguments: object) -> Any:
    return (await directory.ask(caller, PAGE, **arguments))["sessions"]


async def ids(directory: LiveDirectory, caller: Caller, **arguments: object) -> list[str]:
    return ids_of(await page(directory, caller, **arguments))


def ids_of(connection: Mapping[str, Any]) -> list[str]:
    return [node["id"] for node in connection["nodes"]]


def at(minute: int, session_id: str, **fields: object) -> RawRecord:
    """A session that was active at a minute of one hour."""
    instant = f"2026-11-30T17:{minute:02}:00Z"
    return session(session_id, createdAt=instant, lastActivityAt=instant, **fields)
