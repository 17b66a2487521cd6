"""What the decision on a bound session is taken on."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple, TypeVar

from data.binding import Binding, ConversationSession, Fence
from data.session import SessionStatus
from providers.observation import Observation

T = TypeVar("T")


class Observed(NamedTuple):
    """What the provider said, and when."""

    observations: Sequence[Observation]
    at: datetime


class Evidence(NamedTuple):
    """What a decision is taken on; it grows in this order.

    `before` is the binding as it was read first, None if the caller has none; `observed` is None where the provider
    failed; `after` is what the fence read, None if the binding was not there any more. `store_failed` says that the
    last of the two reads did not succeed. A row asks only for what the rows before it made sure of.
    """

    binding_id: str
    before: Binding | None = None
    observed: Observed | None = None
    after: Fence | None = None
    store_failed: bool = False

    @property
    def binding(self) -> Binding:
        """The binding as it was read first."""
        return sure(self.before)

    @property
    def heard(self) -> bool:
        """Whether the provider said anything."""
        return self.observed is not None and bool(self.observed.observations)

    @property
    def counting(self) -> Sequence[Observation]:
        """The observations of the binding's conversation; where the binding has none, all of them."""
        conversation = self.binding.conversation
        observations = sure(self.observed).observations
        return [one for one in observations if conversation is None or one.conversation == conversation]

    @property
    def fence(self) -> Fence:
        """What the fence read."""
        return sure(self.after)

    @property
    def open_sessions(self) -> Sequence[ConversationSession]:
        """The sessions that count: history, damaged or not, cannot block."""
        return [bound for bound in self.fence.sessions if bound.session.status is SessionStatus.OPEN]


def sure(value: T | None) -> T:
    """`value`, which a row before made sure of; LookupError if none did."""
    if value is None:
        raise LookupError("a row asks for evidence that no row before it made sure of")
    return value
