"""Which observer answers for a binding (rules.md, section 4)."""

from collections.abc import Mapping, Sequence

from providers import declared
from providers.observation import Inquiry, Observation, ObservationFailedError, Observer


class ObserverByProvider:
    """Asks the observer of the binding's provider or, without one, that of its provider and connection, or else the
    webhook. The demonstration's conversations are never asked for elsewhere. Where nobody is left, the provider cannot
    be asked."""

    def __init__(
        self,
        observers: Mapping[str, Observer],
        connections: Mapping[tuple[str, str], Observer] | None = None,
        webhook: Observer | None = None,
    ) -> None:
        self._observers = observers
        self._connections = connections or {}
        self._webhook = webhook

    async def observe(self, inquiry: Inquiry) -> Sequence[Observation]:
        """What that observer says; ObservationFailedError where there is none."""
        observer = self._observer(inquiry)
        if observer is None:
            raise ObservationFailedError("no observer answers for this binding")
        return await observer.observe(inquiry)

    def _observer(self, inquiry: Inquiry) -> Observer | None:
        named = self._observers.get(inquiry.provider)
        if named is not None or inquiry.provider == declared.PROVIDER:
            return named
        return self._connections.get((inquiry.provider, inquiry.connection), self._webhook)
