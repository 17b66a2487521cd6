"""Asking a provider over HTTP, bounded in size, time and repetition.

A failure says in words of this program what happened: nothing that the other side sent, and no URL, whose path may hold
a token.
"""

import asyncio
import math
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeAlias

import httpx
import orjson

from providers.document import Document, document
from providers.observation import ObservationFailedError

MOST_BYTES = 1024 * 1024
_JSON = "application/json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What to ask. It changes nothing, for it may be sent more than once. All but the method may hold credentials."""

    method: str
    url: str = field(repr=False)
    headers: Mapping[str, str] | None = field(default=None, repr=False)
    params: Mapping[str, str] | None = field(default=None, repr=False)
    content: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, whole."""

    status: int
    headers: Mapping[str, str] = field(repr=False)
    content: bytes = field(repr=False)

    @property
    def failed(self) -> bool:
        """Whether it says that the server failed."""
        return self.status >= httpx.codes.INTERNAL_SERVER_ERROR

    def value(self) -> object:
        """The JSON value in it; ObservationFailedError when there is none, by its type or by its text."""
        if self.headers.get("Content-Type", "").partition(";")[0].strip().lower() == _JSON:
            # What is raised within a handler holds on to what was caught, and so to the text.
            with suppress(orjson.JSONDecodeError):
                return orjson.loads(self.content)
        raise ObservationFailedError(f"the answer, of status {self.status}, is no JSON")

    def document(self) -> Document:
        """The JSON object in it; ObservationFailedError when it holds something else."""
        return document(self.value())

    def require_ok(self) -> None:
        """ObservationFailedError unless the status is 200."""
        if self.status != httpx.codes.OK:
            raise ObservationFailedError(f"the answer is of status {self.status}")


AskedToWait: TypeAlias = Callable[[Answer], float | None]
"""How many seconds an answer asks to wait, because it came to too many requests; None for any other answer."""


def retry_after(answer: Answer) -> float | None:
    """The wait that a status 429 asks for (RFC 9110, section 10.2.3); infinite when it does not say."""
    if answer.status != httpx.codes.TOO_MANY_REQUESTS:
        return None
    return seconds(answer.headers.get("Retry-After"))


def seconds(text: str | None) -> float:
    """A number of seconds as a header writes it; infinite for anything else."""
    return float(text) if text is not None and re.fullmatch("[0-9]{1,9}", text) else math.inf


class Exchange:
    """Requests that belong together, none of them later than `deadline`, an instant of the event loop's clock."""

    def __init__(self, client: httpx.AsyncClient, *, deadline: float, pauses: Sequence[float]) -> None:
        self._client = client
        self._deadline = deadline
        self._pauses = pauses

    async def ask(self, request: Request, *, asked_to_wait: AskedToWait = retry_after) -> Answer:
        """The answer, whatever its status.

        Once for each of the pauses the request is sent again: after the pause, where the connection or the server
        failed, and after the time that the answer asks for, where it came to too many requests. ObservationFailedError
        when that is too long, when there is no answer at the end, and for one over 1 MiB.
        """
        for pause in self._pauses:
            answer = await self._send(request)
            if answer is None or answer.failed:
                await self._sleep(pause)
                continue
            wait = asked_to_wait(answer)
            if wait is None:
                return answer
            await self._sleep(wait)
        answer = await self._send(request)
        if answer is None:
            raise ObservationFailedError("the connection failed")
        return answer

    async def _send(self, request: Request) -> Answer | None:
        """The answer; None when the connection could not be made, or broke off."""
        try:
            async with self._client.stream(
                request.method, request.url, headers=request.headers, params=request.params, content=request.content
            ) as response:
                return Answer(response.status_code, response.headers, await _content(response))
        except httpx.TransportError:
            return None

    async def _sleep(self, wait: float) -> None:
        if asyncio.get_running_loop().time() + wait >= self._deadline:
            raise ObservationFailedError("there is no time to wait before another try")
        await asyncio.sleep(wait)


async def _content(response: httpx.Response) -> bytes:
    content = bytearray()
    # As it came: a few packed bytes could unpack to any number.
    async for piece in response.aiter_raw():
        content += piece
        if len(content) > MOST_BYTES:
            raise ObservationFailedError("the answer is longer than 1 MiB")
    return bytes(content)
