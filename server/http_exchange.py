"""A request and its answer, as an ASGI application meets them."""

import asyncio
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any, Protocol

import orjson
from starlette.types import ASGIApp, Message

from server.graphql_errors import unexpected_error
from server.http_output import Output

_STATUS_LINES = {status.value: b"HTTP/1.1 %d %s" % (status, status.phrase.encode()) for status in HTTPStatus}

_END = b"\r\n\r\n"
_WITHOUT_BODY = frozenset({HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED})

# What is held of a body that the application does not read yet.
_MOST_HELD_BYTES = 64 * 1024


class Connection(Protocol):
    """What an exchange needs of the connection that it is on."""

    output: Output

    @property
    def common_headers(self) -> Iterable[tuple[bytes, bytes]]:
        """Those of every answer."""

    def pause_reading(self) -> None:
        """Take nothing more from the client for now."""

    def resume_reading(self) -> None:
        """Go on."""

    def answered(self, exchange: "Exchange") -> None:
        """The whole answer is written."""


class Exchange:
    """One request: the connection brings what comes of it, the application answers it.

    An answer says how long it is, or has no body: everything that is answered here does.
    """

    __slots__ = (
        "_connection",
        "_head",
        "_held_bytes",
        "_is_given",
        "_is_left",
        "_missing_bytes",
        "_news",
        "_pieces",
        "_says_continue",
        "is_answered",
        "is_read",
        "keeps_alive",
        "scope",
    )

    def __init__(
        self, connection: Connection, scope: dict[str, Any], *, keeps_alive: bool, says_continue: bool
    ) -> None:
        self.scope = scope
        self.keeps_alive = keeps_alive
        """Whether the connection lives on behind the answer."""
        self.is_answered = False
        """Whether the whole answer is written."""
        self.is_read = False
        """Whether the whole body has come."""
        self._connection = connection
        self._says_continue = says_continue
        # The body as far as it came and was not given to the application, and whether that knows it has all.
        self._pieces: list[bytes] = []
        self._held_bytes = 0
        self._is_given = False
        self._is_left = False
        # Made only where there is something to wait for.
        self._news: asyncio.Event | None = None
        # That of the answer, until it is written; and how much of the answer's body is still to come.
        self._head: bytes | None = None
        self._missing_bytes = 0

    # ------------------------------------------------------------------------------------------ for the connection
    def take(self, piece: bytes) -> None:
        """A piece of the body has come."""
        if self.is_answered:
            return
        self._pieces.append(piece)
        self._held_bytes += len(piece)
        if self._held_bytes > _MOST_HELD_BYTES:
            self._connection.pause_reading()
        self._tell()

    def complete(self) -> None:
        """The whole body has come."""
        self.is_read = True
        self._tell()

    def leave(self) -> None:
        """The client has left."""
        self._is_left = True
        self._tell()

    def withdraw(self) -> bool:
        """There is no whole request. Whether nothing of an answer was written: then nothing will be."""
        is_unanswered = self._head != b""
        if is_unanswered:
            self.leave()
        return is_unanswered

    async def run(self, app: ASGIApp) -> None:
        """Have `app` answer. What it fails to answer is answered 500, or broken off."""
        failure: BaseException = RuntimeError("no whole answer")
        try:
            await app(self.scope, self.receive, self.send)
        except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001 -- there is nobody behind it
            failure = error
        if not self._is_over:
            self._fail(failure)

    # ------------------------------------------------------------------------------------------ for the application
    async def receive(self) -> Message:
        """What came of the body since the last call; when all of it was given, that nobody is there any more."""
        if self._says_continue and self._head is None and not self._is_over:
            self._says_continue = False
            self._connection.output.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        while not self._pieces and self.is_read == self._is_given and not self._is_over:
            await self._wait()
        if self._is_over:
            return {"type": "http.disconnect"}
        body = b"".join(self._pieces)
        self._pieces.clear()
        self._held_bytes = 0
        self._is_given = self.is_read
        return {"type": "http.request", "body": body, "more_body": not self.is_read}

    async def send(self, message: Message) -> None:
        """Write of the answer what `message` says. RuntimeError for an application that does not keep to the protocol
        or to the length that it announced."""
        if self._connection.output.is_full:
            await self._connection.output.room()
        if self._is_left:
            return
        kind = message["type"]
        if kind == "http.response.start" and self._head is None:
            self._begin(message["status"], message["headers"])
        elif kind == "http.response.body" and self._head is not None and not self.is_answered:
            self._go_on(message.get("body", b""), more=message.get("more_body", False))
        else:
            raise RuntimeError(f"{kind} comes out of turn")

    # ------------------------------------------------------------------------------------------ inside
    @property
    def _is_over(self) -> bool:
        return self.is_answered or self._is_left

    def _tell(self) -> None:
        if self._news is not None:
            self._news.set()

    async def _wait(self) -> None:
        self._connection.resume_reading()
        if self._news is None:
            self._news = asyncio.Event()
        self._news.clear()
        await self._news.wait()

    def _begin(self, status: int, headers: Iterable[tuple[bytes, bytes]]) -> None:
        """Make the head, which is written with the first piece of the body."""
        lines = [_STATUS_LINES[status]]
        is_framed = status in _WITHOUT_BODY
        for name, value in (*self._connection.common_headers, *headers):
            lines.append(name + b": " + value)
            if name == b"content-length":
                self._missing_bytes, is_framed = int(value), True
        if not is_framed:
            raise RuntimeError("an answer says how long it is")
        if not self.keeps_alive:
            lines.append(b"connection: close")
        head = b"\r\n".join(lines)
        if not head.count(b"\r") == head.count(b"\n") == len(lines) - 1:
            raise RuntimeError("a header holds the end of a line")
        self._head = head + _END

    def _go_on(self, body: bytes, *, more: bool) -> None:
        if self.scope["method"] == "HEAD":
            body, self._missing_bytes = b"", 0
        self._missing_bytes -= len(body)
        if self._missing_bytes < 0 or (self._missing_bytes and not more):
            raise RuntimeError("the body is not as long as its Content-Length")
        self._connection.output.write(self._head or b"", body)
        self._head = b""
        if not more:
            self._end()

    def _end(self) -> None:
        self.is_answered = True
        self._pieces.clear()
        self._tell()
        self._connection.answered(self)

    def _fail(self, failure: BaseException) -> None:
        error = unexpected_error(failure)
        if self._head != b"":  # nothing is written
            answer = last_answer(HTTPStatus.INTERNAL_SERVER_ERROR, error, self._connection.common_headers)
            is_head_alone = self.scope["method"] == "HEAD"
            self._connection.output.write(answer.partition(_END)[0] + _END if is_head_alone else answer)
        self._connection.output.close()


def last_answer(status: HTTPStatus, error: Mapping[str, object], headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    """A whole answer with one error, the last on its connection."""
    body = orjson.dumps({"errors": [error]})
    head = (
        _STATUS_LINES[status],
        *(name + b": " + value for name, value in headers),
        b"content-type: application/json; charset=utf-8",
        b"cache-control: no-store",
        b"content-length: %d" % len(body),
        b"connection: close",
    )
    return b"\r\n".join(head) + _END + body
