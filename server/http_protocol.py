"""HTTP on a connection: Uvicorn's own, with limits on what comes before a request is known, and after it is answered.

Without them anybody could have the server keep what they send, and their connection, for ever, before any token is
looked at.
"""

import asyncio
import re
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from server.quiet_transport import QuietTransport

MOST_HEAD_BYTES = 64 * 1024
"""How long the request line and the headers may be together, or trailers: what is longer is answered 431."""
MOST_PIPELINED = 8
"""How many requests may wait for the answer to one before them."""
HEAD_SECONDS = 10.0
"""How long a head may take to come: then the connection is closed."""
LINGER_SECONDS = 2.0
"""How long the rest of a request that is answered already may take to come."""
WRITE_SECONDS = 20.0
"""How long a client may take to read what is written."""

# The name, the value, and what stands between and behind them.
_BYTES_AROUND_HEADER = 4
# A body in chunks of one byte comes with five bytes around each.
_BYTES_AROUND_ONE = 8

_UPGRADE = re.compile(rb"(?<=\n)upgrade(?=:)", re.IGNORECASE)

_TOO_LARGE = b"The request line and the headers may have %d bytes at most." % MOST_HEAD_BYTES


class RefusedHeadError(Exception):
    """It ends the parsing of a request: too large, of another form, or one too many."""


class HTTPProtocol(HttpToolsProtocol):
    """A connection."""

    def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401 -- Uvicorn's own
        super().__init__(*arguments, **options)
        self._in_head = True
        # What came of a head, or around a body.
        self._bytes = 0
        self._timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None

    # As Uvicorn narrows it.
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has connected."""
        super().connection_made(transport)
        self.transport = QuietTransport(transport)
        self._close_in(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has left."""
        self._stop_timer()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on."""
        self._bytes += len(data)
        super().data_received(_without_upgrade(data) if self._in_head and b"pgrade" in data else data)
        if self.transport.is_closing():
            return
        if self._bytes > MOST_HEAD_BYTES:
            self._refuse_head()
        elif self._in_head and (self._bytes > 0 or self._is_answered):
            if self._timer is None:
                self._close_in(HEAD_SECONDS)
        elif not self._is_answered:
            self._stop_timer()

    @property
    def _is_answered(self) -> bool:
        """Whether no answer is under way."""
        return self.cycle is None or self.cycle.response_complete

    # ------------------------------------------------------------------------------------------ what is read
    def on_header(self, name: bytes, value: bytes) -> None:
        """A header is there. A trailer is none: it comes when everything is decided."""
        if self._in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is there: of a large piece it is measured, because a body may have come with it."""
        if self._bytes > MOST_HEAD_BYTES and self._head_size() > MOST_HEAD_BYTES:
            raise RefusedHeadError
        # Nobody here speaks another protocol, for which the parser would keep the body.
        if self.parser.should_upgrade() or len(self.pipeline) >= MOST_PIPELINED or not self._is_for_this_host():
            raise RefusedHeadError
        self._in_head, self._bytes = False, 0
        super().on_headers_complete()

    def _is_for_this_host(self) -> bool:
        """Whether an address in the request line is that of the Host header, which is checked later."""
        if self.url.startswith(b"/"):
            return True
        address = httptools.parse_url(self.url)
        authority = address.host if address.port is None else b"%s:%d" % (address.host, address.port)
        return [value for name, value in self.headers if name == b"host"] == [authority]

    def _head_size(self) -> int:
        return len(self.url) + sum(len(name) + len(value) + _BYTES_AROUND_HEADER for name, value in self.headers)

    def on_body(self, body: bytes) -> None:
        """A piece of the body is there."""
        self._bytes -= len(body) * (1 + _BYTES_AROUND_ONE)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The body is there."""
        self._in_head, self._bytes = True, 0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The answer is written, maybe before the whole request came."""
        super().on_response_complete()
        if not self._in_head and not self.pipeline and not self.transport.is_closing():
            self._stop_timer()
            self._close_in(LINGER_SECONDS)

    # ------------------------------------------------------------------------------------------ what is refused
    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request, or has too large a head."""
        if not self._is_answered:
            self.transport.close()  # it would be taken for the answer to the request before
        elif self._bytes > MOST_HEAD_BYTES:
            self._refuse_head()
        else:
            super().send_400_response(msg)

    def _refuse_head(self) -> None:
        if self._is_answered:
            head = (
                STATUS_LINE[431],
                b"content-type: text/plain; charset=utf-8\r\n",
                b"content-length: %d\r\nconnection: close\r\n\r\n" % len(_TOO_LARGE),
            )
            self.transport.write(b"".join((*head, _TOO_LARGE)))
        self.transport.close()

    # ------------------------------------------------------------------------------------------ what takes too long
    def _close_in(self, seconds: float) -> None:
        self._timer = self.loop.call_later(seconds, self._is_late)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _is_late(self) -> None:
        if self._is_answered:
            self.transport.close()
        else:
            self._close_in(HEAD_SECONDS)  # the answer before it is under way

    def pause_writing(self) -> None:
        """The client does not read."""
        super().pause_writing()
        self._write_timer = self.loop.call_later(WRITE_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """The client reads."""
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None
        super().resume_writing()


def _without_upgrade(data: bytes) -> bytes:
    """A piece of a head, with another name for the Upgrade header of its first request, which may be ignored (RFC 9110,
    section 7.8): the parser would take the body for another protocol."""
    head, end, rest = data.partition(b"\r\n\r\n")
    return _UPGRADE.sub(b"Ignored", head) + end + rest
