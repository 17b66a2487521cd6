"""The answers of `boundSession`. Attribute names are those of the GraphQL fields.

No refusal carries a session, provider text, a path or an operator.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import TypeAlias

from data.binding import BindingKind
from data.session import Session


class BindingNextStep(Enum):
    """What the client should do next."""

    FIX_CALL = "FIX_CALL"
    RECONNECT = "RECONNECT"
    RETRY = "RETRY"
    CONTINUE_IN_PROVIDER = "CONTINUE_IN_PROVIDER"
    ASK_OPERATOR = "ASK_OPERATOR"
    START_NEW = "START_NEW"


class BindingInvalidReason(Enum):
    """Why an id leads nowhere."""

    MALFORMED_ID = "MALFORMED_ID"
    UNKNOWN = "UNKNOWN"


class BindingFacet(Enum):
    """What no longer matches what was bound, or was found more than once."""

    BINDING = "BINDING"
    APP = "APP"
    OPERATOR = "OPERATOR"
    CONVERSATION = "CONVERSATION"
    WORKSPACE = "WORKSPACE"
    GRANT = "GRANT"
    EXECUTOR = "EXECUTOR"
    SESSION = "SESSION"


class BindingUnverifiedReason(Enum):
    """What could not be checked now."""

    PROVIDER_UNAVAILABLE = "PROVIDER_UNAVAILABLE"
    IDENTITY_UNVERIFIED = "IDENTITY_UNVERIFIED"
    STORE_UNAVAILABLE = "STORE_UNAVAILABLE"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundSession:
    """The one open session that continues the conversation."""

    conversation_binding_id: str
    kind: BindingKind
    session: Session
    channel_id: str
    goal_id: str | None
    verified_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class BindingRefusal:
    """What every refusal has: the id as it was sent, a message to its user, and the next step."""

    conversation_binding_id: str
    message: str
    next_step: BindingNextStep


@dataclass(frozen=True, slots=True, kw_only=True)
class NoOpenSession(BindingRefusal):
    """The binding is good and nothing is open under it."""

    last_closed_session: Session | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BindingInvalid(BindingRefusal):
    """The id is no binding of the caller."""

    reason: BindingInvalidReason


@dataclass(frozen=True, slots=True, kw_only=True)
class BindingNotPrivate(BindingRefusal):
    """The conversation is not, or no longer, one person with the app."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BindingRevoked(BindingRefusal):
    """The connection was ended."""

    revoked_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BindingChanged(BindingRefusal):
    """Something no longer matches what was bound. `replaced_by` is the successor of a binding that has one."""

    changed: BindingFacet
    replaced_by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BindingAmbiguous(BindingRefusal):
    """Something was found more than once."""

    ambiguous: BindingFacet


@dataclass(frozen=True, slots=True, kw_only=True)
class BindingUnverified(BindingRefusal):
    """Could not be checked now: nothing is known to be wrong with the binding."""

    reason: BindingUnverifiedReason


BoundSessionOutcome: TypeAlias = (
    BoundSession
    | NoOpenSession
    | BindingInvalid
    | BindingNotPrivate
    | BindingRevoked
    | BindingChanged
    | BindingAmbiguous
    | BindingUnverified
)
