"""Which session continues a conversation: a pure decision on what was observed (rules.md, section 3).

Each row of the table is a function of the evidence that answers, or passes with None. Adding a rule is adding a row.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from data.binding import (
    Binding,
    BindingAudience,
    BindingKind,
    BindingStatus,
    ConversationSession,
    ProjectStatus,
    WorkspaceGrant,
)
from data.identifier import is_identifier
from data.session import SessionStatus
from resolvers.binding_refusal import ambiguous, changed, ended, invalid, no_open_session, not_private, unverified
from resolvers.bound_session_outcome import (
    BindingFacet,
    BindingInvalidReason,
    BindingUnverifiedReason,
    BoundSession,
    BoundSessionOutcome,
)
from resolvers.evidence import Evidence, sure

_GOAL = {BindingKind.PROJECT: None, BindingKind.STEWARD: "loopx-manager"}
_CHANNEL = {BindingKind.PROJECT: "project.external", BindingKind.STEWARD: "manager.external.native"}

Row: TypeAlias = Callable[[Evidence], BoundSessionOutcome | None]


def first_answer(rows: Sequence[Row], evidence: Evidence) -> BoundSessionOutcome | None:
    """The answer of the first of `rows` that does not pass."""
    for row in rows:
        answer = row(evidence)
        if answer is not None:
            return answer
    return None


def decide(evidence: Evidence) -> BoundSessionOutcome:
    """The answer on complete evidence: that of the first row which does not pass, or row 21."""
    return first_answer(TABLE, evidence) or bound_session(evidence)


def decide_at_the_fence(evidence: Evidence) -> BoundSessionOutcome:
    """As `decide`, where every row before the fence passed already."""
    return first_answer(OF_THE_FENCE, evidence) or bound_session(evidence)


# ------------------------------------------------------------------------------------------------ the call


def malformed_id(evidence: Evidence) -> BoundSessionOutcome | None:
    """Row 1."""
    if is_identifier(evidence.binding_id):
        return None
    return invalid(evidence.binding_id, BindingInvalidReason.MALFORMED_ID)


# ------------------------------------------------------------------------------------------------ the binding


def unreadable(evidence: Evidence) -> BoundSessionOutcome | None:
    """The last row, at the first read."""
    if not evidence.store_failed or evidence.before is not None:
        return None
    return unverified(evidence.binding_id, BindingUnverifiedReason.STORE_UNAVAILABLE)


def unknown(evidence: Evidence) -> BoundSessionOutcome | None:
    """Row 2."""
    if evidence.before is not None:
        return None
    return invalid(evidence.binding_id, BindingInvalidReason.UNKNOWN)


def replaced(evidence: Evidence) -> BoundSessionOutcome | None:
    """Row 3. A tombstone that names itself has no successor: whoever followed it would never arrive."""
    successor = evidence.binding.replaced_by
    if evidence.binding.status is not BindingStatus.REVOKED or successor in (None, evidence.binding.id):
        return None
    return changed(evidence.binding_id, BindingFacet.BINDING, replaced_by=successor)


def revoked(evidence: Evidence) -> BoundSessionOutcome | None:
    """Row 4."""
    if evidence.binding.status is not BindingStatus.REVOKED:
        return None
    return ended(evidence.binding_id, evidence.binding.revoked_at)


def audience_not_private(evidence: Evidence) -> BoundSessionOutcome | None:
    """Row 5."""
    if evidence.binding.audience is BindingAudience.PRIVATE:
        return None
    return not_private(evidence.binding_id)


# ------------------------------------------------------------------------------------------------ the provider


def provider_unavailable(evidence: Evidence) -> BoundSessionOutcome | None:
    """Row 6; but a binding that ended while its provider was silent is answered so, once the fence was read."""
    if evidence.heard:
        return None
    return _ended_meanwhile(evidence) or unverified(evidence.binding_id, BindingUnverifiedReason.PROVIDER_UNAVAILABLE)


def identity_unverified(evidence: Evidence) -> BoundSessionOutcome | None:
    """Row 7."""
    if all(one.verified is True for one in evidence.counting):
        return None
    return unverified(evidence.binding_id, BindingUnverifiedReason.IDENTITY_UNVERIFIED)


def app_changed(evidence: Evidence) -> BoundSessionOutcome | None:
    """Row 8."""
    bound = (evidence.binding.connection, evidence.binding.provider_app)
    if all((one.connection, one.provider_app) == bound for one in evidence.counting):
        return None
    return changed(evidence.binding_id, BindingFacet.APP)


def operator_changed(evidence: Evidence) -> BoundSessionOutcome | None:
    """Row 9. Nobody known is not another: row 11 refuses that."""
    if all(one.operator in {evidence.binding.operator, None} for one in evidence.counting):
        return None
    return changed(evidence.binding_id, BindingFacet.OPERATOR)


def conversation_changed(evidence: Evidence) -> BoundSessionOutcome | None:
    """Row 10."""
    if evidence.counting:
        return None
    return changed(evidence.binding_id, BindingFacet.CONVERSATION)


def no_longer_private(evidence: Evidence) -> BoundSessionOutcome | None:
    """Row 11. A conversation with nobody known is of unknown kind."""
    if all(one.private is True and one.operator is not None for one in evidence.counting):
        return None
    return not_private(evidence.binding_id)


def conversation_twice(evidence: Evidence) -> BoundSessionOutcome | None:
    """Row 12."""
    if len(evidence.counting) == 1:
        return None
    return ambiguous(evidence.binding_id, BindingFacet.BINDING)


# ------------------------------------------------------------------------------------------------ the fence


def unreadable_again(evidence: Evidence) -> BoundSessionOutcome | None:
    """The last row, at the fence."""
    if not evidence.store_failed:
        return None
    return unverified(evidence.binding_id, BindingUnverifiedReason.STORE_UNAVAILABLE)


def binding_changed(evidence: Evidence) -> BoundSessionOutcome | None:
    """Row 13: rows 3, 4 and 5 if they apply now, or else a change."""
    if evidence.after is None:
        return changed(evidence.binding_id, BindingFacet.BINDING)
    if evidence.after.binding.is_as(evidence.binding):
        return None
    return _ended_meanwhile(evidence) or changed(evidence.binding_id, BindingFacet.BINDING)


def _ended_meanwhile(evidence: Evidence) -> BoundSessionOutcome | None:
    """Rows 3, 4 and 5 on the binding as the fence read it."""
    if evidence.after is None:
        return None
    return first_answer(ENDINGS, evidence._replace(before=evidence.after.binding))


def project_gone(evidence: Evidence) -> BoundSessionOutcome | None:
    """Row 14."""
    project = evidence.fence.project
    if project is not None and project.status is ProjectStatus.ACTIVE:
        return None
    return changed(evidence.binding_id, BindingFacet.WORKSPACE)


def workspace_twice(evidence: Evidence) -> BoundSessionOutcome | None:
    """Row 15."""
    if evidence.fence.workspaces <= 1:
        return None
    return ambiguous(evidence.binding_id, BindingFacet.WORKSPACE)


def grant_narrowed(evidence: Evidence) -> BoundSessionOutcome | None:
    """Row 16. Widening changes nothing."""
    offered = sure(evidence.fence.project).grant
    if evidence.binding.grant is WorkspaceGrant.READ or offered is WorkspaceGrant.WRITE:
        return None
    return changed(evidence.binding_id, BindingFacet.GRANT)


def session_changed(evidence: Evidence) -> BoundSessionOutcome | None:
    """Row 17."""
    if all(_belongs(bound, evidence.binding) for bound in evidence.open_sessions):
        return None
    return changed(evidence.binding_id, BindingFacet.SESSION)


def _belongs(bound: ConversationSession, binding: Binding) -> bool:
    return (
        bound.session.project_id == binding.project_id
        and bound.goal_id == _GOAL[binding.kind]
        and bound.source_id is not None
        and bound.channel_id == f"{_CHANNEL[binding.kind]}.{binding.id}.{bound.source_id}"
    )


def executor_changed(evidence: Evidence) -> BoundSessionOutcome | None:
    """Row 18."""
    if all(bound.executor_id == evidence.binding.executor_id for bound in evidence.open_sessions):
        return None
    return changed(evidence.binding_id, BindingFacet.EXECUTOR)


def several_open(evidence: Evidence) -> BoundSessionOutcome | None:
    """Row 19."""
    if len(evidence.open_sessions) <= 1:
        return None
    return ambiguous(evidence.binding_id, BindingFacet.SESSION)


def none_open(evidence: Evidence) -> BoundSessionOutcome | None:
    """Row 20."""
    if evidence.open_sessions:
        return None
    closed = (bound.session for bound in evidence.fence.sessions if bound.session.status is SessionStatus.CLOSED)
    return no_open_session(evidence.binding_id, next(closed, None))


def bound_session(evidence: Evidence) -> BoundSession:
    """Row 21."""
    (bound,) = evidence.open_sessions
    return BoundSession(
        conversation_binding_id=evidence.binding_id,
        kind=evidence.binding.kind,
        session=bound.session,
        channel_id=sure(bound.channel_id),
        goal_id=bound.goal_id,
        verified_at=sure(evidence.observed).at,
    )


# ------------------------------------------------------------------------------------------------ the table

ENDINGS: Sequence[Row] = (replaced, revoked, audience_not_private)  # 3 to 5

OF_THE_CALL: Sequence[Row] = (malformed_id,)  # 1
OF_THE_BINDING: Sequence[Row] = (unreadable, unknown, *ENDINGS)  # -, 2 to 5
OF_THE_PROVIDER: Sequence[Row] = (  # 6 to 12
    provider_unavailable,
    identity_unverified,
    app_changed,
    operator_changed,
    conversation_changed,
    no_longer_private,
    conversation_twice,
)
OF_THE_FENCE: Sequence[Row] = (  # -, 13 to 20
    unreadable_again,
    binding_changed,
    project_gone,
    workspace_twice,
    grant_narrowed,
    session_changed,
    executor_changed,
    several_open,
    none_open,
)

TABLE: Sequence[Row] = (*OF_THE_CALL, *OF_THE_BINDING, *OF_THE_PROVIDER, *OF_THE_FENCE)
