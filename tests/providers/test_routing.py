"""Which observer answers for a provider."""

from dataclasses import replace

import pytest

from providers.declared import DeclaredObserver
from providers.observation import Inquiry, ObservationFailedError
from providers.routing import ObserverByProvider

INQUIRY = Inquiry("desk", "ada", "bind", "demo", "main", "app", "operator", "chat")


async def test_the_observer_of_the_provider_is_asked() -> None:
    declared = DeclaredObserver()
    assert await ObserverByProvider({"demo": declared}).observe(INQUIRY) == await declared.observe(INQUIRY)


async def test_without_an_observer_the_provider_cannot_be_asked() -> None:
    for router, provider in (
        (ObserverByProvider({}), "demo"),
        (ObserverByProvider({"demo": DeclaredObserver()}), "lark"),
    ):
        with pytest.raises(ObservationFailedError):
            await router.observe(replace(INQUIRY, provider=provider))
