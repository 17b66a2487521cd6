"""The enum `BindingKind`."""

from resolvers.records import BindingKind
from schema.declaration import describe

__all__ = ["BindingKind"]

describe(
    BindingKind,
    "Which agent a conversation was connected to.",
    PROJECT="The agent of one project.",
    STEWARD="The steward, who works across the projects of a workspace.",
)
