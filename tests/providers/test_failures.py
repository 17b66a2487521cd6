"""Whatever goes wrong at a provider, at whichever request of an observation, is row 6, and nothing of it gets out."""

import asyncio
import gzip
import logging
from itertools import product

import httpx
import pytest

from tests.providers.chat_platforms import ANSWERS, PLATFORMS, Platform
from tests.providers.loopback import Answering, Loopback, endless, raw, reply, serving, silence
from tests.providers.verdict import BOUND, UNAVAILABLE, verdict

SOON = 1.0
"""Seconds that an observation may take in these tests."""

CHUNKED = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n"
JUNK = b'"' + b"planted " * 256 * 1024 + b'"'


def names(platform: Platform) -> str:
    return platform.name if platform.binding.conversation else f"{platform.name} without a chat"


RECOVERING = {
    "503 once": reply({}, 503),
    "429 for no time": reply({}, 429, Retry_After="0"),
    "a broken connection": raw(b""),
    "half an answer": raw(HEAD + b'{"code": 0, "planted'),
}
FINAL = {
    "403": reply(status=403, content=b"<html>planted</html>", Content_Type="text/html"),
    "404": reply({}, 404),
    "204": reply(status=204, content=b"", Content_Length=""),
    "429 for an hour": reply({}, 429, Retry_After="3600"),
    "429 until a date": reply({}, 429, Retry_After="Wed, 21 Oct 2065 07:28:00 GMT"),
    "429 without a time": reply({}, 429),
    "429 for a negative time": reply({}, 429, Retry_After="-1"),
    "a packed answer": reply(content=gzip.compress(JUNK * 8), Content_Encoding="gzip"),
    "2 MiB": reply(content=JUNK),
    "2 MiB in chunks": endless(CHUNKED, b"10000\r\n" + b"p" * 65536 + b"\r\n"),
    "no JSON": reply(content=b"planted"),
    "half a JSON": reply(content=b'{"code": 0, "ok": true, "planted'),
    "nothing": reply(content=b""),
    "deep JSON": reply(content=b"[" * 100_000),
    "deep objects": reply(content=b'{"planted":' * 100_000),
    "NaN": reply(content=b'{"code": NaN, "ok": true}'),
    "a lone surrogate": reply(content=b'{"code": 0, "ok": true, "planted": "\\ud800"}'),
    "no UTF-8": reply(content=b'{"planted": "\xff"}'),
    "a byte order mark": reply(content=b"\xef\xbb\xbf{}"),
    "null": reply(None),
    "text": reply("planted"),
    "true": reply(True),
    "a list": reply(["planted"]),
    "an empty list": reply([]),
    "an empty object": reply({}),
}
REPEATED = {
    "500": reply({"planted": "planted"}, 500),
    "502 without JSON": reply(status=502, content=b"<html>planted</html>", Content_Type="text/html"),
    "503": reply({}, 503, Retry_After="planted"),
    "429 for no time, always": reply({}, 429, Retry_After="0"),
    "a broken connection, always": raw(b""),
    "half an answer, always": raw(HEAD + b'{"code": 0, "planted'),
    "no HTTP": raw(b"220 planted ESMTP\r\n"),
    "no end of headers": raw(b"HTTP/1.1 200 OK\r\n" + b"X-Planted: planted\r\n" * 20_000),
}
HANGING = {
    "silence": silence,
    "a slow drip": endless(HEAD, b" ", pause=0.01),
    "a slow drip of chunks": endless(CHUNKED, b"1\r\n \r\n", pause=0.01),
    "a slow drip of headers": endless(b"HTTP/1.1 200 OK\r\nX-Planted: ", b"planted", pause=0.01),
}


@pytest.mark.parametrize("platform", PLATFORMS, ids=names)
async def test_a_confirmed_conversation_is_bound(
    loopback: Loopback, http: httpx.AsyncClient, platform: Platform
) -> None:
    found = await verdict(platform.observer(loopback, http), platform.binding)
    assert found.answer == BOUND, found
    assert [asked.path for asked in loopback.asked] == list(platform.paths)


@pytest.mark.parametrize("platform", PLATFORMS, ids=names)
@pytest.mark.parametrize("answer", FINAL.values(), ids=FINAL)
async def test_what_is_no_answer_is_not_asked_for_again(
    loopback: Loopback, http: httpx.AsyncClient, platform: Platform, answer: bytes | Answering
) -> None:
    for path in platform.paths:
        observer = platform.observer(loopback, http)
        loopback.answers[path] = [answer]
        assert (await verdict(observer, platform.binding)).answer == UNAVAILABLE
        assert loopback.count(path) == 1


@pytest.mark.parametrize("platform", PLATFORMS, ids=names)
@pytest.mark.parametrize("answer", REPEATED.values(), ids=REPEATED)
async def test_what_may_pass_is_asked_for_again_and_not_for_ever(
    loopback: Loopback, http: httpx.AsyncClient, platform: Platform, answer: bytes | Answering
) -> None:
    for path in platform.paths:
        observer = platform.observer(loopback, http)
        loopback.answers[path] = [answer]
        assert (await verdict(observer, platform.binding)).answer == UNAVAILABLE
        assert loopback.count(path) == 3


@pytest.mark.parametrize("platform", PLATFORMS, ids=names)
@pytest.mark.parametrize("answer", RECOVERING.values(), ids=RECOVERING)
async def test_a_failure_that_passes_is_not_noticed(
    loopback: Loopback, http: httpx.AsyncClient, platform: Platform, answer: bytes | Answering
) -> None:
    for path in platform.paths:
        observer = platform.observer(loopback, http)
        loopback.answers[path] = [answer, answer, reply(ANSWERS[path])]
        assert (await verdict(observer, platform.binding)).answer == BOUND
        assert loopback.count(path) == 3


@pytest.mark.parametrize("answer", HANGING.values(), ids=HANGING)
async def test_the_time_is_over_for_the_whole_observation(http: httpx.AsyncClient, answer: Answering) -> None:
    async def hanging(platform: Platform, path: str) -> None:
        async with serving() as loopback:
            observer = platform.observer(loopback, http, seconds=SOON)
            loopback.answers[path] = [answer]
            assert (await verdict(observer, platform.binding)).answer == UNAVAILABLE
            assert loopback.count(path) == 1

    await asyncio.gather(*(hanging(platform, path) for platform in PLATFORMS for path in platform.paths))


@pytest.mark.parametrize("platform", PLATFORMS, ids=names)
async def test_a_redirect_is_not_followed(loopback: Loopback, http: httpx.AsyncClient, platform: Platform) -> None:
    for path, status in product(platform.paths, [301, 302, 303, 307, 308]):
        observer = platform.observer(loopback, http)
        loopback.answers["/planted"] = [reply(ANSWERS[path])]
        loopback.answers[path] = [reply(ANSWERS[path], status, Location=f"{loopback.url}/planted")]
        assert (await verdict(observer, platform.binding)).answer == UNAVAILABLE
        assert loopback.count("/planted") == 0


@pytest.mark.parametrize("platform", PLATFORMS, ids=names)
async def test_a_good_answer_of_another_status_than_200_is_none(
    loopback: Loopback, http: httpx.AsyncClient, platform: Platform
) -> None:
    for path, status in product(platform.paths, [201, 202, 203, 206, 400, 402, 409, 418]):
        observer = platform.observer(loopback, http)
        loopback.answers[path] = [reply(ANSWERS[path], status)]
        assert (await verdict(observer, platform.binding)).answer == UNAVAILABLE


@pytest.mark.parametrize("platform", PLATFORMS, ids=names)
async def test_a_good_answer_of_another_type_than_json_is_none(
    loopback: Loopback, http: httpx.AsyncClient, platform: Platform
) -> None:
    others = ["", "text/html", "text/json", "application/jsonx", "application/json+planted"]
    for path, content_type in product(platform.paths, others):
        observer = platform.observer(loopback, http)
        loopback.answers[path] = [reply(ANSWERS[path], Content_Type=content_type)]
        assert (await verdict(observer, platform.binding)).answer == UNAVAILABLE


@pytest.mark.parametrize("platform", PLATFORMS, ids=names)
async def test_a_provider_that_is_not_there_is_row_6(
    loopback: Loopback, http: httpx.AsyncClient, platform: Platform
) -> None:
    loopback.url = "http://127.0.0.1:1"
    assert (await verdict(platform.observer(loopback, http), platform.binding)).answer == UNAVAILABLE


@pytest.mark.parametrize("platform", PLATFORMS, ids=names)
async def test_a_failure_is_logged_in_our_own_words(
    loopback: Loopback, http: httpx.AsyncClient, platform: Platform, caplog: pytest.LogCaptureFixture
) -> None:
    observer = platform.observer(loopback, http)
    loopback.answers[platform.paths[-1]] = [reply({"msg": "planted"}, 503)]
    found = await verdict(observer, platform.binding)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == [
        f"{platform.name} was not observed: {found.failure}"
    ]
    assert "503" in caplog.text
