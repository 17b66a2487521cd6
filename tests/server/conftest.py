"""What tests of the server share."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping

import asyncpg
import httpx
import pytest
import uvloop

from data.embedded import Address
from data.pool import Pool
from server.application import create_app
from server.settings import Settings
from tests.recording_pool import RecordingPool
from tests.server.serving import serving
from tests.server.tokens import SECRET
from tests.server.world import LIVE_RUN


@pytest.fixture
async def pool(database: Address) -> AsyncIterator[RecordingPool]:
    """A read-only pool on the test's database."""
    opened = await RecordingPool.open(database.dsn, size=2, read_only=True)
    yield opened
    await opened.close()


@pytest.fixture
async def writing(database: Address) -> AsyncIterator[Pool]:
    """A platform's pool."""
    opened = await Pool.open(database.dsn, size=1, read_only=False)
    yield opened
    await opened.close()


@pytest.fixture
async def live_run(connection: "asyncpg.Connection[asyncpg.Record]") -> "asyncpg.Connection[asyncpg.Record]":
    """Ada's live run; gives the connection to break it with."""
    await connection.execute(LIVE_RUN)
    return connection


@pytest.fixture
async def visitor(database: Address, connection: "asyncpg.Connection[asyncpg.Record]") -> AsyncIterator[str]:
    """The URL of the database for a user without any right."""
    await connection.execute("CREATE ROLE visitor LOGIN")
    yield database.dsn.replace("directory@", "visitor@")
    await connection.execute("DROP OWNED BY visitor; DROP ROLE visitor")


@pytest.fixture(scope="module")
def module_database(cluster: Address, template: Address) -> Iterator[Address]:
    """A database for the tests of one module, which leave it as it is: Ada's live run."""
    address = cluster.with_database("served")

    async def execute(database: Address, statement: str) -> None:
        connection = await asyncpg.connect(database.dsn)
        await connection.execute(statement)
        await connection.close()

    asyncio.run(execute(cluster, f"CREATE DATABASE served TEMPLATE {template.database}"))
    asyncio.run(execute(address, LIVE_RUN))
    yield address
    asyncio.run(execute(cluster, "DROP DATABASE served WITH (FORCE)"))


@pytest.fixture(scope="module")
def client(module_database: Address) -> Iterator[httpx.Client]:
    """A client of a real server on `module_database`, with default settings."""
    app = create_app(Settings(jwt_secret=SECRET), module_database.dsn, observers={})
    with serving(app) as url, httpx.Client(base_url=url) as opened:
        yield opened


def pytest_asyncio_loop_factories(item: pytest.Item) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """What talks to the loop itself is tested on the one that serves."""
    if item.path.stem in {
        "test_http_exchange",
        "test_http_exchange_failures",
        "test_http_protocol",
        "test_http_time",
        "test_deadline",
    }:
        return {"uvloop": uvloop.new_event_loop}
    return {"asyncio": asyncio.new_event_loop}
