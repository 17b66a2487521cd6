"""The enum `SessionStatus`."""

from resolvers.records import SessionStatus
from schema.declaration import describe

__all__ = ["SessionStatus"]

describe(
    SessionStatus,
    "How a session stands. Deleted sessions are never shown.",
    OPEN="It can be continued.",
    CLOSED="It has ended and is history.",
    ARCHIVED="It was put away and is history.",
)
