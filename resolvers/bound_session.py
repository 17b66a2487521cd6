"""Answers `boundSession`: the reads, the provider and the fence around the pure decision (rules.md, section 3)."""

from datetime import UTC, datetime

from data.binding import Binding
from data.binding_repository import BindingRepository
from data.caller import Caller, CallerKind
from data.errors import StoreUnavailableError
from data.session import SESSION_ATTRIBUTES
from data.time_limit import TimeLimit
from providers.observation import Inquiry, ObservationFailedError, Observer
from resolvers.binding_refusal import invalid
from resolvers.bound_session_outcome import BindingInvalidReason, BoundSessionOutcome
from resolvers.decision import OF_THE_BINDING, OF_THE_CALL, OF_THE_PROVIDER, decide, decide_at_the_fence, first_answer
from resolvers.evidence import Evidence, Observed

OBSERVATION_SECONDS = 10.0
"""How long a whole observation may take, repetitions included."""


class BoundSessions:
    """Finds the one open session of a private conversation, checked with its provider at that moment.

    Two statements at most; no connection, transaction or lock is held while the provider is asked.
    """

    def __init__(
        self, bindings: BindingRepository, observer: Observer, *, observation_seconds: float = OBSERVATION_SECONDS
    ) -> None:
        self._bindings = bindings
        self._observer = observer
        self._observation_limit = TimeLimit(observation_seconds)

    async def bound_session(
        self, caller: Caller, binding_id: str, *, attributes: frozenset[str] = SESSION_ATTRIBUTES
    ) -> BoundSessionOutcome:
        """The session, or the reason why there is none to be trusted. Evidence is gathered only as far as the rows of
        the table need it. `attributes` are those of the session that will be read: the others may be None."""
        if caller.kind is CallerKind.PUBLISHER:  # reads nothing: for it every binding is unknown
            return invalid(binding_id, BindingInvalidReason.UNKNOWN)
        evidence = Evidence(binding_id=binding_id)
        if answer := first_answer(OF_THE_CALL, evidence):
            return answer
        evidence = await self._read(caller, evidence)
        if answer := first_answer(OF_THE_BINDING, evidence):
            return answer
        evidence = await self._observe(caller, evidence)
        if not evidence.heard:
            # A silent provider may have taken long: that the binding ended meanwhile is still seen.
            return decide(await self._read_again(caller, evidence, attributes))
        if answer := first_answer(OF_THE_PROVIDER, evidence):
            return answer
        return decide_at_the_fence(await self._read_again(caller, evidence, attributes))

    async def _read(self, caller: Caller, evidence: Evidence) -> Evidence:
        try:
            return evidence._replace(before=await self._bindings.binding(caller, evidence.binding_id))
        except StoreUnavailableError:
            return evidence._replace(store_failed=True)

    async def _observe(self, caller: Caller, evidence: Evidence) -> Evidence:
        try:
            with self._observation_limit.block():
                observations = await self._observer.observe(_inquiry(caller, evidence.binding))
        except (ObservationFailedError, TimeoutError):
            return evidence
        return evidence._replace(observed=Observed(observations, datetime.now(UTC)))

    async def _read_again(self, caller: Caller, evidence: Evidence, attributes: frozenset[str]) -> Evidence:
        try:
            fence = await self._bindings.fence(caller, evidence.binding_id, attributes=attributes)
            return evidence._replace(after=fence)
        except StoreUnavailableError:
            return evidence._replace(store_failed=True)


def _inquiry(caller: Caller, binding: Binding) -> Inquiry:
    return Inquiry(
        app_id=caller.app_id,
        user_id=caller.user_id,
        binding_id=binding.id,
        provider=binding.provider,
        connection=binding.connection,
        provider_app=binding.provider_app,
        operator=binding.operator,
        conversation=binding.conversation,
    )
