"""A provider on 127.0.0.1 that answers what a test wants, byte for byte."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TypeAlias
from urllib.parse import parse_qs, urlsplit


@dataclass(frozen=True)
class Asked:
    """One request. `path` is as it came, undecoded."""

    method: str
    path: str
    query: Mapping[str, list[str]]
    headers: Mapping[str, str]
    body: bytes


Answering: TypeAlias = Callable[[Asked, asyncio.StreamWriter], Awaitable[None]]
"""Writes an answer; the connection goes on unless it closes it."""


@dataclass
class Loopback:
    """`answers` holds for each path what comes, in turn; the last one stays. Any other path is a 404."""

    url: str = ""
    answers: dict[str, list[bytes | Answering]] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)
    writers: list[asyncio.StreamWriter] = field(default_factory=list)

    def count(self, path: str) -> int:
        """How often `path` was asked for."""
        return [asked.path for asked in self.asked].count(path)

    async def hang_up(self) -> None:
        """End every connection."""
        for writer in self.writers:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer on one connection."""
        self.writers.append(writer)
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            while not writer.is_closing():
                asked = await _read(reader)
                self.asked.append(asked)
                answers = self.answers.get(asked.path, [reply({}, 404)])
                answer = answers.pop(0) if len(answers) > 1 else answers[0]
                if isinstance(answer, bytes):
                    writer.write(answer)
                    await writer.drain()
                else:
                    await answer(asked, writer)


async def _read(reader: asyncio.StreamReader) -> Asked:
    head, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines if line)}
    method, target, _ = head.split(" ")
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    parts = urlsplit(target)
    return Asked(method, parts.path, parse_qs(parts.query), headers, body)


@asynccontextmanager
async def serving() -> AsyncIterator[Loopback]:
    """A server for the length of the block."""
    loopback, connections = Loopback(), set[asyncio.Task[None]]()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        connections.add(task)
        try:
            await loopback.serve(reader, writer)
        except asyncio.CancelledError:
            pass  # the test is over
        finally:
            connections.discard(task)
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    loopback.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield loopback
    finally:
        server.close()
        for task in list(connections):
            task.cancel()
        await server.wait_closed()
        await asyncio.gather(*connections, return_exceptions=True)


def reply(value: object = None, status: int = 200, content: bytes | None = None, **headers: str) -> bytes:
    """A whole answer, `value` as JSON or `content` as it is. An underscore in a header's name is a hyphen."""
    body = json.dumps(value).encode() if content is None else content
    usual = {"Content-Type": "application/json; charset=utf-8", "Content-Length": str(len(body))}
    given = {name.replace("_", "-"): text for name, text in headers.items()}
    lines = [f"{name}: {text}" for name, text in (usual | given).items() if text]
    return "\r\n".join([f"HTTP/1.1 {status} planted", *lines, "", ""]).encode() + body


def raw(content: bytes) -> Answering:
    """These very bytes, and the end of the connection."""

    async def answer(_asked: Asked, writer: asyncio.StreamWriter) -> None:
        writer.write(content)
        await writer.drain()
        writer.close()

    return answer


def endless(head: bytes, piece: bytes, *, pause: float = 0.0) -> Answering:
    """`head`, and then `piece` for ever."""

    async def answer(_asked: Asked, writer: asyncio.StreamWriter) -> None:
        writer.write(head)
        while True:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(pause)

    return answer


async def silence(_asked: Asked, _writer: asyncio.StreamWriter) -> None:
    """No answer, ever."""
    await asyncio.Event().wait()


def brief(value: object) -> str | None:
    """A name for a test of this answer: the end of it. None for anything else than an answer."""
    return repr(value[-60:])[2:-1] if isinstance(value, bytes) else None
