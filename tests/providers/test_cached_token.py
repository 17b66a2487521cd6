"""Tokens: fetched once for all who wait, kept as long as they are honoured."""

import asyncio

import pytest

from providers.cached_token import CachedToken, IssuedToken
from tests.providers.clock import Clock


class Issuer:
    """Issues the tokens `1`, `2`, ... for a minute each, when it is told to go on."""

    def __init__(self, clock: Clock) -> None:
        self.issued = 0
        self.clock = clock
        self.cancelled = 0
        self.failing = False
        self.go_on = asyncio.Event()
        self.go_on.set()

    async def __call__(self) -> IssuedToken:
        self.issued += 1
        try:
            await self.go_on.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if self.failing:
            raise LookupError
        return IssuedToken(str(self.issued), 60)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def issuer(clock: Clock) -> Issuer:
    return Issuer(clock)


@pytest.fixture
def token(issuer: Issuer, clock: Clock) -> CachedToken:
    return CachedToken(issuer, clock=clock)


async def started(token: CachedToken, count: int) -> list[asyncio.Task[str]]:
    tasks = [asyncio.create_task(token.get()) for _ in range(count)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return tasks


async def test_a_token_lives_from_its_request_until_its_provider_says(
    token: CachedToken, issuer: Issuer, clock: Clock
) -> None:
    issuer.go_on.clear()
    [waiting] = await started(token, 1)
    clock.now += 10  # the answer takes its time
    issuer.go_on.set()
    assert await waiting == "1"
    clock.now += 49.9
    assert await token.get() == "1"
    clock.now += 0.1
    assert await token.get() == "2"


async def test_a_refused_token_is_fetched_anew_and_any_other_is_kept(token: CachedToken, issuer: Issuer) -> None:
    assert await token.get() == "1"
    assert await token.get(refused="1") == "2"
    assert await token.get(refused="1") == "2"
    assert issuer.issued == 2


async def test_all_who_wait_get_one_fetch(token: CachedToken, issuer: Issuer) -> None:
    issuer.go_on.clear()
    waiting = await started(token, 100)
    issuer.go_on.set()
    assert set(await asyncio.gather(*waiting)) == {"1"}
    assert issuer.issued == 1


async def test_one_who_gives_up_takes_nothing_from_the_others(token: CachedToken, issuer: Issuer) -> None:
    issuer.go_on.clear()
    first, second = await started(token, 2)
    first.cancel()
    await asyncio.wait([first])
    issuer.go_on.set()
    assert await second == "1"
    assert (issuer.issued, issuer.cancelled) == (1, 0)


async def test_when_all_have_given_up_the_fetch_ends(token: CachedToken, issuer: Issuer) -> None:
    issuer.go_on.clear()
    waiting = await started(token, 3)
    for task in waiting:
        task.cancel()
    await asyncio.wait(waiting)
    await asyncio.sleep(0)
    assert issuer.cancelled == 1
    issuer.go_on.set()
    assert await token.get() == "2"


async def test_a_failure_is_told_to_all_and_not_kept(token: CachedToken, issuer: Issuer) -> None:
    issuer.go_on.clear()
    issuer.failing = True
    waiting = await started(token, 5)
    issuer.go_on.set()
    failures = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(failure) for failure in failures] == [LookupError] * 5
    issuer.failing = False
    assert await token.get() == "2"


@pytest.mark.parametrize("lifetime", [0, -5])
async def test_a_token_of_no_lifetime_serves_once(clock: Clock, lifetime: float) -> None:
    issued = 0

    async def issue() -> IssuedToken:
        nonlocal issued
        issued += 1
        return IssuedToken(str(issued), lifetime)

    token = CachedToken(issue, clock=clock)
    assert [await token.get(), await token.get()] == ["1", "2"]


def test_a_token_does_not_show() -> None:
    assert "planted" not in repr(IssuedToken("planted", 60))
