"""The enum `BindingStatus`."""

from resolvers.records import BindingStatus
from schema.declaration import describe

__all__ = ["BindingStatus"]

describe(
    BindingStatus,
    "How a binding stands.",
    ACTIVE="The conversation is connected.",
    REVOKED="It was disconnected. That is final: a new connection gets a new id.",
)
