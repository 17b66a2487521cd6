"""What a provider is asked, and what it says now."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


class ObservationFailedError(Exception):
    """The provider could not be asked, did not answer, or answered something else than was asked."""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """The bound conversation that a provider is asked about. `conversation` is None where the binding has none."""

    app_id: str
    user_id: str
    binding_id: str
    provider: str
    connection: str
    provider_app: str
    operator: str
    conversation: str | None


@dataclass(frozen=True, slots=True)
class Observation:
    """One conversation as the provider describes it now (rules.md, section 4).

    `private` is whether it is one person with the App; None is unknown. `operator` is that person; None where the
    provider tells of none, as for a group. `verified` is whether the provider vouches for the identities; anything that
    is not exactly true was reported as False.
    """

    connection: str
    provider_app: str
    operator: str | None
    conversation: str | None
    private: bool | None
    verified: bool


class Observer(Protocol):
    """One way to ask a provider."""

    async def observe(self, inquiry: Inquiry) -> Sequence[Observation]:
        """What the provider says of the conversation at this moment; ObservationFailedError where it says nothing. The
        time for an answer is the caller's to bound: a cancelled observation leaves nothing behind."""
        ...
