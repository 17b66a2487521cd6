"""The enum `TurnStatus`."""

from resolvers.records import TurnStatus
from schema.declaration import describe

__all__ = ["TurnStatus"]

describe(
    TurnStatus,
    "How a turn stands. The last three have ended.",
    RUNNING="The agent works on it.",
    WAITING="It waits for somebody: `waitingFor` says for what.",
    CANCELLING="It was asked to stop and has not yet.",
    COMPLETED="It ended with a result.",
    FAILED="It ended with an error.",
    CANCELLED="It was stopped.",
)
