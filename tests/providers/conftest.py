"""What tests of the providers share."""

import logging
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest

from providers.provider_client import http_client
from tests.providers.loopback import Loopback, serving


@pytest.fixture
async def loopback() -> AsyncIterator[Loopback]:
    """A provider on loopback that answers nothing yet."""
    async with serving() as server:
        yield server


@pytest.fixture
async def http() -> AsyncIterator[httpx.AsyncClient]:
    """The client that the process has for its providers."""
    async with http_client() as client:
        yield client


@pytest.fixture(autouse=True)
def logged(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """Everything that is logged, at every level and by whomever: nothing planted is among it."""
    for name in ("", *logging.root.manager.loggerDict):
        caplog.set_level(logging.DEBUG, name or None)
    yield caplog
    for record in caplog.get_records("setup") + caplog.get_records("call"):
        assert "planted" not in f"{record.getMessage()} {record.exc_info} {record.args}", record.name
