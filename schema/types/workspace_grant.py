"""The enum `WorkspaceGrant`."""

from resolvers.records import WorkspaceGrant
from schema.declaration import describe

__all__ = ["WorkspaceGrant"]

describe(
    WorkspaceGrant,
    "What may be done in a workspace.",
    READ="Read.",
    WRITE="Read and write.",
)
