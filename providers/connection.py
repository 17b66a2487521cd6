"""A connection: an App at a provider, and what it reports as."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from providers.identity import Identity
from providers.observation import Observation


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
