"""The six kinds of records: the one table of their fields, for all doors.

A field's annotation holds its rule, what it refers to, and whether it may lie in the future; `| None` says that null
is a value; without a default it is required. The names are those of the input types of the contract in snake_case, and
those of the columns.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal, TypeAlias

from data.records.rule import flag, identifier, instant, number, one_of, step, text
from data.tables import (
    BINDING_AUDIENCES,
    BINDING_KINDS,
    BINDING_STATUSES,
    PROJECT_STATUSES,
    QUEUED_INPUT_STATUSES,
    RUN_STATUSES,
    SESSION_STATUSES,
    TURN_STATUSES,
    WAIT_KINDS,
    WORKSPACE_GRANTS,
)

Kind: TypeAlias = Literal["project", "session", "turn", "run", "queuedInput", "binding"]

Key: TypeAlias = tuple[str, str, str]
"""An identity: owner, app and id."""


@dataclass(frozen=True, slots=True)
class RefersTo:
    """The field holds the id of a record of `kind`, of the same owner and app, which must be there."""

    kind: Kind


class Past:
    """The instant may not lie in the future."""


Id: TypeAlias = Annotated[str, identifier]
ProjectId: TypeAlias = Annotated[str, identifier, RefersTo("project")]
SessionId: TypeAlias = Annotated[str, identifier, RefersTo("session")]
TurnId: TypeAlias = Annotated[str, identifier, RefersTo("turn")]
BindingId: TypeAlias = Annotated[str, identifier, RefersTo("binding")]
Text: TypeAlias = Annotated[str, text]
Step: TypeAlias = Annotated[str, step]
Flag: TypeAlias = Annotated[bool, flag]
Version: TypeAlias = Annotated[int, number]
Instant: TypeAlias = Annotated[datetime, instant, Past()]
Lease: TypeAlias = Annotated[datetime, instant]
ProjectStatus: TypeAlias = Annotated[str, one_of(PROJECT_STATUSES)]
WorkspaceGrant: TypeAlias = Annotated[str, one_of(WORKSPACE_GRANTS)]
SessionStatus: TypeAlias = Annotated[str, one_of(SESSION_STATUSES)]
TurnStatus: TypeAlias = Annotated[str, one_of(TURN_STATUSES)]
WaitKind: TypeAlias = Annotated[str, one_of(WAIT_KINDS)]
RunStatus: TypeAlias = Annotated[str, one_of(RUN_STATUSES)]
QueuedInputStatus: TypeAlias = Annotated[str, one_of(QUEUED_INPUT_STATUSES)]
BindingKind: TypeAlias = Annotated[str, one_of(BINDING_KINDS)]
BindingAudience: TypeAlias = Annotated[str, one_of(BINDING_AUDIENCES)]
BindingStatus: TypeAlias = Annotated[str, one_of(BINDING_STATUSES)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What every record has. A version that is not larger than the stored one makes the record stale."""

    user_id: Id
    app_id: Id
    id: Id
    version: Version | None = None

    @property
    def key(self) -> Key:
        """Its identity among the records of its kind."""
        return self.user_id, self.app_id, self.id

    def key_of(self, other_id: str) -> Key:
        """The identity of what this record names `other_id`."""
        return self.user_id, self.app_id, other_id


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectRecord(Record):
    """A project; with its first one an owner and an app come into being."""

    name: Text | None = None
    status: ProjectStatus = "ACTIVE"
    workspace: Text | None = None
    grant: WorkspaceGrant = "READ"


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRecord(Record):
    """A session: the root of a tree, or a member below `parent_id`."""

    project_id: ProjectId
    parent_id: SessionId | None = None
    name: Step = "root"
    title: Text | None = None
    status: SessionStatus = "OPEN"
    queue_paused: Flag = False
    executor_id: Id | None = None
    channel_id: Text | None = None
    goal_id: Id | None = None
    binding_id: BindingId | None = None
    source_id: Id | None = None
    created_at: Instant | None = None
    last_activity_at: Instant | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRecord(Record):
    """A turn of a session. The runs that it names are not checked."""

    session_id: SessionId
    status: TurnStatus
    waiting_for: WaitKind | None = None
    current_run_id: Id | None = None
    result_run_id: Id | None = None
    created_at: Instant | None = None
    finished_at: Instant | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord(Record):
    """A run of a turn."""

    session_id: SessionId
    turn_id: TurnId
    status: RunStatus
    lease_expires_at: Lease | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuedInputRecord(Record):
    """An input that waits in a session's queue, or did."""

    session_id: SessionId
    status: QueuedInputStatus
    received_at: Instant | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BindingRecord(Record):
    """A conversation in a chat provider that is bound to a project."""

    project_id: ProjectId
    kind: BindingKind = "PROJECT"
    audience: BindingAudience = "UNKNOWN"
    provider: Text
    connection: Text
    provider_app: Text
    operator: Text
    conversation: Text | None = None
    executor_id: Id | None = None
    grant: WorkspaceGrant = "READ"
    status: BindingStatus = "ACTIVE"
    replaced_by: BindingId | None = None
    revoked_at: Instant | None = None


RECORD_TYPES: Mapping[str, type[Record]] = {
    "project": ProjectRecord,
    "session": SessionRecord,
    "turn": TurnRecord,
    "run": RunRecord,
    "queuedInput": QueuedInputRecord,
    "binding": BindingRecord,
}
