"""The enum `QueuedInputStatus`."""

from resolvers.records import QueuedInputStatus
from schema.declaration import describe

__all__ = ["QueuedInputStatus"]

describe(
    QueuedInputStatus,
    "How an input in the queue of a session stands.",
    PENDING="It waits.",
    CONSUMED="A turn took it.",
    CANCELLED="It was taken back.",
)
