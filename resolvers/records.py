"""The records of `data` that outcomes carry, for the rooms above, which do not import `data`."""

from data.binding import BindingKind
from data.caller import Caller, CallerKind
from data.session import SESSION_ATTRIBUTES, Session, SessionStatus, Turn, TurnStatus, WaitKind

__all__ = [
    "SESSION_ATTRIBUTES",
    "BindingKind",
    "Caller",
    "CallerKind",
    "Session",
    "SessionStatus",
    "Turn",
    "TurnStatus",
    "WaitKind",
]
