"""Log lines: a JSON object each, and of an exception its type alone."""

import asyncio
import io
import json
import logging
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta
from typing import Any

import pytest
from starlette.applications import Starlette

from server.log_lines import JSONLines, log_loop_errors_by_type
from server.serving import HTTPServer, listen


def formatted(message: str, error: Exception | None = None, **extra: object) -> dict[str, Any]:
    record = logging.LogRecord("name", logging.ERROR, "path", 1, message, None, None)
    record.__dict__ |= extra
    if error is not None:
        record.exc_info = (type(error), error, error.__traceback__)
    return line_of(record)


def line_of(record: logging.LogRecord) -> dict[str, Any]:
    text = JSONLines().format(record)
    assert "\n" not in text
    line: dict[str, Any] = json.loads(text)
    assert datetime.fromisoformat(line.pop("time")).utcoffset() == timedelta(0)
    return line


def test_a_record_is_one_json_object() -> None:
    message = 'one\ntwo "three" \ud800'
    assert formatted(message) == {"level": "ERROR", "logger": "name", "message": message}


def test_an_exception_is_its_type() -> None:
    line = formatted("failed", ValueError("planted\nSELECT"))
    assert (line["message"], line["exception"]) == ("failed", "ValueError")
    assert "planted" not in str(line)


@pytest.mark.parametrize(
    ("logger", "message"),
    [
        ("server.health", "url %s failed: planted"),
        ("providers.provider_client", "url %s failed: planted"),
        ("opentelemetry.exporter.otlp", "url %s failed: %s"),
        ("serverless", "url %s failed: %s"),
    ],
)
def test_what_a_library_puts_into_its_message_is_left_out(logger: str, message: str) -> None:
    record = logging.makeLogRecord(
        {"name": logger, "levelname": "ERROR", "msg": "url %s failed: %s", "args": ("planted?key=1", "planted")}
    )
    expected = message.replace("%s", "planted?key=1") if message.endswith("planted") else message
    assert line_of(record)["message"] == expected


def test_an_exception_in_the_place_of_a_librarys_message_is_its_type() -> None:
    record = logging.makeLogRecord({"name": "library", "levelname": "ERROR", "msg": ValueError("planted")})
    assert line_of(record)["message"] == "ValueError"


def test_of_what_comes_along_only_what_is_known_is_written() -> None:
    line = formatted("failed", incident="1f", document="ab", exception="KeyError", variables="planted")
    assert (line["incident"], line["document"], line["exception"]) == ("1f", "ab", "KeyError")
    assert "planted" not in str(line)


def traceback_of(error: Exception, cause: Exception | None = None) -> str:
    with pytest.raises(type(error)) as raised:
        raise error from cause
    return "".join(traceback.format_exception(raised.value))


@pytest.mark.parametrize(
    "text",
    [
        traceback_of(ValueError()),
        traceback_of(ValueError("planted")),
        traceback_of(ValueError("planted\nDETAIL: planted\n\n  planted")),
        traceback_of(ValueError("planted"), KeyError("planted")),
    ],
)
def test_a_message_that_holds_a_traceback_is_its_type(text: str) -> None:
    assert formatted(text)["message"] == "ValueError"
    assert formatted(f"failed\n{text}", KeyError())["message"] == "ValueError"


def test_the_traceback_of_a_group_is_left_out_whole() -> None:
    assert "planted" not in str(formatted(traceback_of(ExceptionGroup("planted", [ValueError("planted")]))))


@pytest.mark.parametrize("when", ["startup", "shutdown"])
def test_a_lifespan_that_fails_is_logged_on_one_line_without_its_text(when: str) -> None:
    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        if when == "startup":
            raise ValueError("planted")
        yield
        raise ValueError("planted")

    logged = io.StringIO()
    handler = logging.StreamHandler(logged)
    handler.setFormatter(JSONLines())
    logging.getLogger("uvicorn.error").addHandler(handler)
    try:
        with suppress(SystemExit), listen("127.0.0.1", 0) as listener:  # Uvicorn's way out of a failed start
            server = HTTPServer(Starlette(lifespan=lifespan), lambda: setattr(server, "should_exit", True))
            server.run([listener])
    finally:
        logging.getLogger("uvicorn.error").removeHandler(handler)
    assert json.loads(logged.getvalue().splitlines()[0])["message"] == "ValueError"
    assert "planted" not in logged.getvalue()
    assert "Traceback" not in logged.getvalue()


def test_an_error_that_nobody_awaited_is_its_type(caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        raise ValueError("planted")

    async def forget() -> None:
        log_loop_errors_by_type(asyncio.get_running_loop())
        forgotten = asyncio.ensure_future(fail())
        await asyncio.sleep(0)
        del forgotten
        await asyncio.sleep(0)

    asyncio.run(forget())
    assert "ValueError" in caplog.text
    assert "planted" not in caplog.text
