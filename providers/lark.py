"""Lark and Feishu, by their Open API (open.larksuite.com/document, open.feishu.cn/document).

An App is known by its app_id, a person by the open_id under that App.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from urllib.parse import quote

import httpx
import orjson

from providers.cached_token import CachedToken, IssuedToken
from providers.connection import Connection
from providers.credential import is_credential
from providers.document import Document, part, parts, text, whole
from providers.exchange import Answer, Exchange, Request, seconds
from providers.observation import Inquiry, Observation, ObservationFailedError
from providers.provider import Provider
from providers.provider_client import ProviderClient

_ENABLED = 2
_TOKEN_INVALID = 99991663
_TOO_MANY_REQUESTS = 99991400
_IS_PRIVATE = {"p2p": True, "group": False, "topic": False}
_GONE = ("is_frozen", "is_resigned", "is_exited")


class LarkObserver:
    """Asks as one App about a chat and its members; or about the App's owner, where a binding has no conversation."""

    def __init__(
        self, connection: Connection, client: ProviderClient, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._connection = connection
        self._app_id = connection.own["app_id"]
        self._owner = connection.own.get("owner_open_id")
        self._client = client
        self._token = CachedToken(self._issue_token, clock=clock)

    async def observe(self, inquiry: Inquiry) -> Sequence[Observation]:
        """One observation."""
        async with self._client.observation() as exchange:
            if inquiry.conversation is None:
                return (await self._of_owner(exchange),)
            return (await self._of_chat(exchange, inquiry.conversation),)

    async def _of_chat(self, exchange: Exchange, chat_id: str) -> Observation:
        path = f"im/v1/chats/{_segment(chat_id)}"
        private = _is_private(part(await self._get(exchange, path), "data"))
        person = await self._only_member(exchange, path) if private else None
        return self._connection.observed(
            app_id=self._app_id,
            person_id=person,
            conversation=chat_id,
            private=private and person is not None,
            verified=await self._is_enabled(exchange),
        )

    async def _of_owner(self, exchange: Exchange) -> Observation:
        """Whose chat it is, as LoopX tells it: App and owner are confirmed, and LoopX binds nobody else."""
        if self._owner is None:
            raise ObservationFailedError("the binding has no conversation, and the connection no owner_open_id")
        path, params = f"contact/v3/users/{_segment(self._owner)}", {"user_id_type": "open_id"}
        user = part(part(await self._get(exchange, path, params), "data"), "user")
        confirmed = _is_there(user, self._owner) and await self._is_enabled(exchange)
        return self._connection.observed(
            app_id=self._app_id,
            person_id=self._owner,
            conversation=None,
            private=confirmed or None,
            verified=confirmed,
        )

    async def _is_enabled(self, exchange: Exchange) -> bool:
        bot = part(await self._get(exchange, "bot/v3/info"), "bot")
        return whole(bot, "activate_status") == _ENABLED

    async def _only_member(self, exchange: Exchange, chat_path: str) -> str | None:
        """The one human member of a chat between two, for Lark lists no bots; None if there are more."""
        data = part(await self._get(exchange, f"{chat_path}/members", {"member_id_type": "open_id"}), "data")
        members = [text(member, "member_id") for member in parts(data, "items")]
        if not members:
            raise ObservationFailedError("the chat has no member besides the App")
        return members[0] if len(members) == 1 and data.get("has_more", False) is False else None

    async def _get(self, exchange: Exchange, path: str, params: Mapping[str, str] | None = None) -> Document:
        token = await self._token.get()
        answer = await self._send(exchange, path, params, token)
        if answer.status == httpx.codes.UNAUTHORIZED or _code(answer) == _TOKEN_INVALID:
            token = await self._token.get(refused=token)
            answer = await self._send(exchange, path, params, token)
        return _success(answer)

    async def _send(self, exchange: Exchange, path: str, params: Mapping[str, str] | None, token: str) -> Answer:
        request = Request(
            method="GET", url=self._url(path), headers={"Authorization": f"Bearer {token}"}, params=params
        )
        return await exchange.ask(request, asked_to_wait=_asked_to_wait)

    async def _issue_token(self) -> IssuedToken:
        request = Request(
            method="POST",
            url=self._url("auth/v3/tenant_access_token/internal"),
            headers={"Content-Type": "application/json; charset=utf-8"},
            content=orjson.dumps({"app_id": self._app_id, "app_secret": self._connection.secret}),
        )
        async with self._client.exchange() as exchange:
            issued = _success(await exchange.ask(request, asked_to_wait=_asked_to_wait))
        token = text(issued, "tenant_access_token")
        if not is_credential(token):
            raise ObservationFailedError("the token could not be sent")
        return IssuedToken(token, whole(issued, "expire"))

    def _url(self, path: str) -> str:
        return f"{self._connection.base_url}/open-apis/{path}"


def _segment(value: str) -> str:
    """An id as one segment of a path."""
    if value in {".", ".."}:
        raise ObservationFailedError("that is no id of Lark's")
    return quote(value, safe="")


def _code(answer: Answer) -> int | None:
    """Lark's own code of an answer, 0 for success; None if it has none."""
    try:
        return whole(answer.document(), "code")
    except ObservationFailedError:
        return None


def _success(answer: Answer) -> Document:
    code = _code(answer)
    if answer.status != httpx.codes.OK or code != 0:
        raise ObservationFailedError(f"the answer is of status {answer.status} and code {code}")
    return answer.document()


def _asked_to_wait(answer: Answer) -> float | None:
    """Some older methods refuse too many requests with the status 400."""
    if answer.status == httpx.codes.TOO_MANY_REQUESTS or (
        answer.status == httpx.codes.BAD_REQUEST and _code(answer) == _TOO_MANY_REQUESTS
    ):
        return seconds(answer.headers.get("x-ogw-ratelimit-reset", answer.headers.get("Retry-After")))
    return None


def _is_private(chat: Document) -> bool | None:
    """Whether a chat is one between two. An App that is not in a chat is not told its mode."""
    if chat.get("chat_status", "normal") != "normal":
        return False
    return _IS_PRIVATE.get(text(chat, "chat_mode")) if "chat_mode" in chat else None


def _is_there(user: Document, open_id: str) -> bool:
    """Whether this is the person asked for, and still uses Lark. To read the status takes a permission of its own."""
    if text(user, "open_id") != open_id:
        raise ObservationFailedError("the answer is about somebody else")
    return "status" not in user or all(part(user, "status").get(flag, False) is False for flag in _GONE)


LARK = Provider(
    name="lark",
    base_url="https://open.larksuite.com",
    required=frozenset({"app_id"}),
    optional=frozenset({"owner_open_id"}),
    observer=LarkObserver,
)
