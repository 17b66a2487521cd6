"""The records of a session as the directory shows it."""

from collections.abc import Iterable
from datetime import datetime
from enum import Enum
from typing import Any, NamedTuple


class SessionStatus(Enum):
    """How a visible session stands. Deleted ones are never read."""

    OPEN = "OPEN"
    CLOSED = "CLOSED"
    ARCHIVED = "ARCHIVED"


class TurnStatus(Enum):
    """How a turn stands."""

    RUNNING = "RUNNING"
    WAITING = "WAITING"
    CANCELLING = "CANCELLING"
    COMPLETED = "COMPLETED"
    FAILED = "FAILED"
    CANCELLED = "CANCELLED"


class WaitKind(Enum):
    """What a WAITING turn waits for."""

    APPROVAL = "APPROVAL"
    ANSWER = "ANSWER"
    COOPERATION = "COOPERATION"


class Position(NamedTuple):
    """A place in the directory's order, whether or not a session stands there still."""

    last_activity_at: datetime
    session_id: str


class Turn(NamedTuple):
    """The current turn of a session. `waiting_for` is None unless it is WAITING."""

    id: str
    status: TurnStatus
    waiting_for: WaitKind | None


class Session(NamedTuple):
    """One session with its current turn. Instants are aware UTC. A tuple: a page makes a hundred of them at once."""

    id: str
    title: str | None
    path: str
    root_session_id: str
    project_id: str
    status: SessionStatus
    last_activity_at: datetime
    created_at: datetime
    current_turn: Turn | None

    @property
    def position(self) -> Position:
        """Where it stands in the directory's order."""
        return Position(self.last_activity_at, self.id)


SESSION_ATTRIBUTES = frozenset(Session._fields)
"""Everything that a session can be asked for."""

_STATUSES: dict[str | None, Any] = {None: None} | {status.value: status for status in SessionStatus}
_TURN_STATUSES = {status.value: status for status in TurnStatus}
_WAIT_KINDS: dict[str | None, WaitKind | None] = {None: None} | {kind.value: kind for kind in WaitKind}


# A named tuple's own constructor is a Python function, which a page calls two hundred times.
_tuple = tuple.__new__


def sessions_of(rows: Iterable[Iterable[Any]]) -> list[Session]:
    """The records of rows' values, in the order of `data.session_columns`. What was not read is None."""
    return [
        _tuple(
            Session,
            (
                session_id,
                title,
                path,
                root,
                project_id,
                _STATUSES[status],
                active,
                created,
                None if turn_id is None else _tuple(Turn, (turn_id, _TURN_STATUSES[turn_status], _WAIT_KINDS[awaited])),
            ),
        )
        for session_id, title, path, root, project_id, status, active, created, turn_id, turn_status, awaited in rows
    ]
