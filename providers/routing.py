"""Which observer answers for a provider."""

from collections.abc import Mapping, Sequence

from providers.observation import Inquiry, Observation, ObservationFailedError, Observer


class ObserverByProvider:
    """Asks the observer of the binding's provider. Where there is none, the provider cannot be asked."""

    def __init__(self, observers: Mapping[str, Observer]) -> None:
        self._observers = observers

    async def observe(self, inquiry: Inquiry) -> Sequence[Observation]:
        """What that observer says; ObservationFailedError where no observer answers for the provider."""
        observer = self._observers.get(inquiry.provider)
        if observer is None:
            raise ObservationFailedError("no observer answers for this provider")
        return await observer.observe(inquiry)
