"""Tokens that a provider gives for a while."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class IssuedToken:
    """A token, and for how many seconds from the request on its provider honours it."""

    value: str = field(repr=False)
    seconds: float


class CachedToken:
    """One token, kept as long as its provider says, and fetched by one task for everybody who waits for it."""

    def __init__(
        self, fetch: Callable[[], Awaitable[IssuedToken]], *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._fetch = fetch
        self._clock = clock
        self._value = ""
        self._ends_at = -float("inf")
        self._fetching: asyncio.Task[None] | None = None
        self._waiting = 0

    async def get(self, *, refused: str | None = None) -> str:
        """The token, fetched when there is none, or none but the one that was `refused`. Who waits for a fetch gets
        what it raises."""
        if self._clock() >= self._ends_at or self._value == refused:
            await self._renewed()
        return self._value

    async def _renewed(self) -> None:
        if self._fetching is None:
            self._fetching = asyncio.create_task(self._renew())
        fetching = self._fetching
        self._waiting += 1
        try:
            # Who is cancelled does not cancel what the others wait for, unless nobody is left.
            await asyncio.shield(fetching)
        finally:
            self._waiting -= 1
            if self._waiting == 0:
                fetching.cancel()
                self._fetching = None

    async def _renew(self) -> None:
        asked_at = self._clock()
        token = await self._fetch()
        self._value = token.value
        self._ends_at = asked_at + token.seconds
