"""The records of `data` that outcomes carry, for the rooms above, which do not import `data`."""

from data.binding import BindingAudience, BindingKind, BindingStatus, ProjectStatus, WorkspaceGrant
from data.caller import Caller, CallerKind
from data.records import Problem, RawRecord
from data.records.status import QueuedInputStatus, SessionRecordStatus
from data.session import SESSION_ATTRIBUTES, Session, SessionStatus, Turn, TurnStatus, WaitKind
from data.session_tree import QueueStatus, Run, RunStatus, SessionQueue, SessionTreeNode

__all__ = [
    "SESSION_ATTRIBUTES",
    "BindingAudience",
    "BindingKind",
    "BindingStatus",
    "Caller",
    "CallerKind",
    "Problem",
    "ProjectStatus",
    "QueueStatus",
    "QueuedInputStatus",
    "RawRecord",
    "Run",
    "RunStatus",
    "Session",
    "SessionQueue",
    "SessionRecordStatus",
    "SessionStatus",
    "SessionTreeNode",
    "Turn",
    "TurnStatus",
    "WaitKind",
    "WorkspaceGrant",
]
