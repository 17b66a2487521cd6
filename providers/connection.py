"""What is configured of one connection: an App at a provider."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from providers.identity import Identity
from providers.observation import Observation, Observer
from providers.provider_client import ProviderClient


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """One connection. `own` holds what its provider alone wants to know."""

    name: str
    provider: str
    secret: str = field(repr=False)
    base_url: str
    identity: Identity
    own: Mapping[str, str] = field(default_factory=dict)

    def observed(
        self, *, app_id: str, person_id: str | None, conversation: str | None, private: bool | None, verified: bool
    ) -> Observation:
        """An observation through this connection, by the provider's own ids."""
        provider_app, operator = self.identity(app_id, person_id)
        return Observation(self.name, provider_app, operator, conversation, private, verified)


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """A provider that can be asked: where, what a connection must and may say besides, and how."""

    name: str
    base_url: str
    required: frozenset[str] = frozenset()
    optional: frozenset[str] = frozenset()
    observer: Callable[[Connection, ProviderClient], Observer]
