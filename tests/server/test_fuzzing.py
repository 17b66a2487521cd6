"""Broken bodies without end: two seconds of them in the test suite, two minutes with `make fuzz`."""

import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest
from starlette.types import ASGIApp

from data.embedded import Address
from server.application import create_app
from server.settings import Settings
from tests.server import documents_by_hand
from tests.server.lifespan import lifespan
from tests.server.mutation import Mutator
from tests.server.tokens import SECRET, token

SECONDS = float(os.environ.get("FUZZ_SECONDS", "2"))
SEED = int(os.environ.get("FUZZ_SEED", "1"))
HANG_SECONDS = 10

REQUESTS = [*documents_by_hand.COMPILED, *documents_by_hand.ORDINARY]
TOKENS = [token(), token(run="run")]
MEDIA_TYPES = ["application/json", "application/graphql-response+json"]


class HangError(BaseException):
    """A request took too long. Nothing in between takes it for an answer."""


@contextmanager
def no_hang() -> Iterator[None]:
    """Raise HangError in whatever runs too long, be it Python that never waits."""

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise HangError

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, HANG_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


async def post(app: ASGIApp, state: Any, body: bytes, number: int) -> tuple[int, bytes]:
    """The status and the body of the answer to request `number`; callers and media types take turns."""
    headers = {
        "authorization": f"Bearer {TOKENS[number % len(TOKENS)]}",
        "content-type": "application/json",
        "content-length": str(len(body)),
        "accept": MEDIA_TYPES[number // 2 % len(MEDIA_TYPES)],
    }
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/graphql",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "state": state,
    }
    await app(scope, receive, send)
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent)


def fault(status: int, answer: bytes) -> str | None:
    """What is wrong with an answer, if anything."""
    if status not in {200, 400}:
        return f"status {status}"
    told = json.loads(answer)
    codes = [error.get("extensions", {}).get("code") for error in told.get("errors", ())]
    if not all(codes) or "INTERNAL_SERVER_ERROR" in codes:
        return f"codes {codes}"
    return None if codes or told.get("data") is not None else "neither data nor errors"


async def test_no_broken_body_breaks_the_endpoint(module_database: Address) -> None:
    mutator = Mutator(REQUESTS, SEED)
    app = create_app(Settings(jwt_secret=SECRET), module_database.dsn, observers={})
    number, statuses, end = 0, set(), time.monotonic() + SECONDS
    async with lifespan(app) as state:
        while time.monotonic() < end:
            body = mutator.body()
            try:
                with no_hang():
                    status, answer = await post(app, state, body, number)
                found = fault(status, answer)
            except HangError:
                found = "no answer"
            if found:
                pytest.fail(f"{found} to number {number} of FUZZ_SEED={SEED}: {body!r}")
            statuses.add(status)
            number += 1
    assert statuses == {200, 400}


@pytest.mark.parametrize(
    ("status", "answer"),
    [
        (500, b'{"errors": [{"message": "planted", "extensions": {"code": "BAD_REQUEST"}}]}'),
        (503, b'{"errors": [{"message": "planted", "extensions": {"code": "BUSY"}}]}'),
        (200, b'{"errors": [{"message": "planted"}], "data": {}}'),
        (200, b'{"errors": [{"message": "planted", "extensions": {"code": "INTERNAL_SERVER_ERROR"}}], "data": {}}'),
        (200, b'{"data": null}'),
        (200, b"{}"),
    ],
)
def test_a_fault_is_seen(status: int, answer: bytes) -> None:
    assert fault(status, answer)


def test_a_seed_makes_the_same_bodies_again() -> None:
    first, second = Mutator(REQUESTS, SEED), Mutator(REQUESTS, SEED)
    assert [first.body() for _ in range(100)] == [second.body() for _ in range(100)]
    assert len({first.body() for _ in range(100)}) > 90
