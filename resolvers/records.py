"""The records of `data` that outcomes carry, for the rooms above, which do not import `data`."""

from data.binding import BindingKind
from data.caller import Caller, CallerKind
from data.session import SESSION_ATTRIBUTES, Session, SessionStatus, Turn, TurnStatus, WaitKind
from data.session_tree import QueueStatus, Run, RunStatus, SessionQueue, SessionTreeNode

__all__ = [
    "SESSION_ATTRIBUTES",
    "BindingKind",
    "Caller",
    "CallerKind",
    "QueueStatus",
    "Run",
    "RunStatus",
    "Session",
    "SessionQueue",
    "SessionStatus",
    "SessionTreeNode",
    "Turn",
    "TurnStatus",
    "WaitKind",
]
