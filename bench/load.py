"""The load: so many connections, each asking again as soon as it is answered.

Plain sockets and epoll, a few microseconds a request, so that the client does not compete with the servers that it
measures for two cores.
"""

import gc
import re
import select
import socket
import struct
from array import array
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter

import orjson

_LENGTH = re.compile(rb"\r\ncontent-length: *([0-9]+)\r\n", re.IGNORECASE)
_OK = b"HTTP/1.1 200 "
_ANSWER_SECONDS = 30
_TIMEOUT = struct.pack("ll", _ANSWER_SECONDS, 0)


class LoadError(Exception):
    """A server answered something else than 200 with a length, or nothing."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a request goes, and its bytes."""

    port: int
    request: bytes


@dataclass(frozen=True, slots=True)
class Slice:
    """What was seen in one slice of time. `rate` is in requests a second, the percentiles in milliseconds."""

    requests: int
    rate: float
    p50_ms: float
    p99_ms: float
    body: bytes
    """The last answer."""


def post(port: int, path: str, token: str, content: Mapping[str, object]) -> Target:
    """A POST of `content` as JSON to a server on this machine."""
    body = orjson.dumps(content)
    head = (
        f"POST {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Authorization: Bearer {token}",
        "Accept: application/json",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
    )
    return Target(port, "\r\n".join((*head, "", "")).encode() + body)


def ask(target: Target) -> bytes:
    """The body of one answer."""
    return load(target, connections=1, seconds=0).body


def load(target: Target, *, connections: int, seconds: float) -> Slice:
    """Ask for so many seconds over so many connections, once on each at least. LoadError."""
    latencies = array("d")
    try:
        with _connected(target, connections) as connected, _no_collection():
            started = perf_counter()
            ended = _run(connected, seconds, latencies)
            body = next(iter(connected.values())).body
    except OSError as error:
        raise LoadError(f"a server does not answer: {error.strerror}") from None
    ordered = sorted(latencies)
    return Slice(
        requests=len(ordered),
        rate=len(ordered) / (ended - started),
        p50_ms=1000 * ordered[len(ordered) // 2],
        p99_ms=1000 * ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)],
        body=body,
    )


class _Connection:
    """A connection, and the answer that comes in on it."""

    __slots__ = ("_begun", "_target", "body", "sent_at", "socket")

    def __init__(self, target: Target) -> None:
        self._target = target
        self.socket = socket.create_connection(("127.0.0.1", target.port), timeout=_ANSWER_SECONDS)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # With a timeout of Python's own, each call would be two system calls.
        self.socket.settimeout(None)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, _TIMEOUT)
        self._begun = b""
        self.body = b""
        self.sent_at = 0.0

    def send(self, now: float) -> None:
        """Ask."""
        self.sent_at = now
        self.socket.sendall(self._target.request)

    def receive(self) -> bool:
        """Whether the answer is complete with what has come."""
        piece = self.socket.recv(262_144)
        if not piece:
            raise LoadError("the server closed a connection")
        answer = self._begun + piece if self._begun else piece
        head_end = answer.find(b"\r\n\r\n") + 4
        if head_end == 3 or len(answer) < head_end + self._length(answer, head_end):
            self._begun = answer
            return False
        self._begun = b""
        self.body = answer[head_end:]
        return True

    def _length(self, answer: bytes, head_end: int) -> int:
        length = _LENGTH.search(answer, 0, head_end)
        if not answer.startswith(_OK) or length is None:
            raise LoadError(f"a server answered {answer[:500]!r}")
        return int(length[1])


@contextmanager
def _connected(target: Target, connections: int) -> Iterator[dict[int, _Connection]]:
    opened = [_Connection(target) for _ in range(connections)]
    try:
        yield {connection.socket.fileno(): connection for connection in opened}
    finally:
        for connection in opened:
            connection.socket.close()


def _run(connected: Mapping[int, _Connection], seconds: float, latencies: "array[float]") -> float:
    """Ask on every connection until the time is over and every answer is there, and return when that was. What is under
    way at the end counts: a server that answers 32 at once would be cut short else."""
    with select.epoll() as poll:
        for descriptor, connection in connected.items():
            poll.register(descriptor, select.EPOLLIN)
            connection.send(perf_counter())
        # One connection is waited for by receiving from it, which saves a system call.
        alone = [(descriptor, 0) for descriptor in connected] if len(connected) == 1 else None
        now = perf_counter()
        over = now + seconds
        waiting = len(connected)
        while waiting:
            ready = alone or poll.poll(_ANSWER_SECONDS)
            if not ready:
                raise LoadError(f"no answer in {_ANSWER_SECONDS} seconds")
            for descriptor, _ in ready:
                connection = connected[descriptor]
                if not connection.receive():
                    continue
                now = perf_counter()
                latencies.append(now - connection.sent_at)
                if now < over:
                    connection.send(now)
                else:
                    waiting -= 1
    return now


@contextmanager
def _no_collection() -> Iterator[None]:
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
