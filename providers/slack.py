"""Slack, by its Web API (docs.slack.dev).

An App is known by the `bot_id` that `auth.test` tells: one for each workspace that installed it. (The id of the App
itself is not told to a bot.) A person is known by the user id.
"""

from collections.abc import Mapping, Sequence

from providers.connection import Connection
from providers.document import Document, part, text
from providers.exchange import Answer, Exchange, Request
from providers.observation import Inquiry, Observation, ObservationFailedError
from providers.provider import Provider
from providers.provider_client import ProviderClient

_OTHER_KINDS = ("is_channel", "is_group", "is_mpim")

# What an operator can mend. Only words that stand here are logged.
_ERRORS = (
    "account_inactive",
    "channel_not_found",
    "invalid_auth",
    "missing_scope",
    "not_allowed_token_type",
    "token_expired",
    "token_revoked",
)


class SlackObserver:
    """Asks as one bot about a conversation, and who that bot is."""

    def __init__(self, connection: Connection, client: ProviderClient) -> None:
        self._connection = connection
        self._client = client

    async def observe(self, inquiry: Inquiry) -> Sequence[Observation]:
        """One observation."""
        async with self._client.observation() as exchange:
            if inquiry.conversation is None:
                raise ObservationFailedError("the binding has no conversation to ask about")
            bot = await self._call(exchange, "POST", "auth.test")
            info = await self._call(exchange, "GET", "conversations.info", {"channel": inquiry.conversation})
            return (self._observed(text(bot, "bot_id"), part(info, "channel")),)

    def _observed(self, bot_id: str, channel: Document) -> Observation:
        private = _is_private(channel)
        return self._connection.observed(
            app_id=bot_id,
            person_id=text(channel, "user") if private else None,
            conversation=text(channel, "id"),
            private=private,
            verified=channel.get("is_user_deleted", False) is False,
        )

    async def _call(
        self, exchange: Exchange, method: str, name: str, params: Mapping[str, str] | None = None
    ) -> Document:
        request = Request(
            method=method,
            url=f"{self._connection.base_url}/api/{name}",
            headers={"Authorization": f"Bearer {self._connection.secret}"},
            params=params,
        )
        return _success(await exchange.ask(request))


def _success(answer: Answer) -> Document:
    """What a method answers. Slack's errors have the status 200."""
    answer.require_ok()
    result = answer.document()
    if result.get("ok") is not True:
        error = result.get("error")
        raise ObservationFailedError(f"the answer is {error if error in _ERRORS else 'an error'}")
    return result


def _is_private(channel: Document) -> bool | None:
    direct = channel.get("is_im")
    if direct is True:
        return not any(channel.get(kind, False) is not False for kind in _OTHER_KINDS)
    return False if direct is False else None


SLACK = Provider(name="slack", base_url="https://slack.com", observer=SlackObserver)
