"""The GraphQL types, and how they are made from the models."""

from datetime import datetime
from enum import Enum
from typing import Annotated, Self

import strawberry

from bench.documented_strawberry import models


@strawberry.enum
class SessionScope(Enum):
    """Which sessions are listed."""

    PROJECT = "PROJECT"
    ALL = "ALL"


@strawberry.enum
class SessionStatus(Enum):
    """How a session stands."""

    OPEN = "OPEN"
    CLOSED = "CLOSED"
    ARCHIVED = "ARCHIVED"


@strawberry.enum
class TurnStatus(Enum):
    """How a turn stands."""

    RUNNING = "RUNNING"
    WAITING = "WAITING"
    CANCELLING = "CANCELLING"
    COMPLETED = "COMPLETED"
    FAILED = "FAILED"
    CANCELLED = "CANCELLED"


@strawberry.enum
class WaitKind(Enum):
    """What a turn waits for."""

    APPROVAL = "APPROVAL"
    ANSWER = "ANSWER"
    COOPERATION = "COOPERATION"


@strawberry.enum
class BindingKind(Enum):
    """Which agent a conversation belongs to."""

    PROJECT = "PROJECT"
    STEWARD = "STEWARD"


@strawberry.type
class Turn:
    """The current turn of a session."""

    id: strawberry.ID
    status: TurnStatus
    waiting_for: WaitKind | None

    @classmethod
    def from_instance(cls, instance: models.Session) -> Self | None:
        """The turn that a session names."""
        if instance.current_turn_id is None:
            return None
        waiting_for = instance.current_turn_waiting_for
        return cls(
            id=strawberry.ID(instance.current_turn_id),
            status=TurnStatus(instance.current_turn_status),
            waiting_for=None if waiting_for is None else WaitKind(waiting_for),
        )


@strawberry.type
class Session:
    """One session."""

    id: strawberry.ID
    title: str | None
    path: str
    root_session_id: strawberry.ID
    project_id: strawberry.ID
    status: SessionStatus
    last_activity_at: datetime
    created_at: datetime

    instance: strawberry.Private[models.Session]

    @strawberry.field
    def current_turn(self) -> Turn | None:
        """The newest turn."""
        return Turn.from_instance(self.instance)

    @classmethod
    def from_instance(cls, instance: models.Session) -> Self:
        """The session of an ORM object."""
        return cls(
            id=strawberry.ID(instance.id),
            title=instance.title,
            path=instance.path,
            root_session_id=strawberry.ID(instance.root_session_id),
            project_id=strawberry.ID(instance.project_id),
            status=SessionStatus(instance.status),
            last_activity_at=instance.last_activity_at,
            created_at=instance.created_at,
            instance=instance,
        )


@strawberry.type
class PageInfo:
    """What lies around a page."""

    has_next_page: bool
    end_cursor: str | None


@strawberry.type
class SessionConnection:
    """A page."""

    nodes: list[Session]
    page_info: PageInfo


@strawberry.type
class SessionsRefused:
    """Why there is no page."""

    code: str
    message: str


@strawberry.interface
class BindingRefusal:
    """Why there is no session."""

    message: str
    next_step: str


@strawberry.type
class BindingChanged(BindingRefusal):
    """Something is not as it was bound."""


@strawberry.type
class BoundSession:
    """The session of a bound conversation."""

    conversation_binding_id: strawberry.ID
    kind: BindingKind
    session: Session
    channel_id: str
    goal_id: strawberry.ID | None
    verified_at: datetime


SessionsResult = Annotated[SessionConnection | SessionsRefused, strawberry.union("SessionsResult")]
BoundSessionResult = Annotated[BoundSession | BindingChanged, strawberry.union("BoundSessionResult")]
