"""A transaction that ends in time, whatever the server does."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from data.statement import Connection

_ROLLBACK_SECONDS = 1.0


@asynccontextmanager
async def transaction(connection: Connection) -> AsyncIterator[None]:
    """A READ COMMITTED transaction for the length of the block; an exception takes everything back.

    A block that is interrupted has no time left. A server that does not even roll back is not waited for: it does so
    when the pool drops the connection. asyncpg's own block waits for as long as the server is frozen.
    """
    begun = connection.transaction(isolation="read_committed")
    await begun.start()
    try:
        yield
    except BaseException:
        with suppress(TimeoutError):
            async with asyncio.timeout(_ROLLBACK_SECONDS):
                await begun.rollback()
        raise
    await begun.commit()
