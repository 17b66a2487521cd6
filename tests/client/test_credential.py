"""The token: where it goes, and how it is renewed."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from session_directory_client import (
    AsyncSessionDirectory,
    Published,
    SessionConnection,
    SessionDirectory,
    UnauthenticatedError,
)
from tests.client.conftest import Opening
from tests.client.planted import page
from tests.providers.loopback import Asked, Loopback, reply
from tests.server.tokens import token

REFUSED = reply({}, 401)


def tokens(*given: str) -> Callable[[], str]:
    remaining: Iterator[str] = iter(given)
    return lambda: next(remaining)


def sent(loopback: Loopback) -> list[str]:
    return [asked.headers["authorization"] for asked in loopback.asked]


def test_a_callable_is_asked_once_and_again_when_its_token_is_refused(opened: Opening, loopback: Loopback) -> None:
    loopback.answers["/graphql"] = [reply(page()), reply(page()), REFUSED, reply(page())]
    directory = opened(loopback.url, tokens("one", "two"))
    for _ in range(4 - 1):
        assert isinstance(directory.sessions(), SessionConnection)
    assert sent(loopback) == ["Bearer one", "Bearer one", "Bearer one", "Bearer two"]


def test_a_token_is_renewed_once(opened: Opening, loopback: Loopback) -> None:
    loopback.answers["/graphql"] = [REFUSED]
    with pytest.raises(UnauthenticatedError):
        opened(loopback.url, tokens("one", "two", "three")).sessions()
    assert sent(loopback) == ["Bearer one", "Bearer two"]


def test_a_text_is_never_renewed(opened: Opening, loopback: Loopback) -> None:
    loopback.answers["/graphql"] = [REFUSED]
    with pytest.raises(UnauthenticatedError) as raised:
        opened(loopback.url, "planted").sessions()
    assert sent(loopback) == ["Bearer planted"]
    assert "planted" not in str(raised.value)


def test_a_batch_whose_token_expired_goes_out_with_the_next_one(opened: Opening, loopback: Loopback) -> None:
    published = reply({"data": {"publish": {"__typename": "Published", "accepted": 0, "stale": 0}}})
    loopback.answers["/graphql"] = [REFUSED, published]
    assert opened(loopback.url, tokens("one", "two")).publish([]) == Published(0, 0)


def test_an_expired_token_is_renewed_at_a_real_directory(opened: Opening, demonstration: str) -> None:
    given = tokens(token(sub="mina", exp=1), token(sub="mina"))
    assert opened(demonstration, given).caller().user_id == "mina"


async def test_a_coroutine_function_may_give_the_token(loopback: Loopback) -> None:
    loopback.answers["/graphql"] = [reply(page())]

    async def fetched() -> str:
        return "fetched"

    given: Callable[[], Awaitable[str]] = fetched
    async with AsyncSessionDirectory(loopback.url, given) as directory:
        await directory.sessions()
    assert sent(loopback) == ["Bearer fetched"]


def test_threads_that_are_refused_together_renew_once(loopback: Loopback) -> None:
    async def answer(asked: Asked, writer: asyncio.StreamWriter) -> None:
        writer.write(reply(page()) if asked.headers["authorization"] == "Bearer two" else REFUSED)

    loopback.answers["/graphql"] = [answer]
    together = threading.Barrier(3)
    with SessionDirectory(loopback.url, tokens("one", "two")) as shared, ThreadPoolExecutor(3) as threads:

        def ask(_number: int) -> object:
            together.wait()
            return shared.sessions()

        assert len(set(threads.map(ask, range(3)))) == 1


@pytest.mark.parametrize("bad", ["", " ", "planted token", "planted\r\nX-Other: 1", "plänted", "planted\0"])
def test_what_is_no_bearer_token_is_refused_before_anything_is_sent(
    opened: Opening, loopback: Loopback, bad: str
) -> None:
    with pytest.raises(ValueError, match="the token is empty or") as raised:
        opened(loopback.url, bad)
    assert "planted" not in str(raised.value)
    with pytest.raises(ValueError, match="the token is empty or"):
        opened(loopback.url, lambda: bad).sessions()
    assert not loopback.asked


NO_ADDRESSES = """directory.example ftp://directory.example http:// https://me:secret@directory.example
http://a..b https://directory.example?a=b https://directory.example/#a http://directory.example:port file:///etc/passwd"""


@pytest.mark.parametrize("url", ["", *NO_ADDRESSES.split()])
def test_what_is_no_address_is_refused(opened: Opening, url: str) -> None:
    with pytest.raises(ValueError, match="the address of the directory") as raised:
        opened(url)
    assert "secret" not in str(raised.value)


def test_an_address_may_have_a_path(opened: Opening, loopback: Loopback) -> None:
    loopback.answers["/directory/graphql"] = [reply(page())]
    opened(f"{loopback.url}/directory/").sessions()
    assert loopback.count("/directory/graphql") == 1
