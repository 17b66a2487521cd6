"""HTTP on a connection: bytes become requests, which are answered one after the other, with limits on what comes before
a request is known, and after it is answered.

It stands where Uvicorn's own protocol would. Without the limits anybody could have the server keep what they send, and
their connection, for ever, before any token is looked at.
"""

import asyncio
import re
from collections import deque
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import unquote

import httptools
from uvicorn import Config
from uvicorn.protocols.utils import get_local_addr, get_remote_addr
from uvicorn.server import ServerState

from server.answers import ErrorCode, error_entry
from server.deadline import Deadline
from server.http_exchange import Exchange, last_answer
from server.http_output import Output

MOST_HEAD_BYTES = 64 * 1024
"""How long the request line and the headers may be together, or trailers: what is longer is answered 431."""
MOST_HEADERS = 100
"""How many headers there may be: each is kept as objects that take a hundred times what an empty one has sent."""
MOST_PIPELINED = 8
"""How many requests may wait for the answer to one before them."""
HEAD_SECONDS = 10.0
"""How long a head may take to come: then the connection is closed."""
LINGER_SECONDS = 2.0
"""How long the rest of a request that is answered already may take to come."""

# The name, the value, and what stands between and behind them.
_BYTES_AROUND_HEADER = 4
# A body in chunks of one byte comes with five bytes around each.
_BYTES_AROUND_ONE = 8

# A name or an address, and a port (RFC 9110, section 7.2).
_HOST = re.compile(rb"(?:[\w.~!$&'()*+,;=%-]*|\[[0-9A-Fa-f:.]+\])(?::[0-9]*)?")

_NO_REQUEST = (
    HTTPStatus.BAD_REQUEST,
    error_entry(ErrorCode.BAD_REQUEST, "This is no request of HTTP/1.1 or 1.0 for this host."),
)
_TOO_LARGE = (
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    error_entry(
        ErrorCode.PAYLOAD_TOO_LARGE,
        f"There may be {MOST_HEADERS} headers, and {MOST_HEAD_BYTES} bytes of them and the request line (limit: head).",
        limit="head",
        maximum=MOST_HEAD_BYTES,
    ),
)

_VERSIONS = frozenset({"1.1", "1.0"})
_ASGI = {"version": "3.0", "spec_version": "2.3"}


class RefusedHeadError(Exception):
    """It ends the parsing of a request: too large, of another form, or one too many."""


class HTTPProtocol(asyncio.Protocol):
    """A connection: an `http_exchange.Connection` to the exchanges on it."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._app = config.loaded_app
        self._keep_alive_seconds = config.timeout_keep_alive
        self._server = server_state
        self._state = app_state
        self._loop = _loop or asyncio.get_running_loop()
        self._deadline = Deadline(self._loop, self._is_late)
        self._parser = _parser(self)
        # What came of a head, or around a body.
        self._bytes = 0
        # Between the end of a request and that of the next head; whether any of that is there, and whether it is timed.
        self._is_in_head = True
        self._is_head_begun = False
        self._is_head_timed = True
        self._url = b""
        self._headers: list[tuple[bytes, bytes]] = []
        self._says_continue = False
        # The request that was read last, the one that is answered now, and those that wait for it.
        self._read: Exchange | None = None
        self._answering: Exchange | None = None
        self._waiting: deque[Exchange] = deque()
        # Nothing of what comes is looked at any more.
        self._is_deaf = False
        self._is_reading_paused = False

    # ------------------------------------------------------------------------------------------ the connection
    # As the loop narrows it.
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has connected."""
        self._transport = transport
        self.output = Output(transport, self._loop)
        self._addresses = get_local_addr(transport), get_remote_addr(transport)
        self._server.connections.add(self)  # type: ignore[arg-type]  # it lists Uvicorn's own protocols
        self._deadline.set(HEAD_SECONDS)

    def connection_lost(self, _error: Exception | None) -> None:
        """The client has left."""
        self._server.connections.discard(self)
        self._deadline.end()
        self.output.end()
        for exchange in (self._answering, self._read, *self._waiting):
            if exchange is not None:
                exchange.leave()
        # These know this connection: it would be kept until all garbage is looked through.
        self._read = self._answering = None
        self._waiting.clear()
        del self._parser

    def shutdown(self) -> None:
        """The server stops: what was asked is answered, and no more."""
        last = self._last
        if last is None:
            self.output.close()
        else:
            last.keeps_alive = False

    def data_received(self, data: bytes) -> None:
        """Read on."""
        if self._is_deaf:
            return
        was_in_head = self._is_in_head
        self._bytes += len(data)
        try:
            self._feed(data)
        except httptools.HttpParserError:
            self._refuse()
            return
        if self._bytes > MOST_HEAD_BYTES:
            self._refuse()
        elif self._is_head_begun:
            if not self._is_head_timed:
                self._is_head_timed = True
                self._deadline.set(HEAD_SECONDS)
        elif self._answering is not None:
            self._deadline.clear()
        elif self._is_in_head and not was_in_head:
            self._deadline.set(self._keep_alive_seconds)

    def pause_writing(self) -> None:
        """The client does not read."""
        self.output.fill()

    def resume_writing(self) -> None:
        """The client reads."""
        self.output.drain()

    # ------------------------------------------------------------------------------------------ what is read
    def on_message_begin(self) -> None:
        """A request begins."""
        self._is_head_begun = True
        self._url = b""
        self._headers = []
        self._says_continue = False

    def on_url(self, url: bytes) -> None:
        """A piece of its target is there."""
        self._url += url

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header is there. A trailer is none: it comes when everything is decided."""
        if self._is_in_head:
            name = name.lower()
            self._headers.append((name, value))
            if len(self._headers) > MOST_HEADERS:
                raise RefusedHeadError
            if name == b"expect":
                self._says_continue = value.lower() == b"100-continue"

    def on_headers_complete(self) -> None:
        """The head is there. It is measured where it did not come alone in one small piece."""
        if (self._bytes > MOST_HEAD_BYTES or self._is_head_timed) and self._head_size() > MOST_HEAD_BYTES:
            raise RefusedHeadError
        if self._parser.should_upgrade():
            if self._parser.get_method() == b"CONNECT":
                raise RefusedHeadError
            return  # it is read once more
        version = self._parser.get_http_version()
        if version not in _VERSIONS or len(self._waiting) >= MOST_PIPELINED or not self._is_for_this_host(version):
            raise RefusedHeadError
        self._is_in_head = self._is_head_begun = self._is_head_timed = False
        self._bytes = 0
        self._read = exchange = Exchange(
            self,
            self._scope(version),
            keeps_alive=version == "1.1" and self._parser.should_keep_alive(),
            says_continue=self._says_continue and version == "1.1",
        )
        if self._answering is None:
            self._start(exchange)
        else:
            self._waiting.append(exchange)
            self.pause_reading()

    def on_body(self, body: bytes) -> None:
        """A piece of the body is there."""
        # A long body gives no right to send as much around nothing.
        self._bytes = max(self._bytes - len(body) * (1 + _BYTES_AROUND_ONE), -MOST_HEAD_BYTES)
        if self._read is not None:
            self._read.take(body)

    def on_message_complete(self) -> None:
        """The body is there."""
        if self._parser.should_upgrade():
            return
        self._is_in_head, self._bytes = True, 0
        if self._read is not None:
            self._read.complete()

    def _feed(self, data: bytes) -> None:
        """Parse on. Nobody here speaks another protocol: an Upgrade header is ignored (RFC 9110, section 7.8), and the
        head read once more without it. With it, the parser would take the body for that protocol."""
        while True:
            try:
                return self._parser.feed_data(data)
            except httptools.HttpParserUpgrade as upgrade:
                data = self._head_without_upgrade() + data[upgrade.args[0] :]
                self._parser = _parser(self)

    def _head_without_upgrade(self) -> bytes:
        line = b"%s %s HTTP/%s" % (self._parser.get_method(), self._url, self._parser.get_http_version().encode())
        headers = (b"%s: %s" % header for header in self._headers if header[0] != b"upgrade")
        return b"\r\n".join((line, *headers, b"", b""))

    def _head_size(self) -> int:
        return len(self._url) + sum(len(name) + len(value) + _BYTES_AROUND_HEADER for name, value in self._headers)

    def _is_for_this_host(self, version: str) -> bool:
        """Whether there is one Host header (RFC 9112, section 3.2), and an address in the request line is its own. The
        name in it is checked later."""
        hosts = [value for name, value in self._headers if name == b"host"]
        if len(hosts) != 1:
            return not hosts and version == "1.0" and self._url.startswith(b"/")
        [host] = hosts
        if _HOST.fullmatch(host) is None:
            return False
        return self._url.startswith(b"/") or _authority(self._url) == host.lower()

    def _scope(self, version: str) -> dict[str, Any]:
        """What the application is told of the request."""
        target = httptools.parse_url(self._url)
        path = target.path.decode("ascii")
        server, client = self._addresses
        return {
            "type": "http",
            "asgi": _ASGI,
            "http_version": version,
            "method": self._parser.get_method().decode("ascii"),
            "scheme": "http",
            "path": unquote(path) if "%" in path else path,
            "raw_path": target.path,
            "query_string": target.query or b"",
            "root_path": "",
            "headers": self._headers,
            "server": server,
            "client": client,
            "state": self._state.copy(),
        }

    # ------------------------------------------------------------------------------------------ what is answered
    @property
    def common_headers(self) -> Iterable[tuple[bytes, bytes]]:
        """The date, which Uvicorn keeps."""
        return self._server.default_headers

    def pause_reading(self) -> None:
        """Take nothing more from the client for now."""
        if not self._is_reading_paused and not self._transport.is_closing():
            self._is_reading_paused = True
            self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Go on, unless there are requests that wait."""
        if self._is_reading_paused and not self._waiting and not self._transport.is_closing():
            self._is_reading_paused = False
            self._transport.resume_reading()

    def answered(self, exchange: Exchange) -> None:
        """Begin with the next request, or wait for it."""
        self._server.total_requests += 1
        self._answering = None
        if self._transport.is_closing():
            return
        if not exchange.is_read:
            self._deadline.set(LINGER_SECONDS)
            if not exchange.keeps_alive:
                # A client that is cut off while it sends may not read the answer.
                self._is_deaf = True
                self._transport.write_eof()
        elif not exchange.keeps_alive:
            self.output.close()
        elif self._waiting:
            self._start(self._waiting.popleft())
        elif not self._is_head_begun:
            self._deadline.set(self._keep_alive_seconds)
        self.resume_reading()

    @property
    def _last(self) -> Exchange | None:
        """The last request that is to be answered."""
        return self._waiting[-1] if self._waiting else self._answering

    def _start(self, exchange: Exchange) -> None:
        self._answering = exchange
        self._server.tasks.add(self._loop.create_task(self._run(exchange)))

    async def _run(self, exchange: Exchange) -> None:
        try:
            await exchange.run(self._app)
        finally:
            # Not by a callback: the loop would turn once more for it.
            self._server.tasks.discard(cast("asyncio.Task[None]", asyncio.current_task(self._loop)))

    # ------------------------------------------------------------------------------------------ what is refused
    def _refuse(self) -> None:
        """Refuse what is no request, or has too large a head. What was asked before it is answered, and then nothing
        more is said: that would be taken for another answer."""
        self._is_deaf = True
        half = None if self._read is None or self._read.is_read else self._read
        if self._waiting and self._waiting[-1] is half:
            self._waiting.pop()
        last = self._last
        if last is not None and last is not half:
            last.keeps_alive = False
            self._deadline.clear()
            return
        # What is half there may be answered already, or in part.
        if half is None or (last is half and half.withdraw()):
            is_too_large = self._bytes > MOST_HEAD_BYTES or len(self._headers) > MOST_HEADERS
            status, error = _TOO_LARGE if is_too_large else _NO_REQUEST
            self.output.write(last_answer(status, error, self.common_headers))
        self.output.close()

    def _is_late(self) -> None:
        if self._answering is None:
            self.output.close()
        else:
            self._deadline.set(HEAD_SECONDS)  # the answer before it is under way


def _parser(protocol: HTTPProtocol) -> httptools.HttpRequestParser:
    parser = httptools.HttpRequestParser(protocol)
    # What follows a last request is not answered, and no reason to refuse that.
    parser.set_dangerous_leniencies(lenient_data_after_close=True)
    return parser


def _authority(url: bytes) -> bytes | None:
    """Host and port of an address as the Host header has them, if HTTP has such an address."""
    address = httptools.parse_url(url)
    if address.userinfo or (address.schema or b"").lower() not in {b"http", b"https"}:
        return None
    host = b"[%s]" % address.host if b":" in address.host else address.host
    return (host if address.port is None else b"%s:%d" % (host, address.port)).lower()
