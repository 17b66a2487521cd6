"""The provider of the demonstration: it repeats what the binding says, or says what it was told to say instead."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from providers.observation import Inquiry, Observation, ObservationFailedError

PROVIDER = "demo"
HANGS = "demo-hangs"
"""The connection under which it does not answer for longer than anybody waits."""

_HOUR = 3600.0

Behaviour: TypeAlias = Callable[[Observation], Sequence[Observation]]
"""What it makes of the observation that the binding declares."""


def _fail(_declared: Observation) -> Sequence[Observation]:
    raise ObservationFailedError("it was told to fail")


BEHAVIOURS: Mapping[str, Behaviour] = {
    "demo-fails": _fail,
    "demo-unverified": lambda declared: (replace(declared, verified=False),),
    "demo-other-app": lambda declared: (replace(declared, provider_app="another-demo-app"),),
    "demo-other-operator": lambda declared: (replace(declared, operator="somebody-else-at-demo"),),
    "demo-moved": lambda declared: (replace(declared, conversation="another-chat"),),
    "demo-no-longer-private": lambda declared: (replace(declared, private=False),),
    "demo-reported-twice": lambda declared: (declared, declared),
}
"""What it was told, by the binding's connection. Under any other it says what is declared."""


class DeclaredObserver:
    """Answers for the provider `demo` and for no other: no setting extends it to a real binding. The process makes one
    under `up` alone."""

    async def observe(self, inquiry: Inquiry) -> Sequence[Observation]:
        """The binding's own words as an observation, unless its connection is one of those above;
        ObservationFailedError for a real provider."""
        if inquiry.provider != PROVIDER:
            raise ObservationFailedError("only the demonstration's conversations are declared")
        if inquiry.connection == HANGS:
            await asyncio.sleep(_HOUR)
        declared = _declared(inquiry)
        behave = BEHAVIOURS.get(inquiry.connection)
        return (declared,) if behave is None else behave(declared)


def _declared(inquiry: Inquiry) -> Observation:
    return Observation(
        connection=inquiry.connection,
        provider_app=inquiry.provider_app,
        operator=inquiry.operator,
        conversation=inquiry.conversation,
        private=True,
        verified=True,
    )
