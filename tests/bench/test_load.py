"""The load, against servers of a few lines."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

from bench.load import LoadError, Target, ask, load, post

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"


@contextmanager
def answering(answer: Callable[[socket.socket], None]) -> Iterator[Target]:
    """A server that reads requests and leaves each to `answer`."""

    def serve(connection: socket.socket) -> None:
        # Who leaves before reading everything resets the connection.
        with connection, suppress(ConnectionError):
            while connection.recv(65_536):
                answer(connection)

    def accept() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            thread = threading.Thread(target=serve, args=(connection,))
            thread.start()
            threads.append(thread)

    threads: list[threading.Thread] = []
    listener = socket.create_server(("127.0.0.1", 0))
    accepting = threading.Thread(target=accept)
    accepting.start()
    try:
        yield post(listener.getsockname()[1], "/graphql", "token", {"query": "{ a }"})
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        accepting.join()
        for thread in threads:
            thread.join()


def test_a_request_is_a_complete_post() -> None:
    target = post(80, "/graphql", "t", {"query": "{ a }"})
    head, _, body = target.request.partition(b"\r\n\r\n")
    assert body == b'{"query":"{ a }"}'
    assert head.splitlines()[0] == b"POST /graphql HTTP/1.1"
    assert b"Authorization: Bearer t" in head.splitlines()
    assert f"Content-Length: {len(body)}".encode() in head.splitlines()


def test_the_body_of_an_answer_is_given() -> None:
    with answering(lambda connection: connection.sendall(ANSWER)) as target:
        assert ask(target) == b"{}"


def test_an_answer_may_come_in_pieces() -> None:
    def piecemeal(connection: socket.socket) -> None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for place in range(len(ANSWER)):
            connection.sendall(ANSWER[place : place + 1])

    with answering(piecemeal) as target:
        assert ask(target) == b"{}"
        assert load(target, connections=2, seconds=0.01).body == b"{}"


def test_every_request_is_answered_before_a_slice_ends() -> None:
    answered = []

    def count(connection: socket.socket) -> None:
        answered.append(connection)
        connection.sendall(ANSWER)

    with answering(count) as target:
        seen = load(target, connections=4, seconds=0.05)
    assert seen.requests == len(answered) >= 4
    assert seen.rate > 0
    assert 0 < seen.p50_ms <= seen.p99_ms


@pytest.mark.parametrize(
    "answer",
    [
        ANSWER.replace(b"200 OK", b"500 Internal Server Error"),
        ANSWER.replace(b"200 OK", b"401 Unauthorized"),
        ANSWER.replace(b"Content-Length: 2", b"Transfer-Encoding: chunked"),
    ],
)
def test_anything_but_200_with_a_length_ends_the_run(answer: bytes) -> None:
    with answering(lambda connection: connection.sendall(answer)) as target, pytest.raises(LoadError, match="answered"):
        load(target, connections=2, seconds=0.01)


def test_a_server_that_is_not_there_ends_the_run() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(LoadError, match="does not answer: Connection refused"):
        ask(Target(port, b""))


def test_a_connection_that_is_closed_ends_the_run() -> None:
    def close(connection: socket.socket) -> None:
        connection.shutdown(socket.SHUT_RDWR)

    with answering(close) as target, pytest.raises(LoadError, match="closed"):
        ask(target)
