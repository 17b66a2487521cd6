"""The enum `BindingAudience`."""

from resolvers.records import BindingAudience
from schema.declaration import describe

__all__ = ["BindingAudience"]

describe(
    BindingAudience,
    "Who reads a conversation. Only a PRIVATE one is ever discoverable.",
    PRIVATE="One person with the app.",
    GROUP="Several people.",
    CHANNEL="Whoever follows a channel.",
    UNKNOWN="Nobody has told.",
)
