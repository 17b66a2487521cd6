"""An ASGI application of a test's own behind the real server, and a client's end of a connection to it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.serving import HTTPServer, listen

GET = b"GET /a%20b?c=d HTTP/1.1\r\nHost: x\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\n"
CLOSE = b"Connection: close\r\n\r\n"
OK = b"HTTP/1.1 200 OK\r\n"
FAILED = b"HTTP/1.1 500 Internal Server Error\r\n"


def start(length: int | None = 2, status: int = 200, **headers: bytes) -> Message:
    listed = [(name.encode(), value) for name, value in headers.items()]
    if length is not None:
        listed.append((b"content-length", b"%d" % length))
    return {"type": "http.response.start", "status": status, "headers": listed}


def body(content: bytes = b"ok", *, more: bool = False) -> Message:
    return {"type": "http.response.body", "body": content, "more_body": more}


def saying(*messages: Message) -> ASGIApp:
    """An application that says this, whatever it is asked."""

    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        for message in messages:
            await send(message)

    return app


class Connection:
    """A client's end, and the server that it is connected to."""

    def __init__(self, server: HTTPServer, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.server = server
        self.reader = reader
        self.writer = writer

    async def send(self, piece: bytes) -> None:
        self.writer.write(piece)
        await self.writer.drain()

    async def answer(self) -> bytes:
        """The next answer, whole."""
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0] or 0)
        return head + await self.reader.readexactly(length)


@asynccontextmanager
async def connected(app: ASGIApp) -> AsyncIterator[Connection]:
    """A connection to a server that `app` answers for."""

    async def living(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await app(scope, receive, send)
            return
        for kind in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{kind}.complete"})

    with listen("127.0.0.1", 0) as listener:
        started = asyncio.Event()
        server = HTTPServer(living, started.set)
        running = asyncio.create_task(server.serve(sockets=[listener]))
        await started.wait()
        reader, writer = await asyncio.open_connection(*listener.getsockname())
        try:
            yield Connection(server, reader, writer)
        finally:
            writer.close()
            server.should_exit = True
            await running
