"""The enum `QueueStatus`."""

from resolvers.records import QueueStatus
from schema.declaration import describe

__all__ = ["QueueStatus"]

describe(
    QueueStatus,
    "What a session does with the inputs of its queue.",
    READY="It takes the next one at once.",
    RUNNING="A run of it is live: the next one waits for its end.",
    PAUSED="It was paused and takes none, whether or not a run is live.",
)
