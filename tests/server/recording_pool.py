"""A pool that writes down its statements."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from data.pool import Pool
from data.statement import Connection


class RecordingPool(Pool):
    """`statements` holds the text of every statement that was run on a connection of this pool."""

    statements: list[str]

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        async with super().connection() as connection:
            with connection.query_logger(lambda logged: self.statements.append(logged.query)):
                yield connection
