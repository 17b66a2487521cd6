"""A walk ends, whatever a server answers."""

from typing import Any

import pytest

from session_directory_client import SchemaMismatchError, SessionScope
from session_directory_client.sessions import PageInfo, SessionConnection
from session_directory_client.walk import Walk


def page(cursor: str | None) -> SessionConnection:
    info = PageInfo(has_next_page=True, has_previous_page=False, start_cursor=None, end_cursor=cursor)
    return SessionConnection(SessionScope.ALL, None, (), info, 0, None)


@pytest.mark.parametrize("cursors", [[None], ["a", "a"], ["a", "b", "a"], ["a", "b", "c", "b"]])
def test_cursors_that_lead_round_in_a_circle_end_it(cursors: list[Any]) -> None:
    walk = Walk(SessionScope.ALL, None)
    for cursor in cursors[:-1]:
        walk.take(page(cursor))
    with pytest.raises(SchemaMismatchError):
        walk.take(page(cursors[-1]))
