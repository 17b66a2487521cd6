"""The enum `WaitKind`."""

from resolvers.records import WaitKind
from schema.declaration import describe

__all__ = ["WaitKind"]

describe(
    WaitKind,
    "What a WAITING turn waits for.",
    APPROVAL="A person has to allow what the agent wants to do.",
    ANSWER="A person has to answer a question.",
    COOPERATION="Another session has to do its part.",
)
