"""What each refusal of `boundSession` says to its user, and what it asks for next."""

from collections.abc import Mapping
from datetime import datetime

from data.session import Session
from resolvers.bound_session_outcome import (
    BindingAmbiguous,
    BindingChanged,
    BindingFacet,
    BindingInvalid,
    BindingInvalidReason,
    BindingNextStep,
    BindingNotPrivate,
    BindingRevoked,
    BindingUnverified,
    BindingUnverifiedReason,
    NoOpenSession,
)

_INVALID: Mapping[BindingInvalidReason, tuple[BindingNextStep, str]] = {
    BindingInvalidReason.MALFORMED_ID: (
        BindingNextStep.FIX_CALL,
        "This is no id: 1 to 160 characters without control characters, and no white space around them.",
    ),
    BindingInvalidReason.UNKNOWN: (
        BindingNextStep.RECONNECT,
        "You have no binding with this id in this app: connect the conversation.",
    ),
}

_CHANGED: Mapping[BindingFacet, tuple[BindingNextStep, str]] = {
    BindingFacet.BINDING: (
        BindingNextStep.RECONNECT,
        "The binding was replaced or changed: go on with the one that replacedBy names, or connect again.",
    ),
    BindingFacet.APP: (
        BindingNextStep.RECONNECT,
        "The provider reports another App than was bound: connect the conversation again.",
    ),
    BindingFacet.OPERATOR: (
        BindingNextStep.RECONNECT,
        "The provider reports another person than was bound: connect the conversation again.",
    ),
    BindingFacet.CONVERSATION: (
        BindingNextStep.RECONNECT,
        "The conversation moved, or is another than was bound: connect it again.",
    ),
    BindingFacet.WORKSPACE: (
        BindingNextStep.ASK_OPERATOR,
        "The project of this conversation is gone: ask the operator of the app.",
    ),
    BindingFacet.GRANT: (
        BindingNextStep.RECONNECT,
        "The project no longer offers what was granted: connect the conversation again.",
    ),
    BindingFacet.EXECUTOR: (
        BindingNextStep.RECONNECT,
        "The open session has another executor than was bound: connect the conversation again.",
    ),
    BindingFacet.SESSION: (
        BindingNextStep.START_NEW,
        "The open session is not the one that was bound: start a new one.",
    ),
}

_AMBIGUOUS: Mapping[BindingFacet, str] = {
    BindingFacet.BINDING: "The provider reports this conversation more than once: ask the operator of the app.",
    BindingFacet.WORKSPACE: "Several projects share this workspace: ask the operator of the app.",
    BindingFacet.SESSION: "Several sessions are open in this conversation: ask the operator of the app.",
}

_UNVERIFIED: Mapping[BindingUnverifiedReason, str] = {
    BindingUnverifiedReason.PROVIDER_UNAVAILABLE: "The provider did not confirm the conversation: try again.",
    BindingUnverifiedReason.IDENTITY_UNVERIFIED: "The provider did not vouch for the identities: try again.",
    BindingUnverifiedReason.STORE_UNAVAILABLE: "The directory could not read its records: try again.",
}


def invalid(binding_id: str, reason: BindingInvalidReason) -> BindingInvalid:
    """The id leads nowhere."""
    next_step, message = _INVALID[reason]
    return BindingInvalid(conversation_binding_id=binding_id, message=message, next_step=next_step, reason=reason)


def ended(binding_id: str, revoked_at: datetime | None) -> BindingRevoked:
    """The connection was ended."""
    return BindingRevoked(
        conversation_binding_id=binding_id,
        message="This connection was ended: connect the conversation again.",
        next_step=BindingNextStep.RECONNECT,
        revoked_at=revoked_at,
    )


def not_private(binding_id: str) -> BindingNotPrivate:
    """One text for every kind of group: nothing is said about it."""
    return BindingNotPrivate(
        conversation_binding_id=binding_id,
        message="This conversation is not between one person and the app: go on where it takes place.",
        next_step=BindingNextStep.CONTINUE_IN_PROVIDER,
    )


def changed(binding_id: str, facet: BindingFacet, *, replaced_by: str | None = None) -> BindingChanged:
    """`facet` no longer matches what was bound."""
    next_step, message = _CHANGED[facet]
    return BindingChanged(
        conversation_binding_id=binding_id,
        message=message,
        next_step=next_step,
        changed=facet,
        replaced_by=replaced_by,
    )


def ambiguous(binding_id: str, facet: BindingFacet) -> BindingAmbiguous:
    """`facet` was found more than once: BINDING, WORKSPACE or SESSION."""
    return BindingAmbiguous(
        conversation_binding_id=binding_id,
        message=_AMBIGUOUS[facet],
        next_step=BindingNextStep.ASK_OPERATOR,
        ambiguous=facet,
    )


def unverified(binding_id: str, reason: BindingUnverifiedReason) -> BindingUnverified:
    """It could not be checked now; nothing is known to be wrong."""
    return BindingUnverified(
        conversation_binding_id=binding_id,
        message=_UNVERIFIED[reason],
        next_step=BindingNextStep.RETRY,
        reason=reason,
    )


def no_open_session(binding_id: str, last_closed: Session | None) -> NoOpenSession:
    """The binding is good and nothing is open under it."""
    return NoOpenSession(
        conversation_binding_id=binding_id,
        message="No session is open in this conversation: start a new one.",
        next_step=BindingNextStep.START_NEW,
        last_closed_session=last_closed,
    )
