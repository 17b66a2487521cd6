"""Slack as its documentation describes it, and everything else that it may say."""

import httpx
import pytest

from providers.observation import Observation
from tests.providers.chat_platforms import ANSWERS, SECRET, SLACK, SLACK_AUTH, SLACK_INFO
from tests.providers.loopback import Loopback, brief, reply
from tests.providers.verdict import (
    APP,
    BOUND,
    CONVERSATION,
    IDENTITY,
    NOT_PRIVATE,
    OPERATOR,
    UNAVAILABLE,
    bound,
    verdict,
)


def auth(**members: object) -> bytes:
    return reply(ANSWERS[SLACK_AUTH] | members)


def channel(**members: object) -> bytes:
    """The documented conversation with other members; `...` leaves one out."""
    given = ANSWERS[SLACK_INFO]["channel"] | members
    return reply({"ok": True, "channel": {name: value for name, value in given.items() if value is not ...}})


async def test_it_asks_as_the_bot(loopback: Loopback, http: httpx.AsyncClient) -> None:
    found = await verdict(SLACK.observer(loopback, http), SLACK.binding)
    assert found.observations == (Observation("main", "B-planted", "U-planted", "D-planted", True, True),)
    who, info = loopback.asked
    assert (who.method, info.method, info.query) == ("POST", "GET", {"channel": ["D-planted"]})
    assert {asked.headers["authorization"] for asked in (who, info)} == {f"Bearer {SECRET}"}
    assert not any(SECRET in f"{asked.path}{asked.query}{asked.body!r}" for asked in (who, info))


@pytest.mark.parametrize(
    ("path", "answer", "told"),
    [
        (SLACK_AUTH, reply({"ok": False, "error": "invalid_auth"}), UNAVAILABLE),
        (SLACK_AUTH, reply({"ok": False, "error": "planted"}), UNAVAILABLE),
        (SLACK_AUTH, reply({"ok": False, "error": ["planted"]}), UNAVAILABLE),
        (SLACK_AUTH, reply({"ok": False}), UNAVAILABLE),
        (SLACK_AUTH, auth(ok="true"), UNAVAILABLE),
        (SLACK_AUTH, auth(ok=1), UNAVAILABLE),
        (SLACK_AUTH, auth(bot_id=None), UNAVAILABLE),
        (SLACK_AUTH, reply({"ok": True, "user_id": "W12345678", "team_id": "T12345678"}), UNAVAILABLE),
        (SLACK_AUTH, auth(bot_id="B-planted-other"), APP),
        (SLACK_INFO, reply({"ok": False, "error": "channel_not_found"}), UNAVAILABLE),
        (
            SLACK_INFO,
            reply({"ok": False, "error": "missing_scope", "needed": "planted", "provided": "planted"}),
            UNAVAILABLE,
        ),
        (SLACK_INFO, reply({"ok": True}), UNAVAILABLE),
        (SLACK_INFO, reply({"ok": True, "channel": "planted"}), UNAVAILABLE),
        (SLACK_INFO, channel(id=...), UNAVAILABLE),
        (SLACK_INFO, channel(id=7), UNAVAILABLE),
        (SLACK_INFO, channel(id="D-planted-other"), CONVERSATION),
        (SLACK_INFO, channel(user="U-planted-other"), OPERATOR),
        (SLACK_INFO, channel(user=...), UNAVAILABLE),
        (SLACK_INFO, channel(user=7), UNAVAILABLE),
        (SLACK_INFO, channel(is_user_deleted=False), BOUND),
        (SLACK_INFO, channel(is_user_deleted=True), IDENTITY),
        (SLACK_INFO, channel(is_user_deleted="planted"), IDENTITY),
        (SLACK_INFO, channel(is_channel=False, is_group=False, is_mpim=False), BOUND),
        (SLACK_INFO, channel(is_im=False, is_channel=True, user=...), NOT_PRIVATE),
        (SLACK_INFO, channel(is_im=False, is_mpim=True), NOT_PRIVATE),
        (SLACK_INFO, channel(is_mpim=True), NOT_PRIVATE),
        (SLACK_INFO, channel(is_group=True), NOT_PRIVATE),
        (SLACK_INFO, channel(is_im=...), NOT_PRIVATE),
        (SLACK_INFO, channel(is_im="true"), NOT_PRIVATE),
        (SLACK_INFO, channel(is_im=None), NOT_PRIVATE),
    ],
    ids=brief,
)
async def test_each_answer_has_its_row(
    loopback: Loopback, http: httpx.AsyncClient, path: str, answer: bytes, told: str
) -> None:
    observer = SLACK.observer(loopback, http)
    loopback.answers[path] = [answer]
    assert (await verdict(observer, SLACK.binding)).answer == told


async def test_without_a_conversation_it_asks_nothing(loopback: Loopback, http: httpx.AsyncClient) -> None:
    found = await verdict(SLACK.observer(loopback, http), bound("slack", "B-planted", "U-planted", None))
    assert found.answer == UNAVAILABLE
    assert loopback.asked == []


@pytest.mark.parametrize(("error", "named"), [("missing_scope", True), ("planted", False)])
async def test_an_error_is_named_in_the_log_when_it_is_one_to_mend(
    loopback: Loopback, http: httpx.AsyncClient, error: str, named: bool, caplog: pytest.LogCaptureFixture
) -> None:
    observer = SLACK.observer(loopback, http)
    loopback.answers[SLACK_INFO] = [reply({"ok": False, "error": error})]
    await verdict(observer, SLACK.binding)
    assert (error in caplog.text) is named


async def test_a_refusal_for_now_is_waited_for(loopback: Loopback, http: httpx.AsyncClient) -> None:
    observer = SLACK.observer(loopback, http)
    limited = reply({"ok": False, "error": "ratelimited"}, 429, Retry_After="1")
    loopback.answers[SLACK_INFO] = [limited, reply(ANSWERS[SLACK_INFO])]
    assert (await verdict(observer, SLACK.binding)).answer == BOUND
    assert loopback.count(SLACK_INFO) == 2
