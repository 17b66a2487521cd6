"""Evidence that is good in everything, and ways to change one thing of it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from data.binding import (
    Binding,
    BindingAudience,
    BindingKind,
    BindingStatus,
    BoundProject,
    ConversationSession,
    Fence,
    ProjectStatus,
    WorkspaceGrant,
)
from data.session import Session, SessionStatus
from providers.observation import Observation
from resolvers.bound_session_outcome import (
    BindingAmbiguous,
    BindingChanged,
    BindingInvalid,
    BindingRefusal,
    BindingUnverified,
    BoundSessionOutcome,
)
from resolvers.evidence import Evidence, Observed

NOW = datetime(2026, 11, 30, 17, 55, 25, 145076, tzinfo=UTC)

BINDING = Binding(
    kind=BindingKind.PROJECT,
    audience=BindingAudience.PRIVATE,
    grant=WorkspaceGrant.WRITE,
    status=BindingStatus.ACTIVE,
    id="bind",
    project_id="garden",
    provider="demo",
    connection="main",
    provider_app="app",
    operator="ada",
    conversation="chat",
    executor_id="robot",
    replaced_by=None,
    revoked_at=None,
)
OBSERVATION = Observation(
    connection="main", provider_app="app", operator="ada", conversation="chat", private=True, verified=True
)
OPEN = ConversationSession(
    session=Session("roses", None, "/root", "roses", "garden", SessionStatus.OPEN, NOW, NOW, None),
    executor_id="robot",
    channel_id="project.external.bind.source",
    goal_id=None,
    source_id="source",
)
FENCE = Fence(
    binding=BINDING,
    project=BoundProject("garden", ProjectStatus.ACTIVE, WorkspaceGrant.WRITE),
    workspaces=1,
    sessions=(OPEN,),
)
GOOD = Evidence(binding_id="bind", before=BINDING, observed=Observed((OBSERVATION,), NOW), after=FENCE)

Change = Callable[[Evidence], Evidence]
Told = tuple[str, str | None, str | None]


def told(outcome: BoundSessionOutcome) -> Told:
    """An answer in short: its member of the union, its reason or facet, and the next step."""
    reason: Any = None
    match outcome:
        case BindingInvalid(reason=reason) | BindingUnverified(reason=reason):
            pass
        case BindingChanged(changed=reason) | BindingAmbiguous(ambiguous=reason):
            pass
    next_step = outcome.next_step.name if isinstance(outcome, BindingRefusal) else None
    return type(outcome).__name__, reason and reason.name, next_step


def first_read(**changes: Any) -> Change:
    """Other fields of the binding, at both reads."""

    def change(evidence: Evidence) -> Evidence:
        before = evidence.binding._replace(**changes)
        after = evidence.after and evidence.after._replace(binding=evidence.after.binding._replace(**changes))
        return evidence._replace(before=before, after=after)

    return change


def second_read(**changes: Any) -> Change:
    """Other fields of the binding at the fence."""

    def change(evidence: Evidence) -> Evidence:
        return evidence._replace(after=evidence.fence._replace(binding=evidence.fence.binding._replace(**changes)))

    return change


def observed(**changes: Any) -> Change:
    """Other fields of every observation."""

    def change(evidence: Evidence) -> Evidence:
        assert evidence.observed is not None
        observations = [replace(one, **changes) for one in evidence.observed.observations]
        return evidence._replace(observed=evidence.observed._replace(observations=observations))

    return change


def observations(*given: Observation) -> Change:
    return lambda evidence: evidence._replace(observed=Observed(given, NOW))


def fenced(**changes: Any) -> Change:
    """Something else around the binding at the fence."""
    return lambda evidence: evidence._replace(after=evidence.fence._replace(**changes))


def open_session(**changes: Any) -> Change:
    """Other fields of every OPEN session; those of the session itself too."""
    own = {name: changes.pop(name) for name in list(changes) if name in Session._fields}

    def change(evidence: Evidence) -> Evidence:
        sessions = [one._replace(session=one.session._replace(**own), **changes) for one in evidence.fence.sessions]
        return fenced(sessions=sessions)(evidence)

    return change


def session(status: SessionStatus, session_id: str, **changes: Any) -> ConversationSession:
    return OPEN._replace(session=OPEN.session._replace(id=session_id, status=status), **changes)


def twice(evidence: Evidence) -> Evidence:
    """Everything that was observed, once more."""
    assert evidence.observed is not None
    given = tuple(evidence.observed.observations)
    return observations(*given, *given)(evidence)


def opened_twice(evidence: Evidence) -> Evidence:
    return fenced(sessions=(*evidence.fence.sessions, *evidence.fence.sessions))(evidence)


REVOKED = {"status": BindingStatus.REVOKED}
REPLACED = {"status": BindingStatus.REVOKED, "replaced_by": "next"}

# Each row with the evidence that makes it apply, in the order of the table.
