"""The providers as their documentation has them answer, one private chat each. What must never come out is planted."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import httpx

from data.binding import Binding
from providers.connection import Connection
from providers.identity import plain
from providers.lark import LarkObserver
from providers.observation import Observer
from providers.provider_client import ProviderClient
from providers.slack import SlackObserver
from providers.telegram import TelegramObserver
from providers.webhook import WebhookObserver
from tests.providers.loopback import Loopback, reply
from tests.providers.verdict import bound

SECRET = "123456:planted-secret"

LARK_TOKEN = "/open-apis/auth/v3/tenant_access_token/internal"
LARK_BOT = "/open-apis/bot/v3/info"
LARK_CHAT = "/open-apis/im/v1/chats/oc_planted"
LARK_MEMBERS = f"{LARK_CHAT}/members"
LARK_OWNER = "/open-apis/contact/v3/users/ou_planted"
SLACK_AUTH = "/api/auth.test"
SLACK_INFO = "/api/conversations.info"
TELEGRAM_ME = f"/bot{SECRET}/getMe"
TELEGRAM_CHAT = f"/bot{SECRET}/getChat"
WEBHOOK = "/observe"

ANSWERS: Mapping[str, Any] = {
    LARK_TOKEN: {"code": 0, "msg": "ok", "tenant_access_token": "t-planted", "expire": 7200},
    LARK_BOT: {
        "code": 0,
        "msg": "ok",
        "bot": {"activate_status": 2, "app_name": "planted name", "ip_white_list": [], "open_id": "ou_planted_bot"},
    },
    LARK_CHAT: {
        "code": 0,
        "msg": "success",
        "data": {"name": "planted name", "chat_mode": "p2p", "chat_type": "private", "chat_status": "normal"},
    },
    LARK_MEMBERS: {
        "code": 0,
        "msg": "success",
        "data": {
            "items": [{"member_id_type": "open_id", "member_id": "ou_planted", "name": "planted name"}],
            "has_more": False,
            "member_total": 1,
        },
    },
    LARK_OWNER: {
        "code": 0,
        "msg": "success",
        "data": {
            "user": {
                "open_id": "ou_planted",
                "name": "planted name",
                "status": {"is_frozen": False, "is_resigned": False, "is_activated": True, "is_exited": False},
            }
        },
    },
    SLACK_AUTH: {
        "ok": True,
        "url": "https://planted.slack.com/",
        "team": "planted name",
        "user": "bot",
        "team_id": "T0G9PQBBK",
        "user_id": "W23456789",
        "bot_id": "B-planted",
    },
    SLACK_INFO: {
        "ok": True,
        "channel": {"id": "D-planted", "created": 1507235627, "is_im": True, "user": "U-planted", "priority": 0},
    },
    TELEGRAM_ME: {"ok": True, "result": {"id": 123456, "is_bot": True, "first_name": "planted name"}},
    TELEGRAM_CHAT: {"ok": True, "result": {"id": 77001, "type": "private", "first_name": "planted name"}},
    WEBHOOK: {
        "connection": "main",
        "providerApp": "planted-app",
        "operator": "planted-person",
        "conversation": "planted-chat",
        "private": True,
        "verified": True,
    },
}


@dataclass(frozen=True)
class Platform:
    """A provider, its observer, a binding that it confirms, and the paths that an observation asks for."""

    name: str
    make: Callable[[Connection, ProviderClient], Observer]
    binding: Binding
    paths: tuple[str, ...]
    own: Mapping[str, str]

    def observer(self, loopback: Loopback, http: httpx.AsyncClient, **limits: Any) -> Observer:
        """Its observer, that was never asked; the loopback answers as documented."""
        loopback.asked.clear()
        for path in self.paths:
            loopback.answers[path] = [reply(ANSWERS[path])]
        connection = Connection(
            name="main", provider=self.name, secret=SECRET, base_url=loopback.url, identity=plain, own=self.own
        )
        return self.make(connection, ProviderClient(self.name, http, **{"pauses": (0.0, 0.0), **limits}))


def _webhook(connection: Connection, client: ProviderClient) -> Observer:
    return WebhookObserver(f"{connection.base_url}{WEBHOOK}", b"planted-key", client)


LARK = Platform(
    "lark",
    LarkObserver,
    bound("lark", "cli_planted", "ou_planted", "oc_planted"),
    (LARK_TOKEN, LARK_CHAT, LARK_MEMBERS, LARK_BOT),
    {"app_id": "cli_planted"},
)
LARK_WITHOUT_CHAT = Platform(
    "lark",
    LarkObserver,
    bound("lark", "cli_planted", "ou_planted", None),
    (LARK_TOKEN, LARK_OWNER, LARK_BOT),
    {"app_id": "cli_planted", "owner_open_id": "ou_planted"},
)
SLACK = Platform(
    "slack", SlackObserver, bound("slack", "B-planted", "U-planted", "D-planted"), (SLACK_AUTH, SLACK_INFO), {}
)
TELEGRAM = Platform(
    "telegram", TelegramObserver, bound("telegram", "123456", "77001", "77001"), (TELEGRAM_ME, TELEGRAM_CHAT), {}
)
PLATFORM = Platform("webhook", _webhook, bound("desk", "planted-app", "planted-person", "planted-chat"), (WEBHOOK,), {})

PLATFORMS = (LARK, LARK_WITHOUT_CHAT, SLACK, TELEGRAM, PLATFORM)
