"""Telegram as its documentation describes it, and everything else that it may say."""

import httpx
import pytest

from providers.observation import Observation
from tests.providers.chat_platforms import ANSWERS, TELEGRAM, TELEGRAM_CHAT, TELEGRAM_ME
from tests.providers.loopback import Loopback, brief, reply
from tests.providers.verdict import (
    APP,
    BOUND,
    CONVERSATION,
    IDENTITY,
    NOT_PRIVATE,
    UNAVAILABLE,
    bound,
    verdict,
)


def bot(**members: object) -> bytes:
    return reply({"ok": True, "result": ANSWERS[TELEGRAM_ME]["result"] | members})


def chat(**members: object) -> bytes:
    """The documented chat with other members; `...` leaves one out."""
    given = ANSWERS[TELEGRAM_CHAT]["result"] | members
    return reply({"ok": True, "result": {name: value for name, value in given.items() if value is not ...}})


def error(code: int, **parameters: object) -> bytes:
    answer = {"ok": False, "error_code": code, "description": "planted"}
    return reply(answer | {"parameters": parameters} if parameters else answer, code)


async def test_it_asks_as_the_bot(loopback: Loopback, http: httpx.AsyncClient) -> None:
    found = await verdict(TELEGRAM.observer(loopback, http), TELEGRAM.binding)
    assert found.observations == (Observation("main", "123456", "77001", "77001", True, True),)
    me, asked = loopback.asked
    assert (me.method, asked.method, asked.query) == ("GET", "GET", {"chat_id": ["77001"]})


@pytest.mark.parametrize(
    ("path", "answer", "told"),
    [
        (TELEGRAM_ME, error(401), UNAVAILABLE),
        (TELEGRAM_ME, error(404), UNAVAILABLE),
        (TELEGRAM_ME, reply({"ok": False, "error_code": 401, "description": "planted"}), UNAVAILABLE),
        (TELEGRAM_ME, reply({"ok": 1, "result": ANSWERS[TELEGRAM_ME]["result"]}), UNAVAILABLE),
        (TELEGRAM_ME, reply({"ok": True}), UNAVAILABLE),
        (TELEGRAM_ME, bot(id="123456"), UNAVAILABLE),
        (TELEGRAM_ME, bot(id=True), UNAVAILABLE),
        (TELEGRAM_ME, bot(id=123456.0), UNAVAILABLE),
        (TELEGRAM_ME, bot(id=654321), APP),
        (TELEGRAM_ME, bot(is_bot=False), IDENTITY),
        (TELEGRAM_ME, bot(is_bot="true"), IDENTITY),
        (TELEGRAM_CHAT, error(400), UNAVAILABLE),
        (TELEGRAM_CHAT, error(403), UNAVAILABLE),
        (TELEGRAM_CHAT, chat(id=...), UNAVAILABLE),
        (TELEGRAM_CHAT, chat(id="77001"), UNAVAILABLE),
        (TELEGRAM_CHAT, chat(id=77002), CONVERSATION),
        (TELEGRAM_CHAT, chat(type="group"), NOT_PRIVATE),
        (TELEGRAM_CHAT, chat(type="supergroup"), NOT_PRIVATE),
        (TELEGRAM_CHAT, chat(type="channel"), NOT_PRIVATE),
        (TELEGRAM_CHAT, chat(type="planted"), NOT_PRIVATE),
        (TELEGRAM_CHAT, chat(type=...), UNAVAILABLE),
        (TELEGRAM_CHAT, chat(type=None), UNAVAILABLE),
        (TELEGRAM_CHAT, error(400, migrate_to_chat_id=-1001234567890123), CONVERSATION),
        (TELEGRAM_CHAT, error(400, migrate_to_chat_id="planted"), UNAVAILABLE),
        (TELEGRAM_CHAT, error(400, retry_after=1), UNAVAILABLE),
        (TELEGRAM_CHAT, reply({"ok": False, "parameters": "planted"}, 400), UNAVAILABLE),
    ],
    ids=brief,
)
async def test_each_answer_has_its_row(
    loopback: Loopback, http: httpx.AsyncClient, path: str, answer: bytes, told: str
) -> None:
    observer = TELEGRAM.observer(loopback, http)
    loopback.answers[path] = [answer]
    assert (await verdict(observer, TELEGRAM.binding)).answer == told


async def test_a_chat_that_moved_is_reported_where_it_is_now(loopback: Loopback, http: httpx.AsyncClient) -> None:
    observer = TELEGRAM.observer(loopback, http)
    loopback.answers[TELEGRAM_CHAT] = [error(400, migrate_to_chat_id=-1001234567890123)]
    found = await verdict(observer, bound("telegram", "123456", "77001", "-77"))
    assert found.answer == CONVERSATION
    assert found.observations == (Observation("main", "123456", None, "-1001234567890123", False, True),)


async def test_without_a_conversation_it_asks_nothing(loopback: Loopback, http: httpx.AsyncClient) -> None:
    found = await verdict(TELEGRAM.observer(loopback, http), bound("telegram", "123456", "77001", None))
    assert found.answer == UNAVAILABLE
    assert loopback.asked == []


@pytest.mark.parametrize(
    ("limited", "told", "times"),
    [
        (error(429, retry_after=0), BOUND, 2),
        (error(429, retry_after=3600), UNAVAILABLE, 1),
        (error(429, retry_after="0"), UNAVAILABLE, 1),
        (error(429, retry_after=10**30), UNAVAILABLE, 1),
        (error(429), UNAVAILABLE, 1),
    ],
    ids=brief,
)
async def test_it_waits_as_long_as_telegram_asks_it_to(
    loopback: Loopback, http: httpx.AsyncClient, limited: bytes, told: str, times: int
) -> None:
    observer = TELEGRAM.observer(loopback, http)
    loopback.answers[TELEGRAM_CHAT] = [limited, reply(ANSWERS[TELEGRAM_CHAT])]
    assert (await verdict(observer, TELEGRAM.binding)).answer == told
    assert loopback.count(TELEGRAM_CHAT) == times
