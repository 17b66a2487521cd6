"""The session that continues a private conversation, or the reason why there is none to be trusted."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from session_directory_client.enums import (
    BindingFacet,
    BindingInvalidReason,
    BindingKind,
    BindingNextStep,
    BindingUnverifiedReason,
)
from session_directory_client.fields import (
    Fields,
    choice,
    instant,
    item,
    optional_choice,
    optional_instant,
    optional_item,
    optional_text,
    text,
)
from session_directory_client.sessions import Session, read_session
from session_directory_client.union import Readers, read_member


@dataclass(frozen=True, slots=True)
class BoundSession:
    """The one open session of the binding. `goal_id` is None for a PROJECT binding; `verified_at` is when the provider
    confirmed the conversation, for this very answer."""

    conversation_binding_id: str
    kind: BindingKind
    session: Session
    channel_id: str
    goal_id: str | None
    verified_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class BindingRefusal:
    """What all refusals have: what is wrong, for a person, and what to do next, for a program."""

    conversation_binding_id: str
    message: str
    next_step: BindingNextStep


@dataclass(frozen=True, slots=True, kw_only=True)
class NoOpenSession(BindingRefusal):
    """The binding is good and nothing is open under it. `last_closed_session` is history, never a target."""

    last_closed_session: Session | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BindingInvalid(BindingRefusal):
    """The id is no binding of the caller in this app."""

    reason: BindingInvalidReason


@dataclass(frozen=True, slots=True, kw_only=True)
class BindingNotPrivate(BindingRefusal):
    """The conversation is not one person with the app, or no longer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BindingRevoked(BindingRefusal):
    """The binding was revoked."""

    revoked_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BindingChanged(BindingRefusal):
    """Something is not as it was when the conversation was connected. `replaced_by` is the caller's own successor."""

    changed: BindingFacet
    replaced_by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BindingAmbiguous(BindingRefusal):
    """More than one thing answers to the binding, and the directory does not guess."""

    ambiguous: BindingFacet


@dataclass(frozen=True, slots=True, kw_only=True)
class BindingUnverified(BindingRefusal):
    """Could not be checked now: nothing is known to be wrong with the binding."""

    reason: BindingUnverifiedReason


@dataclass(frozen=True, slots=True)
class UnknownBindingAnswer:
    """A member that this version of the client does not know, with what every refusal tells if it is one."""

    typename: str
    conversation_binding_id: str | None
    message: str | None
    next_step: BindingNextStep | None


BoundSessionResult: TypeAlias = (
    BoundSession
    | NoOpenSession
    | BindingInvalid
    | BindingNotPrivate
    | BindingRevoked
    | BindingChanged
    | BindingAmbiguous
    | BindingUnverified
    | UnknownBindingAnswer
)


def read_bound_session(fields: Fields) -> BoundSessionResult:
    """Of `BoundSessionResult`."""
    return read_member(fields, _READERS, _unknown)


def _bound(fields: Fields) -> BoundSession:
    return BoundSession(
        conversation_binding_id=text(fields, "conversationBindingId"),
        kind=choice(BindingKind, fields, "kind"),
        session=item(read_session, fields, "session"),
        channel_id=text(fields, "channelId"),
        goal_id=optional_text(fields, "goalId"),
        verified_at=instant(fields, "verifiedAt"),
    )


def _refusal(fields: Fields) -> dict[str, Any]:
    return {
        "conversation_binding_id": text(fields, "conversationBindingId"),
        "message": text(fields, "message"),
        "next_step": choice(BindingNextStep, fields, "nextStep"),
    }


def _unknown(fields: Fields) -> UnknownBindingAnswer:
    return UnknownBindingAnswer(
        typename=text(fields, "__typename"),
        conversation_binding_id=optional_text(fields, "conversationBindingId"),
        message=optional_text(fields, "message"),
        next_step=optional_choice(BindingNextStep, fields, "nextStep"),
    )


def _no_open_session(fields: Fields) -> NoOpenSession:
    return NoOpenSession(
        **_refusal(fields), last_closed_session=optional_item(read_session, fields, "lastClosedSession")
    )


def _invalid(fields: Fields) -> BindingInvalid:
    return BindingInvalid(**_refusal(fields), reason=choice(BindingInvalidReason, fields, "invalid"))


def _not_private(fields: Fields) -> BindingNotPrivate:
    return BindingNotPrivate(**_refusal(fields))


def _revoked(fields: Fields) -> BindingRevoked:
    return BindingRevoked(**_refusal(fields), revoked_at=optional_instant(fields, "revokedAt"))


def _changed(fields: Fields) -> BindingChanged:
    return BindingChanged(
        **_refusal(fields),
        changed=choice(BindingFacet, fields, "changed"),
        replaced_by=optional_text(fields, "replacedBy"),
    )


def _ambiguous(fields: Fields) -> BindingAmbiguous:
    return BindingAmbiguous(**_refusal(fields), ambiguous=choice(BindingFacet, fields, "ambiguous"))


def _unverified(fields: Fields) -> BindingUnverified:
    return BindingUnverified(**_refusal(fields), reason=choice(BindingUnverifiedReason, fields, "unverified"))


_READERS: Readers[BoundSessionResult] = {
    "BoundSession": _bound,
    "NoOpenSession": _no_open_session,
    "BindingInvalid": _invalid,
    "BindingNotPrivate": _not_private,
    "BindingRevoked": _revoked,
    "BindingChanged": _changed,
    "BindingAmbiguous": _ambiguous,
    "BindingUnverified": _unverified,
}
