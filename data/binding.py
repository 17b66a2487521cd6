"""The records of a conversation binding, and of what stands around it at the fence."""

from collections.abc import Sequence
from datetime import datetime
from enum import Enum
from typing import NamedTuple

from data.session import Session


class BindingKind(Enum):
    """Which agent the conversation belongs to."""

    PROJECT = "PROJECT"
    STEWARD = "STEWARD"


class BindingAudience(Enum):
    """Who reads the conversation. PRIVATE is one person with the app; nothing else is ever discoverable."""

    PRIVATE = "PRIVATE"
    GROUP = "GROUP"
    CHANNEL = "CHANNEL"
    UNKNOWN = "UNKNOWN"


class BindingStatus(Enum):
    """REVOKED is a tombstone and final."""

    ACTIVE = "ACTIVE"
    REVOKED = "REVOKED"


class WorkspaceGrant(Enum):
    """What may be done in a workspace."""

    READ = "READ"
    WRITE = "WRITE"


class ProjectStatus(Enum):
    """How a project stands."""

    ACTIVE = "ACTIVE"
    DELETED = "DELETED"


class Binding(NamedTuple):
    """One binding."""

    kind: BindingKind
    audience: BindingAudience
    grant: WorkspaceGrant
    status: BindingStatus
    id: str
    project_id: str
    provider: str
    connection: str
    provider_app: str
    operator: str
    conversation: str | None
    executor_id: str | None
    replaced_by: str | None
    revoked_at: datetime | None

    def is_as(self, other: "Binding") -> bool:
        """Whether nothing differs that the decision compares (rules.md, section 3, row 13): when a tombstone was set is
        no part of it."""
        return self[:-1] == other[:-1]


class BoundProject(NamedTuple):
    """The project of a binding."""

    id: str
    status: ProjectStatus
    grant: WorkspaceGrant


class ConversationSession(NamedTuple):
    """A session of a binding, with the identity that it was given when the conversation was connected."""

    session: Session
    executor_id: str | None
    channel_id: str | None
    goal_id: str | None
    source_id: str | None


class Fence(NamedTuple):
    """A binding and what stands around it in one snapshot.

    `workspaces` counts the ACTIVE projects with the workspace of the binding's project. `sessions` are the visible
    sessions of the binding in the directory's order: the OPEN ones, and of the CLOSED ones the first.
    """

    binding: Binding
    project: BoundProject | None
    workspaces: int
    sessions: Sequence[ConversationSession]
