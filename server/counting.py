"""The resolvers and the observer, with their refusals and outcomes counted."""

import asyncio
from collections.abc import Sequence

from data.binding_repository import BindingRepository
from data.caller import Caller
from data.pool import Pool
from data.records import RawRecord
from data.session import SESSION_ATTRIBUTES, Session
from data.session_repository import SessionRepository
from data.session_tree_repository import SessionTreeRepository
from providers.observation import Inquiry, Observation, ObservationFailedError, Observer
from resolvers.bound_session import OBSERVATION_SECONDS, BoundSessions
from resolvers.bound_session_outcome import BoundSession, BoundSessionOutcome
from resolvers.directory import Directory, SessionNotFound
from resolvers.publishing import Published, Publishing, PublishRefused
from resolvers.session_page import SessionPage
from resolvers.session_tree import SessionTree, SessionTreeOutcome, SessionTrees
from resolvers.sessions_refused import SessionsRefused
from resolvers.sessions_request import SessionsRequest
from server.metrics import Metrics


class CountedDirectory(Directory):
    """Counts its refusals by their codes or types, whatever is selected of them."""

    def __init__(self, sessions: SessionRepository, metrics: Metrics, *, project_limit: int) -> None:
        super().__init__(sessions, project_limit=project_limit)
        self._metrics = metrics

    async def session(
        self, caller: Caller, session_id: str, *, attributes: frozenset[str] = SESSION_ATTRIBUTES
    ) -> Session | SessionNotFound:
        """As `Directory`."""
        outcome = await super().session(caller, session_id, attributes=attributes)
        if isinstance(outcome, SessionNotFound):
            self._metrics.refused(SessionNotFound.__name__)
        return outcome

    async def sessions(
        self, request: SessionsRequest, *, attributes: frozenset[str] = SESSION_ATTRIBUTES
    ) -> SessionPage | SessionsRefused:
        """As `Directory`."""
        outcome = await super().sessions(request, attributes=attributes)
        if isinstance(outcome, SessionsRefused):
            self._metrics.refused(outcome.code.value)
        return outcome


class CountedBoundSessions(BoundSessions):
    """Counts its refusals by their types."""

    def __init__(
        self,
        bindings: BindingRepository,
        observer: Observer,
        metrics: Metrics,
        *,
        observation_seconds: float = OBSERVATION_SECONDS,
    ) -> None:
        super().__init__(bindings, CountedObserver(observer, metrics), observation_seconds=observation_seconds)
        self._metrics = metrics

    async def bound_session(
        self, caller: Caller, binding_id: str, *, attributes: frozenset[str] = SESSION_ATTRIBUTES
    ) -> BoundSessionOutcome:
        """As `BoundSessions`."""
        outcome = await super().bound_session(caller, binding_id, attributes=attributes)
        if not isinstance(outcome, BoundSession):
            self._metrics.refused(type(outcome).__name__)
        return outcome


class CountedSessionTrees(SessionTrees):
    """Counts its refusals by their types."""

    def __init__(self, trees: SessionTreeRepository, metrics: Metrics) -> None:
        super().__init__(trees)
        self._metrics = metrics

    async def session_tree(
        self, caller: Caller, session_id: str, *, attributes: frozenset[str] = SESSION_ATTRIBUTES
    ) -> SessionTreeOutcome:
        """As `SessionTrees`."""
        outcome = await super().session_tree(caller, session_id, attributes=attributes)
        if not isinstance(outcome, SessionTree):
            self._metrics.refused(type(outcome).__name__)
        return outcome


class CountedPublishing(Publishing):
    """Counts its refusals by their type."""

    def __init__(self, pool: Pool, metrics: Metrics) -> None:
        super().__init__(pool)
        self._metrics = metrics

    async def publish(self, caller: Caller, records: Sequence[RawRecord]) -> Published | PublishRefused:
        """As `Publishing`."""
        outcome = await super().publish(caller, records)
        if isinstance(outcome, PublishRefused):
            self._metrics.refused(PublishRefused.__name__)
        return outcome


class CountedObserver:
    """Counts what `observer` is asked, by the provider and how it ended."""

    def __init__(self, observer: Observer, metrics: Metrics) -> None:
        self._observer = observer
        self._metrics = metrics

    async def observe(self, inquiry: Inquiry) -> Sequence[Observation]:
        """As `observer`."""
        outcome = "defect"
        try:
            observations = await self._observer.observe(inquiry)
            outcome = "observed"
        except (ObservationFailedError, TimeoutError):
            outcome = "failed"
            raise
        except asyncio.CancelledError:
            outcome = "abandoned"
            raise
        finally:
            self._metrics.asked(inquiry.provider, outcome)
        return observations
