"""What `publish` takes: the input types of the contract, field by field, for type checkers.

An absent field is null or its default, never "as before".
"""

from datetime import datetime
from typing import Literal, Required, TypeAlias, TypedDict

Instant: TypeAlias = datetime | str
"""An aware datetime, or ISO 8601 with an offset."""

_Grant: TypeAlias = Literal["READ", "WRITE"]


class ProjectRecord(TypedDict, total=False):
    """A project."""

    userId: Required[str]
    appId: Required[str]
    id: Required[str]
    name: str | None
    status: Literal["ACTIVE", "DELETED"]
    workspace: str | None
    grant: _Grant
    version: int | None


class SessionRecord(TypedDict, total=False):
    """A session."""

    userId: Required[str]
    appId: Required[str]
    id: Required[str]
    projectId: Required[str]
    parentId: str | None
    name: str
    title: str | None
    status: Literal["OPEN", "CLOSED", "ARCHIVED", "DELETED"]
    queuePaused: bool
    executorId: str | None
    channelId: str | None
    goalId: str | None
    bindingId: str | None
    sourceId: str | None
    createdAt: Instant | None
    lastActivityAt: Instant | None
    version: int | None


class TurnRecord(TypedDict, total=False):
    """A turn of a session."""

    userId: Required[str]
    appId: Required[str]
    id: Required[str]
    sessionId: Required[str]
    status: Required[Literal["RUNNING", "WAITING", "CANCELLING", "COMPLETED", "FAILED", "CANCELLED"]]
    waitingFor: Literal["APPROVAL", "ANSWER", "COOPERATION"] | None
    currentRunId: str | None
    resultRunId: str | None
    createdAt: Instant | None
    finishedAt: Instant | None
    version: int | None


class RunRecord(TypedDict, total=False):
    """A run of a turn."""

    userId: Required[str]
    appId: Required[str]
    id: Required[str]
    sessionId: Required[str]
    turnId: Required[str]
    status: Required[
        Literal["PENDING", "RUNNING", "CANCEL_REQUESTED", "COMPLETED", "FAILED", "CANCELLED", "INTERRUPTED", "YIELDED"]
    ]
    leaseExpiresAt: Instant | None
    version: int | None


class QueuedInputRecord(TypedDict, total=False):
    """An input that waits in a session's queue."""

    userId: Required[str]
    appId: Required[str]
    id: Required[str]
    sessionId: Required[str]
    status: Required[Literal["PENDING", "CONSUMED", "CANCELLED"]]
    receivedAt: Instant | None
    version: int | None


class BindingRecord(TypedDict, total=False):
    """A conversation of a chat provider that is bound to a project."""

    userId: Required[str]
    appId: Required[str]
    id: Required[str]
    projectId: Required[str]
    kind: Literal["PROJECT", "STEWARD"]
    audience: Literal["PRIVATE", "GROUP", "CHANNEL", "UNKNOWN"]
    provider: Required[str]
    connection: Required[str]
    providerApp: Required[str]
    operator: Required[str]
    conversation: str | None
    executorId: str | None
    grant: _Grant
    status: Literal["ACTIVE", "REVOKED"]
    replacedBy: str | None
    revokedAt: Instant | None
    version: int | None


class RecordInput(TypedDict, total=False):
    """Exactly one of its members."""

    project: ProjectRecord
    session: SessionRecord
    turn: TurnRecord
    run: RunRecord
    queuedInput: QueuedInputRecord
    binding: BindingRecord
