"""The provider of the demonstration: it repeats what the binding says."""

from collections.abc import Sequence

from providers.observation import Inquiry, Observation, ObservationFailedError

PROVIDER = "demo"


class DeclaredObserver:
    """Confirms every conversation of the provider `demo`, and of no other: no setting extends it to a real binding. The
    process makes one under `up` alone."""

    async def observe(self, inquiry: Inquiry) -> Sequence[Observation]:
        """The binding's own words as an observation; ObservationFailedError for a real provider."""
        if inquiry.provider != PROVIDER:
            raise ObservationFailedError("only the demonstration's conversations are declared")
        declared = Observation(
            connection=inquiry.connection,
            provider_app=inquiry.provider_app,
            operator=inquiry.operator,
            conversation=inquiry.conversation,
            private=True,
            verified=True,
        )
        return (declared,)
