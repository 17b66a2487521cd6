"""What becomes of an application that fails, or does not keep to the protocol: over real sockets."""

import asyncio
import logging

import orjson
import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tests.server.asgi_connection import FAILED, GET, body, connected, saying, start


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


class PlantedError(Exception):
    """With a text that nobody may read."""


async def failing(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send(start())
    raise PlantedError("planted-secret")


@pytest.mark.parametrize(
    ("app", "said"),
    [
        (failing, "PlantedError"),
        (saying(), "RuntimeError"),
        (saying(start()), "RuntimeError"),
        (saying(body()), "RuntimeError"),
        (saying(start(), start(), body()), "RuntimeError"),
        (saying(start(1), body()), "RuntimeError"),
        (saying(start(3), body()), "RuntimeError"),
        (saying(start(None), body()), "RuntimeError"),
        (saying(start(None), body(b"")), "RuntimeError"),
        (saying(start(planted=b"a\r\nset-cookie: b"), body()), "RuntimeError"),
        (saying(start(planted=b"a\nb"), body()), "RuntimeError"),
        (saying(start(planted=b"a\rb"), body()), "RuntimeError"),
        (saying({**start(), "status": 999}, body()), "KeyError"),
    ],
    ids=[
        "raises",
        "nothing",
        "a head",
        "a body",
        "two heads",
        "too long",
        "too short",
        "no length",
        "no length and no body",
        "a header in a header",
        "a line feed",
        "a carriage return",
        "no status",
    ],
)
async def test_what_cannot_be_sent_is_500_and_told_by_its_type(
    app: ASGIApp, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with connected(app) as connection:
        await connection.send(GET + b"\r\n")
        answer = await connection.reader.read()
    assert answer.startswith(FAILED)
    assert answer.count(b"HTTP/1.1") == 1
    assert b"planted" not in answer
    assert b"set-cookie" not in answer
    assert b"\r\ncache-control: no-store\r\n" in answer
    [error] = orjson.loads(answer.partition(b"\r\n\r\n")[2])["errors"]
    assert error["extensions"]["code"] == "INTERNAL_SERVER_ERROR"
    assert errors(caplog) == [f"incident {error['extensions']['incident']}: {said}"]


async def test_what_cannot_be_sent_to_head_has_no_body() -> None:
    async with connected(failing) as connection:
        await connection.send(b"HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert (await connection.reader.read()).endswith(b"connection: close\r\n\r\n")


@pytest.mark.parametrize(
    "said", [(body(b"o", more=True),), (body(b"o", more=True), body(b"kk"))], ids=["nothing more", "too much"]
)
async def test_an_answer_that_breaks_off_is_never_taken_for_whole(
    said: tuple[Message, ...], caplog: pytest.LogCaptureFixture
) -> None:
    async with connected(saying(start(), *said)) as connection:
        await connection.send(GET + b"\r\n")
        assert (await connection.reader.read()).endswith(b"content-length: 2\r\n\r\no")
    assert len(errors(caplog)) == 1


async def test_what_fails_when_the_client_has_left_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    left = asyncio.Event()

    async def app(_scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        connection.writer.close()
        assert (await receive())["type"] == "http.disconnect"
        await send(start())
        left.set()
        raise PlantedError

    async with connected(app) as connection:
        await connection.send(GET + b"\r\n")
        await left.wait()
    assert errors(caplog) == []


async def test_what_is_said_behind_an_answer_changes_nothing(caplog: pytest.LogCaptureFixture) -> None:
    async with connected(saying(start(), body(), body(b"planted"))) as connection:
        for _ in range(2):
            await connection.send(GET + b"\r\n")
            assert (await connection.answer()).endswith(b"\r\n\r\nok")
    assert errors(caplog) == []
