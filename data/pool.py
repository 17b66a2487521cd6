"""A pool of connections with a fair queue in front of it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Self

import asyncpg

from data.errors import StoreBusyError, StoreUnavailableError
from data.statement import Connection

WAIT_SECONDS = 5.0
READ_SECONDS = 5.0
# Long enough to hide a project of a million sessions, and to wait for other publishers of one owner.
WRITE_SECONDS = 60.0

# Failures of the server or of the way to it, as against mistakes in a statement.
_AWAY = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.ObjectNotInPrerequisiteStateError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
)


class Pool:
    """At most `size` connections, handed out first come, first served.

    asyncpg's own pool hands connections out unfairly under pressure (p99 up to 130 times p50, measured.md), so at most
    `size` callers at a time are let through to it.
    """

    def __init__(self, pool: "asyncpg.Pool[asyncpg.Record]", size: int) -> None:
        self._pool = pool
        self._places = asyncio.Semaphore(size)

    @classmethod
    async def open(cls, dsn: str, *, size: int, read_only: bool) -> Self:
        """Connect lazily to `dsn`. A read-only pool can write nothing and skips the reset between its users: nothing on
        it ever sets anything."""
        settings = {
            "application_name": "session-directory",
            "statement_timeout": str(round((READ_SECONDS if read_only else WRITE_SECONDS) * 1000)),
            "default_transaction_read_only": "on" if read_only else "off",
            "timezone": "UTC",
        }
        pool = asyncpg.create_pool(
            dsn, min_size=0, max_size=size, server_settings=settings, reset=_nothing if read_only else None
        )
        return cls(await pool, size)

    async def close(self) -> None:
        """Wait for connections in use, then close all."""
        await self._pool.close()

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        """A connection for one resolver call. StoreBusyError when none came free in five seconds, StoreUnavailableError
        when the server fails, here or in the body."""
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                await self._places.acquire()
        except TimeoutError:
            raise StoreBusyError("no connection came free in time") from None
        try:
            async with self._pool.acquire(timeout=WAIT_SECONDS) as connection:
                yield connection
        except _AWAY as error:
            raise StoreUnavailableError(type(error).__name__) from error
        finally:
            self._places.release()


async def _nothing(_connection: Connection) -> None:
    """The reset of a connection that has nothing to reset."""
