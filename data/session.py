"""The records of a session as the directory shows it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any, NamedTuple

from data.tables import sessions


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


@dataclass(frozen=True, slots=True)
class Turn:
    """The current turn of a session. `waiting_for` is None unless it is WAITING."""

    id: str
    status: TurnStatus
    waiting_for: WaitKind | None


@dataclass(frozen=True, slots=True)
class Session:
    """One session with its current turn. Instants are aware UTC."""

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
"""What `session_of` takes."""


def session_of(values: Iterable[Any]) -> Session:
    """The record of a row's values of `SESSION_COLUMNS`, in that order."""
    session_id, title, path, root, project_id, status, active, created, turn_id, turn_status, waiting_for = values
    turn = None if turn_id is None else _turn(turn_id, turn_status, waiting_for)
    return Session(session_id, title, path, root, project_id, SessionStatus(status), active, created, turn)


def _turn(turn_id: str, status: str, waiting_for: str | None) -> Turn:
    return Turn(turn_id, TurnStatus(status), None if waiting_for is None else WaitKind(waiting_for))
