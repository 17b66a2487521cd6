"""The webhook: what is sent and signed, and what each answer means."""

import hmac
import json

import httpx
import pytest

from providers.observation import Observation
from providers.provider_client import ProviderClient
from providers.webhook import WebhookObserver
from tests.providers.chat_platforms import ANSWERS, PLATFORM, WEBHOOK
from tests.providers.clock import Clock
from tests.providers.loopback import Loopback, reply
from tests.providers.verdict import (
    APP,
    BOUND,
    CONVERSATION,
    IDENTITY,
    NOT_PRIVATE,
    OPERATOR,
    TWICE,
    UNAVAILABLE,
    bound,
    verdict,
)

GOOD = ANSWERS[WEBHOOK]
OTHER = GOOD | {"conversation": "planted-other"}
SEVERAL_CHATS = bound("desk", "planted-app", "planted-person", None)


def without(name: str) -> dict[str, object]:
    return {key: value for key, value in GOOD.items() if key != name}


async def test_the_body_is_signed_with_its_time(loopback: Loopback, http: httpx.AsyncClient) -> None:
    PLATFORM.observer(loopback, http)
    url, key = f"{loopback.url}{WEBHOOK}?planted=1", b"planted-key"
    observer = WebhookObserver(url, key, ProviderClient("webhook", http), clock=Clock())
    found = await verdict(observer, PLATFORM.binding)
    assert found.observations == [
        Observation("main", "planted-app", "planted-person", "planted-chat", private=True, verified=True)
    ]
    [asked] = loopback.asked
    assert asked.method == "POST"
    assert asked.query == {"planted": ["1"]}
    assert asked.headers["content-type"] == "application/json"
    assert json.loads(asked.body) == {
        "appId": "desk",
        "userId": "planted-user",
        "bindingId": "bind",
        "provider": "desk",
        "connection": "main",
        "conversation": "planted-chat",
    }
    assert asked.headers["directory-timestamp"] == "1000"
    signature = hmac.new(key, b"1000." + asked.body, "sha256").hexdigest()
    assert asked.headers["directory-signature"] == f"sha256={signature}"


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (GOOD, BOUND),
        ([GOOD], BOUND),
        (GOOD | {"more": "planted"}, BOUND),
        ([OTHER, GOOD], BOUND),
        # Row 6.
        ([], UNAVAILABLE),
        ([[GOOD]], UNAVAILABLE),
        ([GOOD, None], UNAVAILABLE),
        ([GOOD, OTHER | {"operator": 7}], UNAVAILABLE),
        *((without(name), UNAVAILABLE) for name in GOOD),
        *((GOOD | {name: None}, UNAVAILABLE) for name in ("connection", "providerApp", "operator", "conversation")),
        *(
            (GOOD | {name: ["planted"]}, UNAVAILABLE)
            for name in ("connection", "providerApp", "operator", "conversation")
        ),
        (GOOD | {"operator": 7, "verified": False}, UNAVAILABLE),
        # Row 7, before all that follow.
        (GOOD | {"verified": False}, IDENTITY),
        (GOOD | {"verified": "true"}, IDENTITY),
        (GOOD | {"verified": 1}, IDENTITY),
        (GOOD | {"verified": None}, IDENTITY),
        (GOOD | {"verified": "true", "providerApp": "other", "operator": "other", "private": False}, IDENTITY),
        # Rows 8 to 10.
        (GOOD | {"connection": "other"}, APP),
        (GOOD | {"providerApp": ""}, APP),
        (GOOD | {"providerApp": "other", "operator": "other", "private": False}, APP),
        (GOOD | {"operator": "other"}, OPERATOR),
        (GOOD | {"operator": "other", "private": False}, OPERATOR),
        (OTHER, CONVERSATION),
        ([OTHER, OTHER], CONVERSATION),
        (OTHER | {"verified": "true", "private": False}, CONVERSATION),
        # Row 11.
        (GOOD | {"private": False}, NOT_PRIVATE),
        (GOOD | {"private": None}, NOT_PRIVATE),
        (GOOD | {"private": "true"}, NOT_PRIVATE),
        (GOOD | {"private": 1}, NOT_PRIVATE),
        ([GOOD, GOOD | {"private": False}], NOT_PRIVATE),
        # Row 12.
        ([GOOD, GOOD], TWICE),
        ([GOOD, OTHER, GOOD], TWICE),
    ],
)
async def test_each_answer_has_its_row(loopback: Loopback, http: httpx.AsyncClient, answer: object, told: str) -> None:
    observer = PLATFORM.observer(loopback, http)
    loopback.answers[WEBHOOK] = [reply(answer)]
    assert (await verdict(observer, PLATFORM.binding)).answer == told


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (GOOD, BOUND),
        (GOOD | {"conversation": None}, BOUND),
        (GOOD | {"conversation": 7}, UNAVAILABLE),
        (without("conversation"), UNAVAILABLE),
        ([GOOD, OTHER], TWICE),
        ([GOOD, OTHER | {"verified": False}], IDENTITY),
    ],
)
async def test_where_the_binding_has_no_conversation_all_count(
    loopback: Loopback, http: httpx.AsyncClient, answer: object, told: str
) -> None:
    observer = PLATFORM.observer(loopback, http)
    loopback.answers[WEBHOOK] = [reply(answer)]
    assert (await verdict(observer, SEVERAL_CHATS)).answer == told
    assert json.loads(loopback.asked[0].body)["conversation"] is None
