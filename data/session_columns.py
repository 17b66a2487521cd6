"""Which columns of sessions are read: those that an answer is made of."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from sqlalchemy import ColumnElement, null

from data.session import SESSION_ATTRIBUTES
from data.tables import sessions

T = TypeVar("T")

Columns: TypeAlias = Sequence[ColumnElement[Any]]

SESSION_COLUMNS = (
    sessions.c.id,
    sessions.c.title,
    sessions.c.path,
    sessions.c.root_session_id,
    sessions.c.project_id,
    sessions.c.status,
    sessions.c.last_activity_at,
    sessions.c.created_at,
    sessions.c.current_turn_id,
    sessions.c.current_turn_status,
    sessions.c.current_turn_waiting_for,
)
"""What `data.session.sessions_of` takes."""

_PLACE = frozenset({"id", "last_activity_at"})

_TURN_COLUMNS = frozenset({"current_turn_id", "current_turn_status", "current_turn_waiting_for"})


def session_columns(attributes: frozenset[str]) -> Columns:
    """`SESSION_COLUMNS` with NULL for what `attributes` of a session do not need. Its place in the order is always
    there."""
    needed = attributes | _PLACE | (_TURN_COLUMNS if "current_turn" in attributes else frozenset())
    return [column if column.name in needed else null().label(column.name) for column in SESSION_COLUMNS]


class ByAttributes(Generic[T]):
    """What is made of the columns that are read, made once for each set of them: there are no more than 128."""

    def __init__(self, make: Callable[[Columns], T], *, needed: frozenset[str] = _PLACE) -> None:
        self._make = make
        self._needed = needed
        self._made: dict[frozenset[str], T] = {}

    def reading(self, attributes: frozenset[str]) -> T:
        """That for these attributes of a session, and for those that are always needed."""
        wanted = (attributes & SESSION_ATTRIBUTES) | self._needed
        made = self._made.get(wanted)
        if made is None:
            made = self._made[wanted] = self._make(session_columns(wanted))
        return made
