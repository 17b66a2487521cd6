"""The provider of the demonstration."""

from dataclasses import replace

import pytest

from providers.declared import DeclaredObserver
from providers.observation import Inquiry, Observation, ObservationFailedError

INQUIRY = Inquiry("desk", "ada", "bind", "demo", "main", "app", "operator", "chat")


async def test_it_repeats_what_the_binding_says() -> None:
    assert await DeclaredObserver().observe(INQUIRY) == (
        Observation("main", "app", "operator", "chat", private=True, verified=True),
    )


@pytest.mark.parametrize("provider", ["lark", "slack", "telegram", "Demo", ""])
async def test_it_answers_for_no_real_provider(provider: str) -> None:
    with pytest.raises(ObservationFailedError):
        await DeclaredObserver().observe(replace(INQUIRY, provider=provider))
