"""Observers for the connections that are configured."""

from typing import Any

import httpx
import pytest

from providers.connection import Connection
from providers.identity import plain
from providers.lark import LarkObserver
from providers.native import PROVIDERS, native_observers
from providers.slack import SlackObserver
from providers.telegram import TelegramObserver
from tests.providers.chat_platforms import LARK, SECRET


def connection(provider: str, name: str, **own: str) -> Connection:
    return Connection(
        name=name, provider=provider, secret=SECRET, base_url="http://127.0.0.1:1", identity=plain, own=own
    )


@pytest.mark.parametrize(
    ("provider", "kind"), [("lark", LarkObserver), ("slack", SlackObserver), ("telegram", TelegramObserver)]
)
async def test_each_connection_is_asked_for_by_its_provider_and_name(
    http: httpx.AsyncClient, provider: str, kind: type[Any]
) -> None:
    own = LARK.own if provider == "lark" else {}
    observers = native_observers([connection(provider, "one", **own), connection(provider, "two", **own)], http)
    assert set(observers) == {(provider, "one"), (provider, "two")}
    assert all(isinstance(observer, kind) for observer in observers.values())


def test_the_default_addresses_are_encrypted() -> None:
    assert {provider.base_url for provider in PROVIDERS.values()} == {
        "https://open.larksuite.com",
        "https://slack.com",
        "https://api.telegram.org",
    }


def test_a_connection_does_not_show_its_secret() -> None:
    assert "planted" not in repr(connection("slack", "one"))
