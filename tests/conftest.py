"""One embedded PostgreSQL for the session; for each test that asks, a database of its own, made by the migrations."""

import asyncio
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import asyncpg
import pytest

from data.embedded import Address, EmbeddedPostgres
from data.migrations import migrate

_TEMPLATE = "migrated"
_CLONE = "clone"


@pytest.fixture(scope="session")
def memory() -> Path | None:
    """A file system in memory, if it has room: a clone has 300 files, which take a tenth of the time there."""
    memory = Path("/dev/shm")
    roomy = os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 2 * 1024**3
    return memory if roomy else None


@pytest.fixture(scope="session")
def cluster(memory: Path | None) -> Iterator[Address]:
    """A server for this session alone. Its database is empty; tests leave it so."""
    with (
        tempfile.TemporaryDirectory(prefix="directory-tests-", dir=memory) as data_dir,
        EmbeddedPostgres(Path(data_dir), durable=False).running() as address,
    ):
        yield address


@pytest.fixture(scope="session")
def template(cluster: Address) -> Address:
    """A database that the real migrations made. No test connects to it: it could not be cloned then."""
    address = cluster.with_database(_TEMPLATE)

    async def make() -> None:
        await _execute(cluster, f"CREATE DATABASE {_TEMPLATE}")
        await migrate(address.dsn)

    asyncio.run(make())
    return address


@pytest.fixture
async def database(cluster: Address, template: Address) -> AsyncIterator[Address]:
    """A database of this test's own, at the newest schema and without rows. Copying files is the faster way here."""
    await _execute(cluster, f"CREATE DATABASE {_CLONE} TEMPLATE {template.database} STRATEGY FILE_COPY")
    yield cluster.with_database(_CLONE)
    await _execute(cluster, f"DROP DATABASE {_CLONE} WITH (FORCE)")


@pytest.fixture
async def connection(database: Address) -> AsyncIterator["asyncpg.Connection[asyncpg.Record]"]:
    """A connection to `database`."""
    opened = await asyncpg.connect(database.dsn)
    yield opened
    await opened.close()


async def _execute(address: Address, statement: str) -> None:
    maintenance = await asyncpg.connect(address.dsn)
    try:
        await maintenance.execute(statement)
    finally:
        await maintenance.close()
