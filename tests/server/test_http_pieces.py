"""Requests that follow each other on a connection are answered alike, in whatever pieces they come."""

import itertools
import re
import socket
import time
from collections.abc import Iterable
from dataclasses import dataclass

import httpx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.server.tokens import token

AUTHORIZED = b"Authorization: Bearer %s\r\nContent-Type: application/json\r\n" % token().encode()
UPGRADES = (
    b"",
    b"Connection: Upgrade\r\nUpgrade: h2c\r\n",
    b"uPgRaDe: websocket\r\nconnection: keep-alive, UPGRADE\r\n",
    b"Upgrade: a\r\nConnection: x\r\nConnection: upgrade\r\nUpgrade: b\r\n",
    b"Upgrade: h2c\r\n",
)


@dataclass(frozen=True)
class Asked:
    """A request, and what its answer holds."""

    request: bytes
    answer: bytes


def bodies(number: int) -> bytes:
    return b'{"query": "{ a%d: caller { kind } }"}' % number


def asked(kind: str, number: int, upgrade: bytes) -> Asked:
    head = b"Host: x\r\n" + upgrade
    body = bodies(number)
    told = b'"a%d"' % number
    if kind == "get":
        return Asked(b"GET /nowhere/%d HTTP/1.1\r\n%s\r\n" % (number, head), b" 404 ")
    if kind == "length":
        line = b"POST /graphql HTTP/1.1\r\n%s%sContent-Length: %d\r\n\r\n" % (head, AUTHORIZED, len(body))
        return Asked(line + body, told)
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in (body[:7], body[7:]))
    line = b"POST /graphql HTTP/1.1\r\n%s%sTransfer-Encoding: chunked\r\n\r\n" % (AUTHORIZED, head)
    return Asked(line + chunks + b"0\r\nX-Trailer: upgrade\r\n\r\n", told)


requests = st.lists(
    st.builds(asked, st.sampled_from(["get", "length", "chunked"]), st.integers(0, 99), st.sampled_from(UPGRADES)),
    min_size=1,
    max_size=6,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(asking=requests, cuts=st.lists(st.floats(0, 1), max_size=8))
def test_requests_are_answered_in_their_order_in_whatever_pieces_they_come(
    client: httpx.Client, asking: list[Asked], cuts: list[float]
) -> None:
    last = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    sent = b"".join(one.request for one in asking) + last
    places = sorted({0, *(round(cut * len(sent)) for cut in cuts), len(sent)})
    pieces = [sent[begin:end] for begin, end in itertools.pairwise(places)]
    answers = re.split(rb"(?=HTTP/1\.1 \d\d\d )", answered(client.base_url, pieces))
    assert answers.pop(0) == b""
    assert [one.answer in answer for one, answer in zip(asking, answers, strict=False)] == [True] * len(asking)
    assert len(answers) == len(asking) + 1
    assert b'{"status":"ok"}' in answers[-1]


def answered(url: httpx.URL, pieces: Iterable[bytes]) -> bytes:
    """All that is answered to `pieces`, until the server closes."""
    with socket.create_connection((url.host, url.port), timeout=10) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for piece in pieces:
            connection.sendall(piece)
            time.sleep(0.001)  # or the pieces come as one
        return b"".join(iter(lambda: connection.recv(65_536), b""))
