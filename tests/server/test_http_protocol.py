"""What may come before a request is known: over real sockets, without a token."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import suppress

import asyncpg
import orjson
import pytest

from data.embedded import Address
from providers.observation import Observer
from server import http_protocol
from server.http_protocol import MOST_HEAD_BYTES, MOST_HEADERS
from tests.server.live_server import LiveServer, live_server
from tests.server.raw_connection import ASKING, CHUNKED, OK, connected
from tests.server.tokens import token

TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\n"

NOBODY: dict[str, Observer] = {}


@pytest.fixture
async def server(module_database: Address) -> AsyncIterator[LiveServer]:
    async with live_server(module_database.dsn, NOBODY) as opened:
        yield opened


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


async def test_so_many_headers_are_read_and_no_more(server: LiveServer) -> None:
    least = b"a:\r\n"
    async with connected(server) as connection:
        await connection.send(ASKING + b"Connection: close\r\n" + least * (MOST_HEADERS - 2) + b"\r\n")
        assert (await connection.rest()).startswith(OK)
    for more in (least * (MOST_HEADERS - 1) + b"\r\n", least * 10_000):
        async with connected(server) as connection:
            await connection.send(ASKING + b"Connection: close\r\n" + more)
            answer = await connection.rest()
            assert answer.startswith(TOO_LARGE)
            head, _, content = answer.partition(b"\r\n\r\n")
            assert b"\r\ncache-control: no-store" in head
            [error] = orjson.loads(content)["errors"]
            assert "There may be 100 headers" in error["message"]
            assert error["extensions"] == {"code": "PAYLOAD_TOO_LARGE", "limit": "head", "maximum": MOST_HEAD_BYTES}


async def test_a_large_body_is_no_large_head(server: LiveServer) -> None:
    body = b'{"query": "{ caller { kind } }"' + b" " * 200_000 + b"}"
    head = (
        b"POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n"
        b"Authorization: Bearer %s\r\n" % (len(body), token().encode())
    )
    async with connected(server) as connection:
        await connection.send((head + b"\r\n" + body) * 3 + head + b"Connection: close\r\n\r\n" + body)
        assert (await connection.rest()).count(OK) == 4


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


async def test_a_long_body_gives_no_right_to_send_more_around_it(server: LiveServer) -> None:
    """It was refused unread: what is sent of it is not kept, and no trailer may be as long as it."""
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    sent = 0
    async with connected(server) as connection:
        with suppress(ConnectionError):
            await connection.send(
                b"POST /graphql HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk * 20
            )
            await connection.send(b"0\r\nX-Trailer: ")
            for _ in range(1_000):
                await connection.send(b"x" * 10_000)
                await asyncio.sleep(0)
                sent += 10_000
        assert sent < 10_000_000
        assert b"HTTP/1.1 2" not in await connection.rest()


@pytest.mark.parametrize("size", [70_000, 150_000])
async def test_a_large_head_behind_a_whole_request_is_refused_too(server: LiveServer, size: int) -> None:
    async with connected(server) as connection:
        with suppress(ConnectionError):
            await connection.send(ASKING + b"\r\n" + ASKING + header(size)[:-2])
            await asyncio.sleep(0.1)
            await connection.send(b"\r\n\r\n")
        assert (await connection.rest()).count(OK) == 1


async def test_a_body_in_chunks_of_a_byte_is_read(server: LiveServer) -> None:
    body = b'{"query": "{ caller { kind } }"' + b" " * 100_000 + b"}"
    chunks = b"".join(b"1\r\n%c\r\n" % byte for byte in body) + b"0\r\nX-Trailer: a\r\n\r\n"
    async with connected(server) as connection:
        await connection.send(CHUNKED + b"Connection: close\r\n\r\n" + chunks)
        assert (await connection.rest()).startswith(OK)


@pytest.mark.parametrize(
    ("trailer", "status"),
    [(b"Authorization: Bearer %s", 401), (b"Host: x", 401), (b"Content-Encoding: gzip", 401)],
    ids=["a token", "a host", "an encoding"],
)
async def test_a_trailer_decides_nothing(server: LiveServer, trailer: bytes, status: int) -> None:
    trailer = trailer.replace(b"%s", token().encode())
    head = CHUNKED[: CHUNKED.index(b"Authorization")] + b"Connection: close\r\n\r\n"
    async with connected(server) as connection:
        await connection.send(head + b"2\r\n{}\r\n0\r\n" + trailer + b"\r\n\r\n")
        assert (await connection.rest()).startswith(b"HTTP/1.1 %d " % status)


@pytest.mark.parametrize("chunk", [b"x\r\n", b"2;a\n", b"2 \r\n{}\r\n", b"-1\r\n"])
@pytest.mark.parametrize("pieces", [1, 2])
async def test_a_body_that_cannot_be_read_is_400_with_a_date(server: LiveServer, chunk: bytes, pieces: int) -> None:
    async with connected(server) as connection:
        for piece in [CHUNKED + b"\r\n" + chunk] if pieces == 1 else [CHUNKED + b"\r\n", chunk]:
            await connection.send(piece)
            await asyncio.sleep(0.05)
        answer = await connection.rest()
        assert answer.startswith(b"HTTP/1.1 400 Bad Request\r\ndate: ")
        assert answer.count(b"HTTP/1.1 400") == 1


@pytest.mark.parametrize(("address", "host"), [(b"http://X/healthz", b"x"), (b"http://[::1]:80/healthz", b"[::1]:80")])
async def test_an_address_in_the_request_line_may_be_written_as_addresses_are(
    server: LiveServer, address: bytes, host: bytes
) -> None:
    async with connected(server) as connection:
        await connection.send(b"GET " + address + b" HTTP/1.1\r\nHost: " + host + b"\r\nConnection: close\r\n\r\n")
        assert b"HTTP/1.1 200 OK" in await connection.rest()


@pytest.mark.parametrize(
    "address",
    [b"ftp://x/healthz", b"x://x/healthz", b"http://ada@x/healthz", b"http://y/healthz", b"*", b"x:80"],
)
async def test_an_address_that_is_not_the_hosts_own_is_400(server: LiveServer, address: bytes) -> None:
    async with connected(server) as connection:
        await connection.send(b"GET " + address + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert (await connection.rest()).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    "host", [b"x", b"X:8000", b"127.0.0.1:80", b"[::1]", b"[::1]:80", b"", b"a-b.c_d", b"x:", b"%41"]
)
async def test_one_host_header_of_any_name_will_do(server: LiveServer, host: bytes) -> None:
    async with connected(server) as connection:
        await connection.send(b"GET /healthz HTTP/1.1\r\nConnection: close\r\nHost: " + host + b"\r\n\r\n")
        assert (await connection.rest()).startswith(OK)


@pytest.mark.parametrize(
    "hosts",
    [(), (b"x", b"x"), (b"x", b"y"), (b"", b""), (b"a b",), (b"x/y",), (b"ada@x",), (b"x:y",), (b"::1",), (b"[x",)],
    ids=ascii,
)
async def test_no_host_header_or_two_or_one_that_is_none_is_400(server: LiveServer, hosts: tuple[bytes, ...]) -> None:
    async with connected(server) as connection:
        named = b"".join(b"Host: %s\r\n" % host for host in hosts)
        await connection.send(b"GET /healthz HTTP/1.1\r\n" + named + b"\r\n")
        answer = await connection.rest()
        assert answer.startswith(b"HTTP/1.1 400 ")
        [error] = orjson.loads(answer.partition(b"\r\n\r\n")[2])["errors"]
        assert error["extensions"] == {"code": "BAD_REQUEST"}


async def test_http_1_0_needs_no_host_and_is_not_told_to_go_on(server: LiveServer) -> None:
    async with connected(server) as connection:
        await connection.send(b"GET /healthz HTTP/1.0\r\n\r\n")
        assert (await connection.rest()).startswith(OK)
    async with connected(server) as connection:
        asking = CHUNKED.replace(b"HTTP/1.1", b"HTTP/1.0").replace(b"Transfer-Encoding: chunked", b"Content-Length: 2")
        await connection.send(asking + b"Expect: 100-continue\r\n\r\n")
        await asyncio.sleep(0.1)
        await connection.send(b"{}")
        assert (await connection.rest()).startswith(b"HTTP/1.1 400 Bad Request")


@pytest.mark.parametrize("version", [b" HTTP/0.9", b" HTTP/1.2", b" HTTP/2.0", b" HTTP/3.0", b""])
async def test_another_version_of_http_is_400(server: LiveServer, version: bytes) -> None:
    async with connected(server) as connection:
        await connection.send(b"GET /healthz" + version + b"\r\nHost: x\r\n\r\n")
        assert (await connection.rest()).startswith(b"HTTP/1.1 400 ")


async def test_a_refusal_reaches_who_is_still_sending(server: LiveServer) -> None:
    head = CHUNKED.replace(b"Transfer-Encoding: chunked", b"Content-Length: 5000000\r\nConnection: close")
    for _ in range(10):
        async with connected(server) as connection:
            await connection.send(head + b"\r\n" + b"x" * 5_000_000)
            assert (await connection.rest()).startswith(b"HTTP/1.1 413 ")


# ------------------------------------------------------------------------------------------------ several requests
CALLER = b'{"query": "{ caller { kind } }"}'
ASKING_CALLER = CHUNKED.replace(b"Transfer-Encoding: chunked", b"Content-Length: %d" % len(CALLER))


@pytest.mark.parametrize("upgrade", [b"Upgrade", b"upgrade", b"UPGRADE", b"uPgRaDe"])
@pytest.mark.parametrize(
    "cut", [0, -2, len(CALLER) * -1 - 4, None, len(CALLER) * -1 - 13], ids=["whole", "body", "end", "line", "name"]
)
async def test_an_offer_of_another_protocol_is_ignored(server: LiveServer, upgrade: bytes, cut: int | None) -> None:
    head = ASKING_CALLER + b"Connection: " + upgrade + b", HTTP2-Settings\r\n"
    asked = head + upgrade + b": h2c\r\n\r\n" + CALLER
    place = len(head) if cut is None else cut
    async with connected(server) as connection:
        for _ in range(2):
            for piece in filter(None, [asked[:place], asked[place:]]):
                await connection.send(piece)
                await asyncio.sleep(0.01)
            assert await connection.reader.readuntil(b"\r\n") == OK
            await connection.reader.readuntil(b'"PERSON"}}}')
        await connection.send(ASKING + b"Connection: close\r\n\r\n")
        assert (await connection.rest()).count(b"HTTP/1.1") == 1


async def test_no_request_is_read_out_of_a_body(server: LiveServer) -> None:
    """Of one that offers another protocol, however its head comes."""
    inner = ASKING_CALLER + b"\r\n" + CALLER
    head = ASKING_CALLER.replace(b"%d" % len(CALLER), b"%d" % len(inner)) + b"Connection: Upgrade\r\nUpgr"
    async with connected(server) as connection:
        for piece in (head, b"ade: x\r\n\r\n", inner):
            with suppress(ConnectionError):
                await connection.send(piece)
                await asyncio.sleep(0.05)
        await connection.send(ASKING + b"Connection: close\r\n\r\n")
        answers = await connection.rest()
        assert answers.startswith(b"HTTP/1.1 400 Bad Request\r\n")
        assert answers.count(OK) == 1
        assert b"PERSON" not in answers


async def test_requests_in_one_piece_may_each_offer_another_protocol(server: LiveServer) -> None:
    offer = b"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
    chunked = CHUNKED + offer + b"%x\r\n%s\r\n0\r\n\r\n" % (len(CALLER), CALLER)
    asked = (
        ASKING + offer + chunked + ASKING_CALLER + offer + CALLER + ASKING + offer.replace(b"Upgrade\r", b"close\r", 1)
    )
    async with connected(server) as connection:
        await connection.send(asked)
        answers = await connection.rest()
        assert answers.count(OK) == 4
        assert answers.count(b"PERSON") == 2


@pytest.mark.parametrize("target", [b"x:80", b"/graphql", b"http://x/"])
async def test_a_tunnel_is_refused(server: LiveServer, target: bytes) -> None:
    async with connected(server) as connection:
        await connection.send(b"CONNECT " + target + b" HTTP/1.1\r\nHost: x:80\r\n\r\n" + ASKING + b"\r\n")
        answer = await connection.rest()
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert OK not in answer


async def test_so_many_requests_may_wait_for_the_one_before_and_no_more(server: LiveServer) -> None:
    async with connected(server) as connection:
        with suppress(ConnectionError):
            for _ in range(100):
                await connection.send((ASKING + b"\r\n") * 1_000)
        assert (await connection.rest()).count(OK) <= 2 * http_protocol.MOST_PIPELINED


@pytest.mark.parametrize(
    "second", [b"BOGUS\r\n\r\n", ASKING + header(2 * MOST_HEAD_BYTES)], ids=["no request", "large"]
)
async def test_what_was_asked_before_a_refused_request_is_answered_and_nothing_else(
    database: Address, connection: "asyncpg.Connection[asyncpg.Record]", second: bytes
) -> None:
    body = b'{"query": "{ sessions(scope: ALL) { __typename } }"}'
    first = CHUNKED.replace(b"Transfer-Encoding: chunked", b"Content-Length: %d" % len(body)) + b"\r\n" + body
    async with live_server(database.dsn, NOBODY) as server, connected(server) as client:
        async with connection.transaction():
            await connection.execute("LOCK TABLE sessions")
            await client.send(first)
            while not await connection.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            await client.send(second)
            await asyncio.sleep(0.05)
        answers = await client.rest()
        assert answers.count(b"HTTP/1.1 ") == 1
        assert answers.startswith(OK)
        assert b'"SessionConnection"' in answers


@pytest.mark.parametrize(
    "surplus",
    [ASKING + b"\r\n", b"BOGUS\r\n\r\n", ASKING + b"Transfer-Encoding: chunked\r\n\r\nx\r\n"],
    ids=["one too many", "no request", "a body that cannot be read"],
)
async def test_requests_that_were_taken_are_answered_before_the_connection_ends(
    server: LiveServer, surplus: bytes
) -> None:
    async with connected(server) as connection:
        await connection.send((ASKING + b"\r\n") * (http_protocol.MOST_PIPELINED + 1) + surplus)
        answers = await connection.rest()
        assert answers.count(OK) == answers.count(b"HTTP/1.1 ") == http_protocol.MOST_PIPELINED + 1


async def test_a_client_that_leaves_is_no_error(server: LiveServer, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(100):
        async with connected(server) as connection:
            await connection.send(ASKING_CALLER + b"\r\n" + CALLER)
            connection.reset()
    assert (await server.client.get("/healthz")).status_code == 200
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
