"""The enum `ProjectStatus`."""

from resolvers.records import ProjectStatus
from schema.declaration import describe

__all__ = ["ProjectStatus"]

describe(
    ProjectStatus,
    "How a project stands.",
    ACTIVE="Its sessions are shown.",
    DELETED="Its sessions vanish from every answer. Nothing is erased.",
)
