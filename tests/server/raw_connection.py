"""A client that sends bytes as it likes, over a real socket."""

import asyncio
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import httpx

from tests.server.live_server import LiveServer
from tests.server.tokens import token

ASKING = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = (
    b"POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n"
    b"Authorization: Bearer %s\r\n" % token(exp=4_000_000_000).encode()
)


class Connection:
    """A client that sends what it likes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self._writer = writer

    async def send(self, piece: bytes) -> None:
        self._writer.write(piece)
        await self._writer.drain()

    def reset(self) -> None:
        """Leave without a word."""
        connected = self._writer.get_extra_info("socket")
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._writer.transport.abort()

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
