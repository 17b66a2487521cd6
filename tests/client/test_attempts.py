"""What is asked again, when, and how often."""

import random
import socket
import threading
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from session_directory_client import (
    ConnectionFailedError,
    RateLimitedError,
    SessionConnection,
    SessionDirectory,
    SessionDirectoryError,
    UnavailableError,
    attempts,
)
from session_directory_client.attempts import Attempts
from tests.client.conftest import Opening
from tests.client.planted import page
from tests.providers.loopback import Loopback, raw, reply

LIMITED = reply({}, 429, Retry_After="0")
BUSY = reply({}, 503)
OPERATIONS: dict[str, Callable[[SessionDirectory], object]] = {
    "caller": lambda directory: directory.caller(),
    "sessions": lambda directory: directory.sessions(),
    "session": lambda directory: directory.session("roses"),
    "boundSession": lambda directory: directory.bound_session("bind"),
    "sessionTree": lambda directory: directory.session_tree("roses"),
}


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits longer than the server asks for."""
    monkeypatch.setattr(attempts, "_FIRST_PAUSE_SECONDS", 0.001)


@pytest.mark.parametrize("passing", [LIMITED, BUSY], ids=["429", "503"])
def test_a_read_is_asked_again_until_it_is_answered(opened: Opening, loopback: Loopback, passing: bytes) -> None:
    loopback.answers["/graphql"] = [passing, passing, reply(page())]
    assert isinstance(opened(loopback.url).sessions(), SessionConnection)
    assert loopback.count("/graphql") == 3


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize(("passing", "expected"), [(LIMITED, RateLimitedError), (BUSY, UnavailableError)])
def test_a_read_is_given_up_after_the_attempts_that_it_has(
    opened: Opening, loopback: Loopback, operation: str, passing: bytes, expected: type[SessionDirectoryError]
) -> None:
    loopback.answers["/graphql"] = [passing]
    with pytest.raises(expected):
        OPERATIONS[operation](opened(loopback.url, attempts=3))
    assert loopback.count("/graphql") == 3


@pytest.mark.parametrize("failing", [LIMITED, BUSY, reply({}, 500), raw(b"")], ids=["429", "503", "500", "hung up"])
def test_a_batch_is_published_once(opened: Opening, loopback: Loopback, failing: Any) -> None:
    loopback.answers["/graphql"] = [failing]
    with pytest.raises(SessionDirectoryError):
        opened(loopback.url).publish([])
    assert loopback.count("/graphql") == 1


@pytest.mark.parametrize("failing", [reply({}, 500), reply({}, 504), raw(b""), raw(reply(page())[:-9])])
def test_a_read_is_not_asked_again_after_another_failure(opened: Opening, loopback: Loopback, failing: Any) -> None:
    loopback.answers["/graphql"] = [failing]
    with pytest.raises(SessionDirectoryError):
        opened(loopback.url).sessions()
    assert loopback.count("/graphql") == 1


def test_a_read_is_asked_again_where_nobody_listened(opened: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        answering = threading.Thread(target=_answer_one, args=(listener,))

        def meanwhile(_least: float, _most: float) -> float:
            listener.listen()
            answering.start()
            return 0.0

        monkeypatch.setattr(random, "uniform", meanwhile)
        answer = opened(f"http://127.0.0.1:{listener.getsockname()[1]}").sessions()
        answering.join()
    assert isinstance(answer, SessionConnection)


def _answer_one(listener: socket.socket) -> None:
    connection, _ = listener.accept()
    with connection:
        connection.recv(65_536)
        connection.sendall(reply(page()))


def test_a_directory_that_is_not_there_is_told(opened: Opening) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        with pytest.raises(ConnectionFailedError):
            opened(f"http://127.0.0.1:{listener.getsockname()[1]}").sessions()


@given(st.integers(1, 8), st.none() | st.floats(0, 30))
def test_pauses_are_bounded_never_shorter_than_asked_for_and_grow(most: int, retry_after: float | None) -> None:
    asking = Attempts(most, repeatable=True, renewable=False)
    error = UnavailableError(503, None, retry_after)
    pauses = [asking.pause(error) for _ in range(most - 1)]
    for number, pause in enumerate(pauses):
        longest = attempts._FIRST_PAUSE_SECONDS * 2**number
        least = longest / 2 if retry_after is None else retry_after
        assert least <= pause <= longest + (retry_after or 0)
    with pytest.raises(UnavailableError):
        asking.pause(error)


def test_pauses_differ() -> None:
    error = ConnectionFailedError()
    assert len({Attempts(2, repeatable=True, renewable=False).pause(error) for _ in range(20)}) > 1


def test_nobody_waits_for_longer_than_half_a_minute() -> None:
    error = RateLimitedError(429, None, 31)
    with pytest.raises(RateLimitedError):
        Attempts(3, repeatable=True, renewable=False).pause(error)
