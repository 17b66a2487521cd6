"""Which observer answers for a binding."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from providers.declared import DeclaredObserver
from providers.observation import Inquiry, Observation, ObservationFailedError
from providers.routing import ObserverByProvider

INQUIRY = Inquiry("desk", "ada", "bind", "demo", "main", "app", "operator", "chat")


class Named:
    """Reports nothing but its own name."""

    def __init__(self, name: str) -> None:
        self._name = name

    async def observe(self, inquiry: Inquiry) -> Sequence[Observation]:
        return (Observation(self._name, "", None, None, private=None, verified=False),)


NATIVE = {("lark", "main"): Named("lark/main"), ("slack", "main"): Named("slack/main")}
WEBHOOK = Named("webhook")


async def asked(router: ObserverByProvider, provider: str, connection: str) -> str | None:
    """The name of the observer that was asked; None where there was none."""
    try:
        [observation] = await router.observe(replace(INQUIRY, provider=provider, connection=connection))
    except ObservationFailedError:
        return None
    return observation.connection


async def test_the_observer_of_the_provider_is_asked() -> None:
    declared = DeclaredObserver()
    assert await ObserverByProvider({"demo": declared}).observe(INQUIRY) == await declared.observe(INQUIRY)


async def test_without_an_observer_the_provider_cannot_be_asked() -> None:
    for router, provider in (
        (ObserverByProvider({}), "demo"),
        (ObserverByProvider({"demo": DeclaredObserver()}), "lark"),
    ):
        assert await asked(router, provider, "main") is None


@pytest.mark.parametrize(
    ("provider", "connection", "natively", "with_webhook", "with_webhook_alone"),
    [
        ("lark", "main", "lark/main", "lark/main", "webhook"),
        ("slack", "main", "slack/main", "slack/main", "webhook"),
        # The connection is not configured for that provider.
        ("telegram", "main", None, "webhook", "webhook"),
        ("lark", "other", None, "webhook", "webhook"),
        ("lark", "", None, "webhook", "webhook"),
        ("LARK", "main", None, "webhook", "webhook"),
        # Any other provider is the platform's own.
        ("matrix", "main", None, "webhook", "webhook"),
        # The demonstration's conversations are declared or nothing.
        ("demo", "main", None, None, None),
    ],
)
async def test_the_connection_decides_and_then_the_webhook(
    provider: str, connection: str, natively: str | None, with_webhook: str | None, with_webhook_alone: str | None
) -> None:
    assert await asked(ObserverByProvider({}, NATIVE), provider, connection) == natively
    assert await asked(ObserverByProvider({}, NATIVE, WEBHOOK), provider, connection) == with_webhook
    assert await asked(ObserverByProvider({}, webhook=WEBHOOK), provider, connection) == with_webhook_alone
    assert await asked(ObserverByProvider({}), provider, connection) is None


async def test_declared_conversations_stay_declared_beside_real_ones() -> None:
    router = ObserverByProvider({"demo": DeclaredObserver()}, NATIVE, WEBHOOK)
    assert await router.observe(INQUIRY) == await DeclaredObserver().observe(INQUIRY)
    assert await asked(router, "lark", "main") == "lark/main"
