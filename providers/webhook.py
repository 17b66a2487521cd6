"""A platform that keeps the credentials of its providers itself, and answers for them (rules.md, section 4)."""

import hmac
import time
from collections.abc import Callable, Sequence

import orjson

from providers.document import Document, document, text
from providers.exchange import Request
from providers.observation import Inquiry, Observation, ObservationFailedError
from providers.provider_client import ProviderClient


class WebhookObserver:
    """Asks the platform at `url`, which knows by the shared `secret` who asks."""

    def __init__(
        self, url: str, secret: bytes, client: ProviderClient, *, clock: Callable[[], float] = time.time
    ) -> None:
        self._url = url
        self._secret = secret
        self._client = client
        self._clock = clock

    async def observe(self, inquiry: Inquiry) -> Sequence[Observation]:
        """What the platform answers: any number of observations."""
        async with self._client.observation() as exchange:
            answer = await exchange.ask(self._request(inquiry))
            answer.require_ok()
            return _observations(answer.value(), inquiry)

    def _request(self, inquiry: Inquiry) -> Request:
        timestamp = str(int(self._clock()))
        body = _body(inquiry)
        signature = hmac.new(self._secret, timestamp.encode() + b"." + body, "sha256").hexdigest()
        headers = {
            "Content-Type": "application/json",
            "Directory-Timestamp": timestamp,
            "Directory-Signature": f"sha256={signature}",
        }
        return Request(method="POST", url=self._url, headers=headers, content=body)


def _body(inquiry: Inquiry) -> bytes:
    return orjson.dumps(
        {
            "appId": inquiry.app_id,
            "userId": inquiry.user_id,
            "bindingId": inquiry.binding_id,
            "provider": inquiry.provider,
            "connection": inquiry.connection,
            "conversation": inquiry.conversation,
        }
    )


def _observations(value: object, inquiry: Inquiry) -> Sequence[Observation]:
    entries = value if isinstance(value, list) else [value]
    return [_observation(document(entry), inquiry) for entry in entries]


def _observation(entry: Document, inquiry: Inquiry) -> Observation:
    """One observation. `private` and `verified` must be there; of any other type than documented they are as good as
    unknown and false (rows 7 and 11), which nothing else in it may be."""
    if not entry.keys() >= {"private", "verified", "conversation"}:
        raise ObservationFailedError("the answer lacks a member")
    private = entry["private"]
    return Observation(
        connection=text(entry, "connection"),
        provider_app=text(entry, "providerApp"),
        operator=text(entry, "operator"),
        conversation=_conversation(entry, inquiry),
        private=private if isinstance(private, bool) else None,
        verified=entry["verified"] is True,
    )


def _conversation(entry: Document, inquiry: Inquiry) -> str | None:
    """Null is an answer where the binding itself has no conversation."""
    if entry["conversation"] is None and inquiry.conversation is None:
        return None
    return text(entry, "conversation")
