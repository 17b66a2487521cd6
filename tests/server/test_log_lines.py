"""Log lines: one each, and of an exception its type alone."""

import asyncio
import logging

import pytest

from server.log_lines import OneLine, log_loop_errors_by_type


def formatted(message: str, error: Exception | None = None) -> str:
    record = logging.LogRecord("name", logging.ERROR, "path", 1, message, None, None)
    if error is not None:
        record.exc_info = (type(error), error, error.__traceback__)
    return OneLine("%(levelname)s %(name)s: %(message)s").format(record)


def test_a_record_is_one_line() -> None:
    assert formatted("one\ntwo") == "ERROR name: one two"


def test_an_exception_is_its_type() -> None:
    assert formatted("failed", ValueError("planted\nSELECT")) == "ERROR name: failed ValueError"


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
