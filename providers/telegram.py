"""Telegram, by its Bot API (core.telegram.org/bots/api).

An App is known by the bot's user id, a person by the user id, which is the id of the private chat with that person too.
"""

import math
from collections.abc import Mapping, Sequence
from urllib.parse import quote

from providers.connection import Connection
from providers.document import Document, part, text, whole
from providers.exchange import Answer, Exchange, Request, retry_after
from providers.observation import Inquiry, Observation, ObservationFailedError
from providers.provider import Provider
from providers.provider_client import ProviderClient

_IS_PRIVATE = {"private": True, "group": False, "supergroup": False, "channel": False}


class TelegramObserver:
    """Asks as one bot about a chat, and who that bot is."""

    def __init__(self, connection: Connection, client: ProviderClient) -> None:
        self._connection = connection
        self._client = client
        self._url = f"{connection.base_url}/bot{quote(connection.secret, safe=':')}"

    async def observe(self, inquiry: Inquiry) -> Sequence[Observation]:
        """One observation."""
        async with self._client.observation() as exchange:
            if inquiry.conversation is None:
                raise ObservationFailedError("the binding has no conversation to ask about")
            bot = _result(await self._call(exchange, "getMe"))
            answer = await self._call(exchange, "getChat", {"chat_id": inquiry.conversation})
            return (self._observed(bot, _moved(answer) or _result(answer)),)

    def _observed(self, bot: Document, chat: Document) -> Observation:
        chat_id = str(whole(chat, "id"))
        private = _IS_PRIVATE.get(text(chat, "type"))
        return self._connection.observed(
            app_id=str(whole(bot, "id")),
            person_id=chat_id if private else None,
            conversation=chat_id,
            private=private,
            verified=bot.get("is_bot") is True,
        )

    async def _call(self, exchange: Exchange, method: str, params: Mapping[str, str] | None = None) -> Answer:
        request = Request(method="GET", url=f"{self._url}/{method}", params=params)
        return await exchange.ask(request, asked_to_wait=_asked_to_wait)


def _result(answer: Answer) -> Document:
    answer.require_ok()
    outcome = answer.document()
    if outcome.get("ok") is not True:
        raise ObservationFailedError("the answer is an error")
    return part(outcome, "result")


def _parameters(answer: Answer) -> Document:
    """How an error could be handled; nothing, if it does not say."""
    error = answer.document()
    return part(error, "parameters") if error.get("ok") is False and "parameters" in error else {}


def _moved(answer: Answer) -> Document | None:
    """The supergroup that a group has become, as the chat that is there now; None if this chat has not."""
    parameters = _parameters(answer)
    if "migrate_to_chat_id" not in parameters:
        return None
    return {"id": whole(parameters, "migrate_to_chat_id"), "type": "supergroup"}


def _asked_to_wait(answer: Answer) -> float | None:
    wait = retry_after(answer)
    if wait != math.inf:
        return wait
    parameters = _parameters(answer)
    return whole(parameters, "retry_after") if "retry_after" in parameters else math.inf


TELEGRAM = Provider(name="telegram", base_url="https://api.telegram.org", observer=TelegramObserver)
