"""The public keys that tokens are checked with, fetched from the issuer's key set (RFC 7517)."""

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence

import httpx
import jwt
import orjson

from server.keys import KeysUnavailableError, UnknownKeyError

_FRESH_SECONDS = 300.0
_TRUSTED_SECONDS = 3600.0
_UNKNOWN_KEY_SECONDS = 60.0
_RETRY_SECONDS = 5.0
_FETCH_SECONDS = 5.0
_MOST_BYTES = 1024 * 1024

_NEVER = -float("inf")
_log = logging.getLogger(__name__)


class KeySet:
    """The keys of the set at `url`, cached, and fetched by one task at a time.

    Keys older than five minutes are fetched again while the old ones go on. Keys older than an hour are trusted no
    more, so that a withdrawn key ends even when the key server does not answer. An unknown key id has the server asked
    at most once a minute: made-up ids cannot make us flood it.
    """

    def __init__(
        self,
        url: str,
        algorithms: Sequence[str],
        client: httpx.AsyncClient,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._url = url
        self._algorithms = algorithms
        self._client = client
        self._clock = clock
        self._keys: Mapping[tuple[object, str], jwt.PyJWK] = {}
        self._fetched_at = _NEVER
        self._asked_at = _NEVER
        self._fetching: asyncio.Task[None] | None = None

    async def key(self, key_id: str | None, algorithm: str) -> jwt.PyJWK:
        """The key of that id for that algorithm; without an id, the only key for that algorithm.

        UnknownKeyError when there is none, KeysUnavailableError when there are no keys at all.
        """
        if self._age() >= _FRESH_SECONDS:
            fetching = self._ask(pause=_RETRY_SECONDS)
            if self._age() >= _TRUSTED_SECONDS:
                await _ended(fetching)
        if self._age() >= _TRUSTED_SECONDS:
            raise KeysUnavailableError
        key = self._find(key_id, algorithm)
        if key is None:
            await _ended(self._ask(pause=_UNKNOWN_KEY_SECONDS))
            key = self._find(key_id, algorithm)
        if key is None:
            raise UnknownKeyError
        return key

    async def close(self) -> None:
        """End a fetch that is under way."""
        if self._fetching is not None:
            self._fetching.cancel()
            await _ended(self._fetching)

    def _age(self) -> float:
        return self._clock() - self._fetched_at

    def _find(self, key_id: str | None, algorithm: str) -> jwt.PyJWK | None:
        if key_id is not None:
            return self._keys.get((key_id, algorithm))
        fitting = [key for (_, fits), key in self._keys.items() if fits == algorithm]
        return fitting[0] if len(fitting) == 1 else None

    def _ask(self, *, pause: float) -> asyncio.Task[None] | None:
        """The fetch that is under way, or a new one, or None within `pause` seconds of the last."""
        if self._fetching is None or self._fetching.done():
            if self._clock() - self._asked_at < pause:
                return None
            self._asked_at = self._clock()
            self._fetching = asyncio.create_task(self._fetch())
        return self._fetching

    async def _fetch(self) -> None:
        try:
            async with asyncio.timeout(_FETCH_SECONDS):
                document = await self._download()
            self._keys = _public_keys(document, self._algorithms)
            self._fetched_at = self._clock()
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError, ValueError) as error:
            _log.warning("the key set could not be fetched: %s", type(error).__name__)

    async def _download(self) -> bytes:
        async with self._client.stream("GET", self._url, headers={"Accept": "application/json"}) as answer:
            if answer.status_code != httpx.codes.OK:
                raise ValueError("not the status of an answer")
            body = bytearray()
            async for piece in answer.aiter_bytes():
                body += piece
                if len(body) > _MOST_BYTES:
                    raise ValueError("too long for a key set")
            return bytes(body)


def key_client() -> httpx.AsyncClient:
    """A client that goes to the configured address and nowhere else: no redirects, no proxies of the environment."""
    return httpx.AsyncClient(follow_redirects=False, trust_env=False, timeout=_FETCH_SECONDS)


async def _ended(task: asyncio.Task[None] | None) -> None:
    # Unlike awaiting the task itself, a cancelled request does not cancel what the others wait for.
    if task is not None:
        await asyncio.wait([task])


def _public_keys(document: bytes, algorithms: Sequence[str]) -> Mapping[tuple[object, str], jwt.PyJWK]:
    """The signing keys of a key set, by key id and algorithm. Keys of other kinds are skipped, as RFC 7517 asks.

    ValueError for what is no key set.
    """
    match orjson.loads(document):
        case {"keys": [*entries]}:
            return {
                (entry.get("kid"), algorithm): key
                for entry in entries
                for algorithm in algorithms
                if (key := _public_key(entry, algorithm)) is not None
            }
    raise ValueError("no key set")


def _public_key(entry: object, algorithm: str) -> jwt.PyJWK | None:
    if not isinstance(entry, dict) or not isinstance(entry.get("kid", ""), str):
        return None
    if entry.get("use", "sig") != "sig" or entry.get("alg", algorithm) != algorithm:
        return None
    try:
        return jwt.PyJWK(entry, algorithm)
    except (jwt.PyJWTError, ValueError, TypeError):
        return None
