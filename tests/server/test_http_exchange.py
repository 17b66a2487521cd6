"""What an ASGI application is told of a request, and how its answer is sent: over real sockets."""

import asyncio
import gc

import pytest
from starlette.types import Message, Receive, Scope, Send

from server import http_output, http_protocol
from server.http_exchange import Exchange
from server.http_protocol import HTTPProtocol
from tests.server.asgi_connection import CLOSE, GET, OK, POST, body, connected, saying, start


async def echo(_scope: Scope, receive: Receive, send: Send) -> None:
    """Answers with the body, in the pieces in which it is told."""
    content, more = b"", True
    while more:
        message = await receive()
        content += message["body"]
        more = message["more_body"]
    await send(start(len(content)))
    await send(body(content))


# ------------------------------------------------------------------------------------------------ what is told
async def test_the_scope_tells_the_request() -> None:
    told: list[Scope] = []

    async def app(scope: Scope, _receive: Receive, send: Send) -> None:
        told.append(scope)
        await send(start())
        await send(body())

    async with connected(app) as connection:
        await connection.send(GET + b"X-Planted: \xff\r\nx-planted: b\r\n\r\n")
        await connection.answer()
        client = connection.writer.get_extra_info("sockname")
        server = connection.writer.get_extra_info("peername")
    [scope] = told
    assert scope == {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": "/a b",
        "raw_path": b"/a%20b",
        "query_string": b"c=d",
        "root_path": "",
        "headers": [(b"host", b"x"), (b"x-planted", b"\xff"), (b"x-planted", b"b")],
        "server": server,
        "client": client,
        "state": {},
    }


@pytest.mark.parametrize("pieces", [1, 2, 7])
async def test_a_body_is_told_whole_in_whatever_pieces_it_comes(pieces: int) -> None:
    content = bytes(range(256)) * 1_000
    size = -(-len(content) // pieces)
    async with connected(echo) as connection:
        for _ in range(2):
            await connection.send(POST + b"Content-Length: %d\r\n\r\n" % len(content))
            for place in range(0, len(content), size):
                await connection.send(content[place : place + size])
                await asyncio.sleep(0.01)
            assert (await connection.answer()).endswith(content)


async def test_what_is_not_read_is_not_taken_from_the_client() -> None:
    reading = asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await reading.wait()
        await echo(scope, receive, send)

    content = b"x" * 50_000_000
    async with connected(app) as connection:
        connection.writer.write(POST + b"Content-Length: %d\r\n\r\n" % len(content) + content)
        before = -1
        while (waiting := connection.writer.transport.get_write_buffer_size()) != before:
            before = waiting
            await asyncio.sleep(0.2)
        assert waiting > len(content) // 2
        reading.set()
        assert (await connection.answer()).endswith(content)


async def test_who_waits_for_it_is_told_to_continue_once() -> None:
    async with connected(echo) as connection:
        await connection.send(POST + b"Expect: 100-Continue\r\nContent-Length: 2\r\n\r\n")
        assert await connection.answer() == b"HTTP/1.1 100 Continue\r\n\r\n"
        await connection.send(b"o")
        await asyncio.sleep(0.01)
        await connection.send(b"k")
        assert (await connection.answer()).startswith(OK)


async def test_who_is_refused_unread_is_not_told_to_continue() -> None:
    async with connected(saying(start(status=413), body())) as connection:
        await connection.send(POST + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        assert (await connection.answer()).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("leaves", [True, False])
async def test_who_listens_on_hears_that_it_is_over(leaves: bool) -> None:
    heard: asyncio.Queue[Message] = asyncio.Queue()

    async def listen_on(receive: Receive) -> None:
        for _ in range(2):
            await heard.put(await receive())

    async def app(_scope: Scope, receive: Receive, send: Send) -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(listen_on(receive))
            await asyncio.sleep(0.05)
            if leaves:
                connection.writer.close()
            else:
                await send(start())
                await send(body())

    async with connected(app) as connection, asyncio.timeout(30):
        await connection.send(GET + b"\r\n")
        assert await heard.get() == {"type": "http.request", "body": b"", "more_body": False}
        assert heard.empty()
        assert await heard.get() == {"type": "http.disconnect"}


async def test_nobody_is_told_to_continue_in_the_middle_of_an_answer() -> None:
    async def app(_scope: Scope, receive: Receive, send: Send) -> None:
        await send(start())
        await send(body(b"o", more=True))
        await receive()
        await send(body(b"k"))

    async with connected(app) as connection:
        await connection.send(POST + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        await connection.send(b"{}")
        assert (await connection.answer()).endswith(b"\r\n\r\nok")


# ------------------------------------------------------------------------------------------------ what is answered
async def test_an_answer_in_pieces_is_one() -> None:
    async with connected(saying(start(6), body(b"ab", more=True), body(b"cd", more=True), body(b"ef"))) as connection:
        await connection.send(GET + b"\r\n")
        assert (await connection.answer()).endswith(b"\r\n\r\nabcdef")
        await connection.send(GET + CLOSE)
        rest = await connection.reader.read()
        assert rest.endswith(b"connection: close\r\n\r\nabcdef")


async def test_every_answer_tells_the_date() -> None:
    async with connected(saying(start(), body())) as connection:
        await connection.send(GET + b"\r\n")
        head, _, _ = (await connection.answer()).partition(b"\r\n\r\n")
        assert [line.partition(b":")[0] for line in head.split(b"\r\n")[1:]] == [b"date", b"content-length"]


async def test_head_is_answered_without_a_body() -> None:
    async with connected(saying(start(2), body())) as connection:
        await connection.send(b"HEAD / HTTP/1.1\r\nHost: x\r\n" + CLOSE)
        assert (await connection.reader.read()).endswith(b"content-length: 2\r\nconnection: close\r\n\r\n")


@pytest.mark.parametrize("status", [204, 304])
async def test_an_answer_without_a_length_has_no_body(status: int) -> None:
    async with connected(saying(start(None, status), body(b""))) as connection:
        for _ in range(2):
            await connection.send(GET + b"\r\n")
            assert (await connection.answer()).startswith(b"HTTP/1.1 %d " % status)


async def test_http_1_0_is_answered_and_closed() -> None:
    async with connected(saying(start(), body())) as connection:
        await connection.send(b"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        assert (await connection.reader.read()).endswith(b"connection: close\r\n\r\nok")


@pytest.mark.parametrize("pieces", [1, 2])
async def test_requests_are_answered_in_their_order_one_at_a_time(pieces: int) -> None:
    running: set[str] = set()

    async def app(scope: Scope, _receive: Receive, send: Send) -> None:
        assert not running
        running.add(scope["path"])
        await asyncio.sleep(0.02 if scope["path"] == "/0" else 0)
        running.clear()
        await send(start(2))
        await send(body(scope["path"].encode()))

    asked = [b"GET /%d HTTP/1.1\r\nHost: x\r\n\r\n" % number for number in range(8)]
    async with connected(app) as connection:
        for piece in [b"".join(asked)] if pieces == 1 else [asked[0], b"".join(asked[1:])]:
            await connection.send(piece)
        answers = [await connection.answer() for _ in asked]
        assert [answer[-2:] for answer in answers] == [b"/%d" % number for number in range(8)]


async def test_what_is_asked_behind_a_last_request_is_not_answered() -> None:
    async with connected(saying(start(), body())) as connection:
        await connection.send(GET + CLOSE + GET + b"\r\n")
        assert (await connection.reader.read()).count(OK) == 1


async def test_a_head_that_is_late_cuts_no_answer_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "HEAD_SECONDS", 0.05)

    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        await asyncio.sleep(0.3)
        await send(start())
        await send(body())

    async with connected(app) as connection, asyncio.timeout(30):
        await connection.send(GET + b"\r\n" + GET)
        assert (await connection.answer()).endswith(b"\r\n\r\nok")
        assert await connection.reader.read() == b""


async def test_who_reads_slowly_is_not_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_output, "WRITE_SECONDS", 0.5)
    content = b"x" * 16_000_000
    async with connected(saying(start(len(content)), body(content))) as connection, asyncio.timeout(60):
        await connection.send(GET + CLOSE)
        received = 0
        while piece := await connection.reader.read(200_000):
            received += len(piece)
            await asyncio.sleep(0.02)
        assert received > len(content)


@pytest.mark.parametrize("pipelined", [0, 3])
async def test_a_stop_answers_all_that_was_asked(pipelined: int) -> None:
    begun, go = asyncio.Event(), asyncio.Event()

    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        begun.set()
        await go.wait()
        await send(start())
        await send(body())

    async with connected(app) as connection:
        await connection.send((GET + b"\r\n") * (1 + pipelined))
        await begun.wait()
        connection.server.should_exit = True
        await asyncio.sleep(0.3)
        go.set()
        answers = await connection.reader.read()
        assert answers.count(OK) == 1 + pipelined
        assert answers.count(b"connection: close") == 1
        assert answers.endswith(b"connection: close\r\n\r\nok")


async def test_a_connection_that_is_closed_is_not_kept_for_who_does_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_output, "WRITE_SECONDS", 0.2)
    content = b"x" * 6_000_000
    async with connected(saying(start(len(content)), body(content))) as connection, asyncio.timeout(30):
        await connection.send(GET + CLOSE)
        while connection.server.server_state.connections:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def test_what_is_over_is_not_kept_until_garbage_is_collected() -> None:
    def kept() -> int:
        return sum(isinstance(one, HTTPProtocol | Exchange) for one in gc.get_objects())

    async with connected(saying(start(), body())) as connection:
        address = connection.writer.get_extra_info("peername")
        gc.collect()
        gc.disable()
        try:
            before = kept()
            for asked in [GET + CLOSE, b"BOGUS\r\n\r\n", GET] * 20:
                reader, writer = await asyncio.open_connection(*address)
                writer.write(asked)
                if asked != GET:
                    await reader.read()
                writer.close()
            while len(connection.server.server_state.connections) > 1:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            assert kept() == before
        finally:
            gc.enable()


async def test_a_connection_that_says_nothing_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "HEAD_SECONDS", 60)
    async with connected(saying(start(), body())) as connection:
        connection.server.config.timeout_keep_alive = 0
        other = await asyncio.open_connection(*connection.writer.get_extra_info("peername"))
        other[1].write(GET + b"\r\n")
        async with asyncio.timeout(30):
            assert (await other[0].read()).startswith(OK)
        other[1].close()


async def test_a_stop_lets_what_runs_be_answered_and_closes_what_waits() -> None:
    begun, go = asyncio.Event(), asyncio.Event()

    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        begun.set()
        await go.wait()
        await send(start())
        await send(body())

    async with connected(app) as connection:
        idle = await asyncio.open_connection(*connection.writer.get_extra_info("peername"))
        await connection.send(GET + b"\r\n")
        await begun.wait()
        connection.server.should_exit = True
        assert await idle[0].read() == b""
        go.set()
        assert (await connection.reader.read()).endswith(b"connection: close\r\n\r\nok")
        idle[1].close()
