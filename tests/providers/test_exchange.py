"""Requests: what shows of them, and how long they wait."""

import math

import httpx
import pytest

from providers.exchange import MOST_BYTES, Answer, Request, retry_after, seconds
from providers.observation import ObservationFailedError
from providers.provider_client import ProviderClient
from tests.providers.loopback import Loopback, reply


def test_neither_requests_nor_answers_show_what_they_hold() -> None:
    request = Request(
        method="GET",
        url="https://planted",
        headers={"Authorization": "planted"},
        params={"planted": "planted"},
        content=b"planted",
    )
    assert "planted" not in f"{request!r}{Answer(200, {'X': 'planted'}, b'planted')!r}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0", 0),
        ("3", 3),
        ("999999999", 999_999_999),
        ("1e3", math.inf),
        ("-1", math.inf),
        ("", math.inf),
        (" 1", math.inf),
        ("٣", math.inf),
        ("9" * 5_000, math.inf),
        (None, math.inf),
    ],
)
def test_a_wait_is_a_number_of_seconds_or_without_end(text: str | None, expected: float) -> None:
    assert seconds(text) == expected


@pytest.mark.parametrize(("status", "wait"), [(429, 5.0), (200, None), (503, None)])
def test_only_too_many_requests_ask_to_wait(status: int, wait: float | None) -> None:
    assert retry_after(Answer(status, {"Retry-After": "5"}, b"")) == wait


@pytest.mark.parametrize(("longer", "taken"), [(0, True), (1, False)])
async def test_an_answer_may_have_a_mebibyte(
    loopback: Loopback, http: httpx.AsyncClient, longer: int, taken: bool
) -> None:
    loopback.answers["/"] = [reply(content=b"[" + b" " * (MOST_BYTES - 2 + longer) + b"]")]
    async with ProviderClient("planted", http).exchange() as exchange:
        request = Request(method="GET", url=f"{loopback.url}/")
        if taken:
            assert (await exchange.ask(request)).value() == []
        else:
            with pytest.raises(ObservationFailedError, match="1 MiB"):
                await exchange.ask(request)


async def test_a_connection_that_was_kept_open_and_is_gone_is_made_anew(
    loopback: Loopback, http: httpx.AsyncClient
) -> None:
    loopback.answers["/"] = [reply([1]), reply([2])]
    async with ProviderClient("planted", http).exchange() as exchange:
        request = Request(method="GET", url=f"{loopback.url}/")
        assert (await exchange.ask(request)).value() == [1]
        await loopback.hang_up()
        assert (await exchange.ask(request)).value() == [2]


async def test_a_wait_that_does_not_fit_into_the_rest_of_the_time_is_not_begun(
    loopback: Loopback, http: httpx.AsyncClient
) -> None:
    loopback.answers["/"] = [reply({}, 429, Retry_After="9"), reply([])]
    async with ProviderClient("planted", http, seconds=5).exchange() as exchange:
        with pytest.raises(ObservationFailedError, match="no time to wait"):
            await exchange.ask(Request(method="GET", url=f"{loopback.url}/"))
    assert loopback.count("/") == 1
