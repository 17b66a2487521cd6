"""The way out to the providers: one HTTP client for the process, and for each provider a limit."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx

from providers.exchange import Exchange
from providers.observation import ObservationFailedError

# A little less than the ten seconds of the whole observation (rules.md, section 3), which cannot say what took so long.
_SECONDS = 9.75
_AT_ONCE = 32
_PAUSES = (0.1, 0.5)

# The first writes whole URLs at INFO, and Telegram's hold the token; the others write headers at DEBUG.
_TALKATIVE = ("httpx", "httpcore.connection", "httpcore.http11")

_log = logging.getLogger(__name__)


def http_client() -> httpx.AsyncClient:
    """The client that all providers share. It goes where it is told and nowhere else (no redirects, no proxies of the
    environment), verifies TLS, and keeps no cookies, which would carry over from one App to another.

    The HTTP libraries' own logs are switched off, whatever level is asked for.
    """
    for name in _TALKATIVE:
        logging.getLogger(name).disabled = True
    return httpx.AsyncClient(
        headers={"Accept": "application/json", "Accept-Encoding": "identity", "User-Agent": "session-directory"},
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),
        follow_redirects=False,
        trust_env=False,
        timeout=_SECONDS,
        # Each provider has its own limit: no slow one takes the connections of another.
        limits=httpx.Limits(max_connections=None, max_keepalive_connections=_AT_ONCE),
    )


class ProviderClient:
    """One provider, asked for at most so many observations at once, each of at most so many seconds."""

    def __init__(
        self,
        provider: str,
        client: httpx.AsyncClient,
        *,
        at_once: int = _AT_ONCE,
        seconds: float = _SECONDS,
        pauses: Sequence[float] = _PAUSES,
    ) -> None:
        self._provider = provider
        self._client = client
        self._places = asyncio.Semaphore(at_once)
        self._seconds = seconds
        self._pauses = pauses

    @asynccontextmanager
    async def observation(self) -> AsyncIterator[Exchange]:
        """The requests of one observation. Waiting for a place is part of its time; a failure is logged."""
        try:
            async with self.exchange() as exchange, self._places:
                yield exchange
        except ObservationFailedError as failure:
            _log.warning("%s was not observed: %s", self._provider, failure)
            raise
        except asyncio.CancelledError:
            _log.warning("%s was not observed: whoever asked waits no longer", self._provider)
            raise

    @asynccontextmanager
    async def exchange(self) -> AsyncIterator[Exchange]:
        """Requests that several observations share. ObservationFailedError when their time is over."""
        deadline = asyncio.get_running_loop().time() + self._seconds
        try:
            async with asyncio.timeout_at(deadline):
                yield Exchange(self._client, deadline=deadline, pauses=self._pauses)
        except TimeoutError:
            raise ObservationFailedError("it did not answer in time") from None
