"""Bytes that no HTTP library would send: never a 5xx, never a hanging request, and the next one is answered."""

import json
import socket
from urllib.parse import urlsplit

import httpx
import pytest

from tests.server.tokens import token

BODY = json.dumps({"query": "{ caller { kind } }"}).encode()
# The same whenever it is read: it stands in the names of tests, and every process of a run must name them alike.
TOKEN = token(exp=4_000_000_000)
HEAD = f"POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer {TOKEN}\r\n"


def exchange(url: httpx.URL, sent: bytes, *, end: bool = True) -> bytes:
    """What the server says to `sent`, until it closes; `end` closes our side."""
    parts = urlsplit(str(url))
    with socket.create_connection((str(parts.hostname), int(parts.port or 0)), timeout=10) as connection:
        connection.sendall(sent)
        if end:
            connection.shutdown(socket.SHUT_WR)
        received = b""
        while piece := connection.recv(65_536):
            received += piece
    return received


def request(head: str, body: bytes = BODY) -> bytes:
    return (HEAD + head + "Connection: close\r\n\r\n").encode("latin-1") + body


def status(received: bytes) -> int:
    return int(received.split(b" ", 2)[1])


def assert_alive(client: httpx.Client) -> None:
    assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (request(f"Content-Length: {len(BODY)}\r\n"), 200),
        (request("Transfer-Encoding: chunked\r\n", b"%x\r\n%s\r\n0\r\n\r\n" % (len(BODY), BODY)), 200),
        (
            request("Transfer-Encoding: chunked\r\n", b"".join(b"1\r\n%c\r\n" % byte for byte in BODY) + b"0\r\n\r\n"),
            200,
        ),
        (request("Content-Length: 0\r\n", b""), 400),
        (request("", b""), 400),
        (request("Content-Length: 5\r\n"), 400),
        (request("Content-Length: 999999999\r\n"), 413),
        (request("Content-Length: 00000000000000000000000000005\r\n"), 400),
        (request("Transfer-Encoding: chunked\r\n", b"50000\r\n" + b" " * 0x50000 + b"\r\n0\r\n\r\n"), 413),
        (request(f"Content-Length: {len(BODY)}\r\nAuthorization: Bearer \r\n"), 401),
        (b"POST /graphql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \r\nConnection: close\r\n\r\n", 401),
        (b"POST /graphql HTTP/1.1\r\nHost: x\r\nAuthorization:\xff\xfe\r\nConnection: close\r\n\r\n", 401),
        (b"POST /graphql HTTP/1.0\r\n\r\n", 401),
        (b"FOO /graphql HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        (b"GET /graphql HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 405),
        (b"GET /graphql/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 404),
        (b"GET /%00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 404),
        (b"GET /%ff%fe HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 404),
        (b"GET http://x/healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 200),
        (b"GET http://x:80/healthz HTTP/1.1\r\nHost: x:80\r\nConnection: close\r\n\r\n", 200),
        (b"GET http://elsewhere/healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 400),
        (b"GET http://x/healthz HTTP/1.1\r\nConnection: close\r\n\r\n", 400),
        (b"\x00\x01\x02\x03\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
        (b"GET / HTTP/9.9\r\nHost: x\r\n\r\n", 400),
        (b"GET /healthz HTTP/1.1\r\nHost: x\r\nBad Header\r\n\r\n", 400),
    ],
    ids=lambda value: ascii(value)[-60:],
)
def test_odd_bytes_get_their_status(client: httpx.Client, sent: bytes, expected: int) -> None:
    assert status(exchange(client.base_url, sent)) == expected
    assert_alive(client)


@pytest.mark.parametrize(
    "sent",
    [
        request("Content-Length: -1\r\n"),
        request("Content-Length: five\r\n"),
        request("Content-Length: 99999999999999999999999\r\n"),
        request("Content-Length: 5\r\nContent-Length: 6\r\n"),
        request("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", b"0\r\n\r\n"),
        request("Transfer-Encoding: chunked\r\n", b"zz\r\n" + BODY),
        request("Transfer-Encoding: chunked\r\n", b"fffffffffffffffff\r\n" + BODY),
        request("Content-Length: 5000\r\n", b"{"),
        request("Transfer-Encoding: chunked\r\n", b"5\r\n{"),
        HEAD.encode(),
        HEAD.encode()[:30],
        b"",
    ],
    ids=lambda value: ascii(value)[-60:],
)
def test_broken_framing_and_bodies_that_never_end_do_no_harm(client: httpx.Client, sent: bytes) -> None:
    received = exchange(client.base_url, sent)
    assert not received or 400 <= status(received) < 500
    assert_alive(client)


def test_a_client_that_waits_for_100_continue_is_refused_before_it_sends_the_body(client: httpx.Client) -> None:
    head = "POST /graphql HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\nConnection: close\r\n\r\n"
    assert status(exchange(client.base_url, head.encode(), end=False)) == 401
