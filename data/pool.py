"""A pool of connections with a fair queue in front of it."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, suppress
from functools import partial
from types import TracebackType
from typing import Self, TypeAlias

import asyncpg

from data.connecting import TOLD_SECONDS, connect
from data.errors import StoreBusyError, StoreUnavailableError
from data.statement import Connection
from data.time_limit import TimeLimit

WAIT_SECONDS = 5.0
STATEMENT_SECONDS = 5.0
# An orderly end must not wait for a server that is frozen.
_GOODBYE_SECONDS = 1.0

# Failures of the server or of the way to it, as against mistakes in a statement.
_AWAY = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.TransactionRollbackError,
    asyncpg.PostgresSystemError,
    asyncpg.InternalServerError,
    asyncpg.InsufficientResourcesError,
    asyncpg.ObjectNotInPrerequisiteStateError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.InsufficientPrivilegeError,
    asyncpg.ReadOnlySQLTransactionError,
)

_Connect: TypeAlias = Callable[[], Awaitable[Connection]]


class Pool:
    """At most `size` connections, made when they are needed, handed out first come, first served.

    asyncpg's own pool hands connections out unfairly under pressure (p99 up to 130 times p50, measured.md), and wraps
    each of them, which costs a page a tenth of its time.
    """

    def __init__(self, connect: _Connect, size: int, *, reset: bool, loan_seconds: float | None = None) -> None:
        self._connect = connect
        self._size = size
        self._reset = reset
        self._places = asyncio.Semaphore(size)
        self._wait_limit = TimeLimit(WAIT_SECONDS)
        self.loan_limit = None if loan_seconds is None else TimeLimit(loan_seconds)
        """How long a connection may be taken, where each is taken for one statement."""
        self.in_use = 0
        """Places that are taken now."""
        self.waiting = 0
        """Callers that wait for one now."""
        # The last one used first: its caches are warm.
        self._idle: list[Connection] = []
        self._closed = False

    @classmethod
    async def open(cls, dsn: str, *, size: int, read_only: bool, statement_seconds: float | None = None) -> Self:
        """Connect lazily to `dsn`. A statement may take `statement_seconds`, or STATEMENT_SECONDS. A read-only pool can
        write nothing and skips the reset between its users: nothing on it ever sets anything."""
        seconds = statement_seconds or STATEMENT_SECONDS
        connect_to = partial(connect, dsn, read_only=read_only, statement_seconds=seconds, connect_seconds=WAIT_SECONDS)
        return cls(connect_to, size, reset=not read_only, loan_seconds=seconds + TOLD_SECONDS if read_only else None)

    async def close(self) -> None:
        """Wait for connections in use, then close all, in a second whatever the server does."""
        self._closed = True
        for _ in range(self._size):
            await self._places.acquire()
        await asyncio.gather(*map(_say_goodbye, self._idle))
        self._idle.clear()
        for _ in range(self._size):
            self._places.release()

    def connection(self) -> AbstractAsyncContextManager[Connection]:
        """A connection for one resolver call. StoreBusyError when none came free in five seconds, StoreUnavailableError
        when the server fails, here or in the body."""
        return _Loan(self)

    async def take(self) -> Connection:
        """A connection, for `give_back`. As `connection` raises."""
        if self._closed:
            raise StoreUnavailableError("closed")
        await self._place()
        try:
            while self._idle:
                connection = self._idle.pop()
                if not connection.is_closed():
                    return connection
            return await self._connect()
        except BaseException as error:
            self._vacate()
            if isinstance(error, _AWAY):
                raise StoreUnavailableError(type(error).__name__) from error
            raise

    async def give_back(self, connection: Connection, error: BaseException | None) -> None:
        """Take a connection back from a body that ended with `error`. One that failed, or was interrupted in the middle
        of something, is not used again."""
        try:
            if isinstance(error, TimeoutError):
                self.silent(connection)
            elif error is not None and (isinstance(error, _AWAY) or not isinstance(error, Exception)):
                connection.terminate()
            elif self._reset:
                await connection.reset(timeout=WAIT_SECONDS)
            if not connection.is_closed():
                self._idle.append(connection)
        except BaseException:
            connection.terminate()
            raise
        finally:
            self._vacate()

    def silent(self, connection: Connection) -> None:
        """The server is not heard of on `connection` any more, nor on the idle ones of before it: finding out with each
        would take as long."""
        for lost in (connection, *self._idle):
            lost.terminate()
        self._idle.clear()

    async def _place(self) -> None:
        if self.in_use < self._size and not self.waiting:
            await self._places.acquire()  # at once, without a timer
        else:
            await self._wait()
        self.in_use += 1

    async def _wait(self) -> None:
        self.waiting += 1
        try:
            with self._wait_limit.block():
                await self._places.acquire()
        except TimeoutError:
            raise StoreBusyError("no connection came free in time") from None
        finally:
            self.waiting -= 1

    def _vacate(self) -> None:
        self.in_use -= 1
        self._places.release()


async def _say_goodbye(connection: Connection) -> None:
    """Close `connection` as the server likes it, or else without it."""
    with suppress(*_AWAY):
        await connection.close(timeout=_GOODBYE_SECONDS)


class _Loan:
    """A connection for the length of a block."""

    __slots__ = ("_connection", "_pool")

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __aenter__(self) -> Connection:
        self._connection = await self._pool.take()
        if self._pool.loan_limit is not None:
            self._pool.loan_limit.begin(self)
        return self._connection

    def interrupt(self) -> None:
        """What runs on it fails as on one that was cut off."""
        self._pool.silent(self._connection)

    async def __aexit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _traceback: TracebackType | None
    ) -> None:
        if self._pool.loan_limit is not None:
            self._pool.loan_limit.end(self)
        try:
            await self._pool.give_back(self._connection, error)
        except _AWAY as failed:
            error = error or failed
        if isinstance(error, _AWAY):
            raise StoreUnavailableError(type(error).__name__) from error
