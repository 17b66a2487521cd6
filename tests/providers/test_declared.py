"""The provider of the demonstration."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from providers.declared import BEHAVIOURS, HANGS, DeclaredObserver
from providers.observation import Inquiry, Observation, ObservationFailedError

INQUIRY = Inquiry("desk", "ada", "bind", "demo", "main", "app", "operator", "chat")
DECLARED = Observation("main", "app", "operator", "chat", private=True, verified=True)


async def observed(connection: str, provider: str = "demo") -> Sequence[Observation]:
    return await DeclaredObserver().observe(replace(INQUIRY, connection=connection, provider=provider))


async def test_it_repeats_what_the_binding_says() -> None:
    assert await DeclaredObserver().observe(INQUIRY) == (DECLARED,)


@pytest.mark.parametrize(
    ("connection", "otherwise"),
    [
        ("demo-unverified", {"verified": False}),
        ("demo-other-app", {"provider_app": "another-demo-app"}),
        ("demo-other-operator", {"operator": "somebody-else-at-demo"}),
        ("demo-moved", {"conversation": "another-chat"}),
        ("demo-no-longer-private", {"private": False}),
    ],
)
async def test_it_says_one_thing_otherwise_when_told_to(connection: str, otherwise: dict[str, str | bool]) -> None:
    declared = replace(DECLARED, connection=connection)
    assert await observed(connection) == (replace(declared, **otherwise),)  # type: ignore[arg-type]


async def test_it_says_it_twice_when_told_to() -> None:
    first, second = await observed("demo-reported-twice")
    assert first == second == replace(DECLARED, connection="demo-reported-twice")


async def test_it_fails_when_told_to() -> None:
    with pytest.raises(ObservationFailedError):
        await observed("demo-fails")


async def test_it_hangs_when_told_to_until_it_is_given_up() -> None:
    hanging = asyncio.create_task(observed(HANGS))
    done, _ = await asyncio.wait([hanging], timeout=0.05)
    assert not done
    hanging.cancel()
    with pytest.raises(asyncio.CancelledError):
        await hanging


@pytest.mark.parametrize("provider", ["lark", "slack", "telegram", "Demo", ""])
async def test_it_answers_for_no_real_provider(provider: str) -> None:
    for connection in ("main", HANGS, *BEHAVIOURS):
        with pytest.raises(ObservationFailedError):
            await observed(connection, provider)
