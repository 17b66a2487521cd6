"""The enum `SessionRecordStatus`."""

from resolvers.records import SessionRecordStatus
from schema.declaration import describe

__all__ = ["SessionRecordStatus"]

describe(
    SessionRecordStatus,
    "How a session stands, for a platform that publishes it.",
    OPEN="It can be continued.",
    CLOSED="It has ended and is history.",
    ARCHIVED="It was put away and is history.",
    DELETED="It vanishes from every answer, with all that is below it. Nothing is erased.",
)
