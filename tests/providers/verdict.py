"""What the decision on a bound session is, after a provider was really asked and everything else is in order."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

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
from providers.observation import Inquiry, Observation, ObservationFailedError, Observer
from resolvers.bound_session_outcome import BindingAmbiguous, BindingChanged, BindingUnverified, BoundSessionOutcome
from resolvers.decision import decide
from resolvers.evidence import Evidence, Observed

NOW = datetime(2026, 11, 30, 17, 55, 25, tzinfo=UTC)
SESSION = ConversationSession(
    session=Session("roses", None, "/root", "roses", "garden", SessionStatus.OPEN, NOW, NOW, None),
    executor_id="robot",
    channel_id="project.external.bind.source",
    goal_id=None,
    source_id="source",
)

BOUND = "BoundSession"
UNAVAILABLE = "BindingUnverified PROVIDER_UNAVAILABLE"
IDENTITY = "BindingUnverified IDENTITY_UNVERIFIED"
APP = "BindingChanged APP"
OPERATOR = "BindingChanged OPERATOR"
CONVERSATION = "BindingChanged CONVERSATION"
NOT_PRIVATE = "BindingNotPrivate"
TWICE = "BindingAmbiguous BINDING"


@dataclass(frozen=True)
class Verdict:
    """The answer in short, and the observations or the failure that it came from."""

    answer: str
    observations: Sequence[Observation] = ()
    failure: str | None = None


def inquiry(binding: Binding) -> Inquiry:
    return Inquiry(
        "desk",
        "planted-user",
        binding.id,
        binding.provider,
        binding.connection,
        binding.provider_app,
        binding.operator,
        binding.conversation,
    )


def bound(provider: str, provider_app: str, operator: str, conversation: str | None) -> Binding:
    return Binding(
        kind=BindingKind.PROJECT,
        audience=BindingAudience.PRIVATE,
        grant=WorkspaceGrant.READ,
        status=BindingStatus.ACTIVE,
        id="bind",
        project_id="garden",
        provider=provider,
        connection="main",
        provider_app=provider_app,
        operator=operator,
        conversation=conversation,
        executor_id="robot",
        replaced_by=None,
        revoked_at=None,
    )


async def verdict(observer: Observer, binding: Binding) -> Verdict:
    """Ask `observer` and decide. Nothing planted may stand in what it raises, or in what that came from."""
    try:
        observations = await observer.observe(inquiry(binding))
    except ObservationFailedError as failure:
        _search(failure)
        return Verdict(_told(_decide(binding, None)), failure=str(failure))
    return Verdict(_told(_decide(binding, Observed(observations, NOW))), observations)


def _search(error: BaseException | None) -> None:
    while error is not None:
        assert "planted" not in f"{error!r} {error.args}"
        error = error.__cause__ or error.__context__


def _decide(binding: Binding, observed: Observed | None) -> BoundSessionOutcome:
    project = BoundProject("garden", ProjectStatus.ACTIVE, WorkspaceGrant.WRITE)
    fence = Fence(binding=binding, project=project, workspaces=1, sessions=(SESSION,))
    return decide(Evidence(binding_id=binding.id, before=binding, observed=observed, after=fence))


def _told(outcome: BoundSessionOutcome) -> str:
    match outcome:
        case BindingUnverified(reason=why) | BindingChanged(changed=why) | BindingAmbiguous(ambiguous=why):
            return f"{type(outcome).__name__} {why.name}"
    return type(outcome).__name__
