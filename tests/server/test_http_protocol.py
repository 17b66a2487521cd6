"""What may come before a request is known: over real sockets, without a token."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import httpx
import pytest

from data.embedded import Address
from providers.observation import Observer
from server import http_protocol
from server.http_protocol import MOST_HEAD_BYTES
from tests.server.live_server import LiveServer, live_server
from tests.server.tokens import token

ASKING = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
OK = b"HTTP/1.1 200 OK\r\n"

NOBODY: dict[str, Observer] = {}


@pytest.fixture
async def server(database: Address) -> AsyncIterator[LiveServer]:
    async with live_server(database.dsn, NOBODY) as opened:
        yield opened


class Connection:
    """A client that sends what it likes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self._writer = writer

    async def send(self, piece: bytes) -> None:
        self._writer.write(piece)
        await self._writer.drain()

    async def rest(self) -> bytes:
        """All that is still answered, until the server closes."""
        received = b""
        with suppress(ConnectionError):  # it is closed before everything that we sent was read
            while piece := await self.reader.read(65_536):
                received += piece
        return received


@asynccontextmanager
async def connected(server: LiveServer) -> AsyncIterator[Connection]:
    address = httpx.URL(server.client.base_url)
    reader, writer = await asyncio.open_connection(address.host, address.port)
    try:
        yield Connection(reader, writer)
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


def header(size: int) -> bytes:
    return b"X-Planted: " + b"x" * (size - 13) + b"\r\n"


@pytest.mark.parametrize(
    "head",
    [
        ASKING + header(MOST_HEAD_BYTES) + b"\r\n",
        ASKING + b"".join(header(100) for _ in range(700)) + b"\r\n",
        ASKING + header(3 * MOST_HEAD_BYTES),
        ASKING + b"X-Planted: " + b"x" * 2 * MOST_HEAD_BYTES,
        b"GET /" + b"x" * 2 * MOST_HEAD_BYTES,
        b"GET /" + b"x" * MOST_HEAD_BYTES + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
    ids=["one long header", "many short ones", "without an end", "without a line's end", "a line", "a path"],
)
@pytest.mark.parametrize("piece", [1_000_000, 10_000, 1_000])
async def test_a_head_that_is_too_large_is_431_and_ends_the_connection(
    server: LiveServer, head: bytes, piece: int
) -> None:
    async with connected(server) as connection:
        with suppress(ConnectionError):  # refused before all of it came
            for place in range(0, len(head), piece):
                await connection.send(head[place : place + piece])
        answer = await connection.rest()
        assert answer.startswith(TOO_LARGE) or not answer  # the answer may be lost with what was not read
        assert b"200 OK" not in answer
        assert (await server.client.get("/healthz")).status_code == 200


@pytest.mark.parametrize("piece", [1_000_000, 10_000, 1_000])
async def test_a_head_of_the_largest_size_is_read(server: LiveServer, piece: int) -> None:
    head = ASKING + b"Connection: close\r\n" + header(MOST_HEAD_BYTES - 100) + b"\r\n"
    async with connected(server) as connection:
        for place in range(0, len(head), piece):
            await connection.send(head[place : place + piece])
        assert (await connection.rest()).startswith(OK)


async def test_a_large_body_is_no_large_head(server: LiveServer) -> None:
    body = b'{"query": "{ caller { kind } }"' + b" " * 200_000 + b"}"
    head = (
        b"POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n"
        b"Authorization: Bearer %s\r\n" % (len(body), token().encode())
    )
    async with connected(server) as connection:
        await connection.send((head + b"\r\n" + body) * 3 + head + b"Connection: close\r\n\r\n" + body)
        assert (await connection.rest()).count(OK) == 4


CHUNKED = (
    b"POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n"
    b"Authorization: Bearer %s\r\n" % token(exp=4_000_000_000).encode()
)


@pytest.mark.parametrize(
    "end", [b"X-Planted: " + b"x" * 200_000, header(1_000) * 200], ids=["one without an end", "many"]
)
@pytest.mark.parametrize("around", [b"5\r\n12345\r\n0\r\n", b"5;", b"0\r\n"], ids=["a body", "a chunk", "nothing"])
async def test_what_comes_around_a_body_is_bounded_too(server: LiveServer, around: bytes, end: bytes) -> None:
    async with connected(server) as connection:
        with suppress(ConnectionError):
            for piece in (
                CHUNKED + b"\r\n" + around,
                *(end[place : place + 10_000] for place in range(0, 200_000, 10_000)),
            ):
                await connection.send(piece)
                await asyncio.sleep(0.001)
            await connection.send(b"\r\n\r\n")
        assert OK not in await connection.rest()


async def test_a_body_in_chunks_of_a_byte_is_read(server: LiveServer) -> None:
    body = b'{"query": "{ caller { kind } }"' + b" " * 100_000 + b"}"
    chunks = b"".join(b"1\r\n%c\r\n" % byte for byte in body) + b"0\r\nX-Trailer: a\r\n\r\n"
    async with connected(server) as connection:
        await connection.send(CHUNKED + b"Connection: close\r\n\r\n" + chunks)
        assert (await connection.rest()).startswith(OK)


# ------------------------------------------------------------------------------------------------ time
@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "HEAD_SECONDS", 0.2)


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("sent", [b"", b"G", ASKING, ASKING + b"X-Planted: "])
async def test_a_head_that_does_not_come_ends_the_connection(server: LiveServer, sent: bytes) -> None:
    async with connected(server) as connection:
        await connection.send(sent)
        async with asyncio.timeout(5):
            assert await connection.rest() == b""


@pytest.mark.usefixtures("hurried")
async def test_a_head_that_trickles_gains_no_time(server: LiveServer) -> None:
    async with connected(server) as connection:
        await connection.send(ASKING + b"X-Planted: ")

        async def trickle() -> None:
            while True:
                await connection.send(b"x")
                await asyncio.sleep(0.01)

        trickling = asyncio.create_task(trickle())
        async with asyncio.timeout(5):
            assert await connection.rest() == b""
        trickling.cancel()
        await asyncio.gather(trickling, return_exceptions=True)


@pytest.mark.usefixtures("hurried")
async def test_a_connection_that_asks_again_lives_on(server: LiveServer) -> None:
    async with connected(server) as connection:
        for _ in range(4):
            await connection.send(ASKING + b"\r\n")
            assert await connection.reader.readuntil(b"\r\n") == OK
            await connection.reader.readuntil(b'{"status":"ok"}')
            await asyncio.sleep(0.1)
        await connection.send(ASKING + b"Connection: close\r\n\r\n")
        assert (await connection.rest()).startswith(OK)
