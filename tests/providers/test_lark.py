"""Lark as its documentation describes it, and everything else that it may say."""

import asyncio
import json
from copy import deepcopy
from typing import Any

import httpx
import pytest

from providers.connection import Connection
from providers.identity import loopx, plain
from providers.lark import LarkObserver
from providers.observation import Observation
from providers.provider_client import ProviderClient
from tests.providers.chat_platforms import (
    ANSWERS,
    LARK,
    LARK_BOT,
    LARK_CHAT,
    LARK_MEMBERS,
    LARK_OWNER,
    LARK_TOKEN,
    LARK_WITHOUT_CHAT,
    SECRET,
)
from tests.providers.clock import Clock
from tests.providers.loopback import Answering, Asked, Loopback, brief, reply
from tests.providers.verdict import (
    APP,
    BOUND,
    IDENTITY,
    NOT_PRIVATE,
    OPERATOR,
    UNAVAILABLE,
    bound,
    verdict,
)

INVALID_TOKEN = {"code": 99991663, "msg": "planted: Invalid access token for authorization"}
DATA = "data"


def changed(path: str, *steps: str | int, to: Any) -> bytes:
    """The documented answer with one member set, or without it (`...`)."""
    answer = deepcopy(ANSWERS[path])
    *way, last = steps
    place = answer
    for step in way:
        place = place[step]
    if to is ...:
        del place[last]
    else:
        place[last] = to
    return reply(answer)


def one_more_member(**more: Any) -> bytes:
    answer = deepcopy(ANSWERS[LARK_MEMBERS])
    answer["data"]["items"].append({"member_id_type": "open_id", "member_id": "ou_planted_other"})
    return reply(answer)


async def test_it_asks_as_the_app_with_a_token_of_its_own(loopback: Loopback, http: httpx.AsyncClient) -> None:
    found = await verdict(LARK.observer(loopback, http), LARK.binding)
    assert found.observations == (Observation("main", "cli_planted", "ou_planted", "oc_planted", True, True),)
    token, chat, members, bot = loopback.asked
    assert (token.method, json.loads(token.body)) == ("POST", {"app_id": "cli_planted", "app_secret": SECRET})
    assert "authorization" not in token.headers
    assert {asked.headers["authorization"] for asked in (chat, members, bot)} == {"Bearer t-planted"}
    assert {asked.method for asked in (chat, members, bot)} == {"GET"}
    assert members.query == {"member_id_type": ["open_id"]}


async def test_without_a_conversation_it_looks_up_the_owner(loopback: Loopback, http: httpx.AsyncClient) -> None:
    found = await verdict(LARK_WITHOUT_CHAT.observer(loopback, http), LARK_WITHOUT_CHAT.binding)
    assert found.observations == (Observation("main", "cli_planted", "ou_planted", None, True, True),)
    assert loopback.asked[1].query == {"user_id_type": ["open_id"]}


async def test_without_a_conversation_and_an_owner_it_asks_nothing(loopback: Loopback, http: httpx.AsyncClient) -> None:
    found = await verdict(LARK.observer(loopback, http), LARK_WITHOUT_CHAT.binding)
    assert found.answer == UNAVAILABLE
    assert "owner_open_id" in str(found.failure)
    assert loopback.asked == []


@pytest.mark.parametrize("conversation", ["oc_planted", None])
async def test_identities_can_be_written_as_loopx_stores_them(
    loopback: Loopback, http: httpx.AsyncClient, conversation: str | None
) -> None:
    LARK.observer(loopback, http)
    LARK_WITHOUT_CHAT.observer(loopback, http)
    connection = Connection(
        name="main",
        provider="lark",
        secret=SECRET,
        base_url=loopback.url,
        identity=loopx,
        own={"app_id": "cli_planted", "owner_open_id": "ou_planted"},
    )
    observer = LarkObserver(connection, ProviderClient("lark", http))
    provider_app, operator = loopx("cli_planted", "ou_planted")
    assert operator is not None
    assert (await verdict(observer, bound("lark", provider_app, operator, conversation))).answer == BOUND


@pytest.mark.parametrize(
    ("path", "answer", "told"),
    [
        (LARK_CHAT, changed(LARK_CHAT, DATA, "chat_mode", to="group"), NOT_PRIVATE),
        (LARK_CHAT, changed(LARK_CHAT, DATA, "chat_mode", to="topic"), NOT_PRIVATE),
        (LARK_CHAT, changed(LARK_CHAT, DATA, "chat_mode", to="planted"), NOT_PRIVATE),
        (LARK_CHAT, changed(LARK_CHAT, DATA, "chat_mode", to="P2P"), NOT_PRIVATE),
        (LARK_CHAT, changed(LARK_CHAT, DATA, "chat_mode", to=...), NOT_PRIVATE),
        (LARK_CHAT, changed(LARK_CHAT, DATA, "chat_mode", to=None), UNAVAILABLE),
        (LARK_CHAT, changed(LARK_CHAT, DATA, "chat_mode", to=["p2p"]), UNAVAILABLE),
        (LARK_CHAT, changed(LARK_CHAT, DATA, "chat_status", to="dissolved"), NOT_PRIVATE),
        (LARK_CHAT, changed(LARK_CHAT, DATA, "chat_status", to=["planted"]), NOT_PRIVATE),
        (LARK_CHAT, changed(LARK_CHAT, DATA, "chat_status", to=...), BOUND),
        (LARK_CHAT, changed(LARK_CHAT, DATA, to=...), UNAVAILABLE),
        (LARK_CHAT, changed(LARK_CHAT, DATA, to=["planted"]), UNAVAILABLE),
        (LARK_CHAT, reply({"code": 232011, "msg": "planted: Operator can NOT be out of the chat."}, 400), UNAVAILABLE),
        (LARK_CHAT, reply({"code": 232011, "msg": "planted"}), UNAVAILABLE),
        (LARK_CHAT, changed(LARK_CHAT, "code", to=False), UNAVAILABLE),
        (LARK_CHAT, changed(LARK_CHAT, "code", to="0"), UNAVAILABLE),
        (LARK_CHAT, changed(LARK_CHAT, "code", to=0.0), UNAVAILABLE),
        (LARK_CHAT, changed(LARK_CHAT, "code", to=...), UNAVAILABLE),
        (LARK_MEMBERS, changed(LARK_MEMBERS, DATA, "items", 0, "member_id", to="ou_planted_other"), OPERATOR),
        (LARK_MEMBERS, changed(LARK_MEMBERS, DATA, "items", 0, "member_id", to=7), UNAVAILABLE),
        (LARK_MEMBERS, changed(LARK_MEMBERS, DATA, "items", 0, "member_id", to=...), UNAVAILABLE),
        (LARK_MEMBERS, changed(LARK_MEMBERS, DATA, "items", to=[]), UNAVAILABLE),
        (LARK_MEMBERS, changed(LARK_MEMBERS, DATA, "items", to=["ou_planted"]), UNAVAILABLE),
        (LARK_MEMBERS, changed(LARK_MEMBERS, DATA, "items", to=None), UNAVAILABLE),
        (LARK_MEMBERS, changed(LARK_MEMBERS, DATA, "has_more", to=True), NOT_PRIVATE),
        (LARK_MEMBERS, changed(LARK_MEMBERS, DATA, "has_more", to="planted"), NOT_PRIVATE),
        (LARK_MEMBERS, changed(LARK_MEMBERS, DATA, "has_more", to=...), BOUND),
        (LARK_MEMBERS, one_more_member(), NOT_PRIVATE),
        (LARK_BOT, changed(LARK_BOT, "bot", "activate_status", to=1), IDENTITY),
        (LARK_BOT, changed(LARK_BOT, "bot", "activate_status", to=3), IDENTITY),
        (LARK_BOT, changed(LARK_BOT, "bot", "activate_status", to="2"), UNAVAILABLE),
        (LARK_BOT, changed(LARK_BOT, "bot", "activate_status", to=True), UNAVAILABLE),
        (LARK_BOT, changed(LARK_BOT, "bot", to=...), UNAVAILABLE),
        (LARK_TOKEN, reply({"code": 10014, "msg": "planted: app secret invalid"}), UNAVAILABLE),
        (LARK_TOKEN, changed(LARK_TOKEN, "tenant_access_token", to=...), UNAVAILABLE),
        (LARK_TOKEN, changed(LARK_TOKEN, "tenant_access_token", to=""), UNAVAILABLE),
        (LARK_TOKEN, changed(LARK_TOKEN, "tenant_access_token", to="t-planted\r\nX-Planted: 1"), UNAVAILABLE),
        (LARK_TOKEN, changed(LARK_TOKEN, "tenant_access_token", to="t-plantéd"), UNAVAILABLE),
        (LARK_TOKEN, changed(LARK_TOKEN, "expire", to="7200"), UNAVAILABLE),
        (LARK_TOKEN, changed(LARK_TOKEN, "expire", to=...), UNAVAILABLE),
    ],
    ids=brief,
)
async def test_each_answer_about_a_chat_has_its_row(
    loopback: Loopback, http: httpx.AsyncClient, path: str, answer: bytes, told: str
) -> None:
    observer = LARK.observer(loopback, http)
    loopback.answers[path] = [answer]
    assert (await verdict(observer, LARK.binding)).answer == told


@pytest.mark.parametrize(
    ("path", "answer", "told"),
    [
        (LARK_OWNER, changed(LARK_OWNER, DATA, "user", "open_id", to="ou_planted_other"), UNAVAILABLE),
        (LARK_OWNER, changed(LARK_OWNER, DATA, "user", "open_id", to=...), UNAVAILABLE),
        (LARK_OWNER, changed(LARK_OWNER, DATA, "user", to=...), UNAVAILABLE),
        (LARK_OWNER, changed(LARK_OWNER, DATA, "user", "status", to=...), BOUND),
        (LARK_OWNER, changed(LARK_OWNER, DATA, "user", "status", to="planted"), UNAVAILABLE),
        (LARK_OWNER, changed(LARK_OWNER, DATA, "user", "status", "is_resigned", to=True), IDENTITY),
        (LARK_OWNER, changed(LARK_OWNER, DATA, "user", "status", "is_frozen", to=True), IDENTITY),
        (LARK_OWNER, changed(LARK_OWNER, DATA, "user", "status", "is_exited", to=True), IDENTITY),
        (LARK_OWNER, changed(LARK_OWNER, DATA, "user", "status", "is_exited", to="planted"), IDENTITY),
        (LARK_OWNER, changed(LARK_OWNER, DATA, "user", "status", "is_exited", to=...), BOUND),
        (LARK_OWNER, reply({"code": 41050, "msg": "planted: no user authority error"}, 400), UNAVAILABLE),
        (LARK_BOT, changed(LARK_BOT, "bot", "activate_status", to=1), IDENTITY),
    ],
    ids=brief,
)
async def test_each_answer_about_the_owner_has_its_row(
    loopback: Loopback, http: httpx.AsyncClient, path: str, answer: bytes, told: str
) -> None:
    observer = LARK_WITHOUT_CHAT.observer(loopback, http)
    loopback.answers[path] = [answer]
    assert (await verdict(observer, LARK_WITHOUT_CHAT.binding)).answer == told


@pytest.mark.parametrize(
    ("path", "answer", "private"),
    [
        (LARK_CHAT, changed(LARK_CHAT, DATA, "chat_mode", to="group"), False),
        (LARK_CHAT, changed(LARK_CHAT, DATA, "chat_mode", to="planted"), None),
        (LARK_MEMBERS, one_more_member(), False),
    ],
    ids=brief,
)
async def test_where_nobody_is_the_only_one_no_operator_is_told(
    loopback: Loopback, http: httpx.AsyncClient, path: str, answer: bytes, private: bool | None
) -> None:
    observer = LARK.observer(loopback, http)
    loopback.answers[path] = [answer]
    found = await verdict(observer, LARK.binding)
    assert found.observations == (Observation("main", "cli_planted", None, "oc_planted", private, True),)


async def test_another_app_and_another_owner_are_told(loopback: Loopback, http: httpx.AsyncClient) -> None:
    observer = LARK_WITHOUT_CHAT.observer(loopback, http)
    assert (await verdict(observer, bound("lark", "cli_other", "ou_planted", None))).answer == APP
    assert (await verdict(observer, bound("lark", "cli_planted", "ou_other", None))).answer == OPERATOR


@pytest.mark.parametrize("conversation", ["a/b", "../../contact", "a?b#c", "%2e%2e", "聊天", "a b"])
async def test_a_conversation_is_one_step_of_the_path_whatever_it_is(
    loopback: Loopback, http: httpx.AsyncClient, conversation: str
) -> None:
    found = await verdict(LARK.observer(loopback, http), bound("lark", "cli_planted", "ou_planted", conversation))
    assert found.answer == UNAVAILABLE
    path = loopback.asked[-1].path
    assert path.startswith("/open-apis/im/v1/chats/")
    assert path.count("/") == 5


@pytest.mark.parametrize("conversation", [".", ".."])
async def test_a_conversation_never_leads_up_the_path(
    loopback: Loopback, http: httpx.AsyncClient, conversation: str
) -> None:
    found = await verdict(LARK.observer(loopback, http), bound("lark", "cli_planted", "ou_planted", conversation))
    assert found.answer == UNAVAILABLE
    assert loopback.asked == []


# ------------------------------------------------------------------------------------------------ token
async def test_a_token_is_kept_as_long_as_lark_says(loopback: Loopback, http: httpx.AsyncClient) -> None:
    LARK.observer(loopback, http)
    clock = Clock()
    observer = LarkObserver(
        Connection(name="main", provider="lark", secret=SECRET, base_url=loopback.url, identity=plain, own=LARK.own),
        ProviderClient("lark", http),
        clock=clock,
    )
    for passed, fetched in ((0, 1), (7199, 1), (1, 2), (7200, 3)):
        clock.now += passed
        assert (await verdict(observer, LARK.binding)).answer == BOUND
        assert loopback.count(LARK_TOKEN) == fetched


@pytest.mark.parametrize(
    "refused", [reply(INVALID_TOKEN, 401), reply(INVALID_TOKEN, 400), reply(INVALID_TOKEN), reply({}, 401)], ids=brief
)
@pytest.mark.parametrize("path", [LARK_CHAT, LARK_MEMBERS, LARK_BOT])
async def test_a_token_that_expired_meanwhile_is_renewed_once(
    loopback: Loopback, http: httpx.AsyncClient, path: str, refused: bytes
) -> None:
    observer = LARK.observer(loopback, http)
    loopback.answers[LARK_TOKEN].append(changed(LARK_TOKEN, "tenant_access_token", to="t-planted-2"))
    loopback.answers[path] = [refused, reply(ANSWERS[path])]
    assert (await verdict(observer, LARK.binding)).answer == BOUND
    assert loopback.count(LARK_TOKEN) == 2
    again = [asked.headers["authorization"] for asked in loopback.asked if asked.path == path]
    assert again == ["Bearer t-planted", "Bearer t-planted-2"]
    assert loopback.asked[-1].headers["authorization"] == "Bearer t-planted-2"


@pytest.mark.parametrize("refused", [reply(INVALID_TOKEN, 401), reply(INVALID_TOKEN, 400), reply({}, 401)], ids=brief)
async def test_a_token_that_is_always_refused_is_renewed_no_further(
    loopback: Loopback, http: httpx.AsyncClient, refused: bytes
) -> None:
    observer = LARK.observer(loopback, http)
    loopback.answers[LARK_CHAT] = [refused]
    assert (await verdict(observer, LARK.binding)).answer == UNAVAILABLE
    assert (loopback.count(LARK_TOKEN), loopback.count(LARK_CHAT)) == (2, 2)


async def test_one_token_is_fetched_for_many_observations_at_once(loopback: Loopback, http: httpx.AsyncClient) -> None:
    observer = LARK.observer(loopback, http)
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def late(_asked: Asked, writer: asyncio.StreamWriter) -> None:
        asked.set()
        await go_on.wait()
        writer.write(reply(ANSWERS[LARK_TOKEN]))

    answers: list[bytes | Answering] = [late]
    loopback.answers[LARK_TOKEN] = answers
    waiting = [asyncio.create_task(verdict(observer, LARK.binding)) for _ in range(20)]
    await asked.wait()
    waiting[0].cancel()  # the one that asked for it gives up
    await asyncio.wait(waiting[:1])
    go_on.set()
    assert {found.answer for found in await asyncio.gather(*waiting[1:])} == {BOUND}
    assert loopback.count(LARK_TOKEN) == 1


# ------------------------------------------------------------------------------------------------ limits
@pytest.mark.parametrize("status", [429, 400])
async def test_it_waits_as_long_as_lark_asks_it_to(loopback: Loopback, http: httpx.AsyncClient, status: int) -> None:
    observer = LARK.observer(loopback, http)
    limited = {"code": 99991400, "msg": "planted: request trigger frequency limit"}
    loopback.answers[LARK_CHAT] = [
        reply(limited, status, X_Ogw_Ratelimit_Limit="100", X_Ogw_Ratelimit_Reset="0"),
        reply(ANSWERS[LARK_CHAT]),
    ]
    assert (await verdict(observer, LARK.binding)).answer == BOUND
    loopback.answers[LARK_CHAT] = [reply(limited, status, X_Ogw_Ratelimit_Reset="52")]
    assert (await verdict(observer, LARK.binding)).answer == UNAVAILABLE
    assert loopback.count(LARK_CHAT) == 3
