"""HTTP on a connection: Uvicorn's own, with limits on what comes before a request is known."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

MOST_HEAD_BYTES = 64 * 1024
"""How long the request line and the headers may be together, or trailers: what is longer is answered 431."""
HEAD_SECONDS = 10.0
"""How long a head may take to come: then the connection is closed."""

# A body in chunks of one byte comes with five bytes around each.
_BYTES_AROUND_ONE = 8

_TOO_LARGE = b"The request line and the headers may have %d bytes at most." % MOST_HEAD_BYTES


class HeadTooLargeError(Exception):
    """It ends the parsing of a request."""


class HTTPProtocol(HttpToolsProtocol):
    """A connection. Without these limits anybody could have the server keep what they send, and their connection, for
    ever, before any token is looked at."""

    def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401 -- Uvicorn's own
        super().__init__(*arguments, **options)
        self._in_head = True
        # What came of a head, or around a body.
        self._bytes = 0
        self._head_timer: asyncio.TimerHandle | None = None

    # As Uvicorn narrows it.
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has connected."""
        super().connection_made(transport)
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has left."""
        self._have_head()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on."""
        self._bytes += len(data)
        super().data_received(data)
        if self._bytes > MOST_HEAD_BYTES:
            self._refuse_head()
        elif not self._in_head or self._bytes <= 0:
            self._have_head()
        elif self._head_timer is None:
            self._expect_head()

    def on_headers_complete(self) -> None:
        """The head is there: of a large piece it is measured, because a body may have come with it."""
        if self._bytes > MOST_HEAD_BYTES:
            head = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
            if head > MOST_HEAD_BYTES:
                raise HeadTooLargeError
        self._in_head, self._bytes = False, 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A piece of the body is there."""
        self._bytes -= len(body) * (1 + _BYTES_AROUND_ONE)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The body is there."""
        self._in_head, self._bytes = True, 0
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request, or has too large a head."""
        if self._bytes > MOST_HEAD_BYTES:
            self._refuse_head()
        else:
            super().send_400_response(msg)

    def _refuse_head(self) -> None:
        if self.transport.is_closing():
            return
        head = (
            STATUS_LINE[431],
            b"content-type: text/plain; charset=utf-8\r\n",
            b"content-length: %d\r\nconnection: close\r\n\r\n" % len(_TOO_LARGE),
        )
        self.transport.write(b"".join((*head, _TOO_LARGE)))
        self.transport.close()

    def _expect_head(self) -> None:
        self._head_timer = self.loop.call_later(HEAD_SECONDS, self._head_is_late)

    def _have_head(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _head_is_late(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self._expect_head()  # the answer before it is under way
        else:
            self.transport.close()
