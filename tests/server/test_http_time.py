"""How long a client may take, before a request and behind it: over real sockets."""

import asyncio
import json
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import suppress

import httpx
import pytest
from graphql import get_introspection_query

from data.embedded import Address
from providers.observation import Observer
from server import http_output, http_protocol
from server.serving import listen
from tests.server import live_server as live_server_module
from tests.server.live_server import LiveServer, live_server
from tests.server.raw_connection import ASKING, CHUNKED, OK, connected

NOBODY: dict[str, Observer] = {}


@pytest.fixture
async def server(module_database: Address) -> AsyncIterator[LiveServer]:
    async with live_server(module_database.dsn, NOBODY) as opened:
        yield opened


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


@pytest.mark.parametrize("rest", [b"x", b"0\r\nX-Trailer: ", b"1;"], ids=["a body", "a trailer", "a chunk"])
async def test_what_is_answered_already_is_not_read_for_long(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch, rest: bytes
) -> None:
    monkeypatch.setattr(http_protocol, "LINGER_SECONDS", 0.2)
    framing = b"Content-Length: 1000000\r\n\r\n" if rest == b"x" else b"Transfer-Encoding: chunked\r\n\r\n"

    async with connected(server) as connection:

        async def trickle() -> None:
            await connection.send(b"POST /graphql HTTP/1.1\r\nHost: x\r\n" + framing + rest)
            while True:
                await connection.send(b"1")
                await asyncio.sleep(0.01)

        trickling = asyncio.create_task(trickle())
        async with asyncio.timeout(5):
            assert (await connection.rest()).startswith(b"HTTP/1.1 401 ")
        trickling.cancel()
        await asyncio.gather(trickling, return_exceptions=True)


async def test_a_client_that_does_not_read_is_let_go(
    database: Address, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(http_output, "WRITE_SECONDS", 0.2)
    monkeypatch.setattr(live_server_module, "listen", listening_with_little_room)
    body = json.dumps({"query": get_introspection_query()}).encode()
    asking = CHUNKED.replace(b"Transfer-Encoding: chunked", b"Content-Length: %d" % len(body)) + b"\r\n" + body
    async with live_server(database.dsn, NOBODY) as server:
        address = httpx.URL(server.client.base_url)
        with socket.socket() as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.setblocking(False)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(client, (address.host, address.port))
            await loop.sock_sendall(client, asking * 4)
            await asyncio.sleep(1)
            received = 0
            with suppress(ConnectionError):
                while piece := await loop.sock_recv(client, 65_536):
                    received += len(piece)
        assert 0 < received < 100_000  # of some 300,000
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def listening_with_little_room(host: str, port: int) -> socket.socket:
    listener = listen(host, port)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    return listener
