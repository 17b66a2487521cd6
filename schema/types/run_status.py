"""The enum `RunStatus`."""

from resolvers.records import RunStatus
from schema.declaration import describe

__all__ = ["RunStatus"]

describe(
    RunStatus,
    "How a run stands. The first three are live, the others have ended.",
    PENDING="It has not begun.",
    RUNNING="It works.",
    CANCEL_REQUESTED="It was asked to stop and has not yet.",
    COMPLETED="It ended with a result.",
    FAILED="It ended with an error.",
    CANCELLED="It was stopped.",
    INTERRUPTED="It broke off before its end.",
    YIELDED="It gave way before its end, to go on in another run.",
)
