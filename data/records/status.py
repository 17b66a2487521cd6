"""What records say of how a thing stands, where no answer says it."""

from enum import Enum


class SessionRecordStatus(Enum):
    """How a session stands, deleted ones included."""

    OPEN = "OPEN"
    CLOSED = "CLOSED"
    ARCHIVED = "ARCHIVED"
    DELETED = "DELETED"


class QueuedInputStatus(Enum):
    """How an input in a session's queue stands."""

    PENDING = "PENDING"
    CONSUMED = "CONSUMED"
    CANCELLED = "CANCELLED"
