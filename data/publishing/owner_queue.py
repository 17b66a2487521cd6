"""Whose batch is next, of those that this process publishes."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TypeAlias
from weakref import WeakValueDictionary

from data import pool
from data.errors import StoreBusyError
from data.time_limit import TimeLimit

_Owner: TypeAlias = tuple[str, str]


class OwnerQueue:
    """Lets the batches of one owner and app wait for each other before they take a connection. In the database, where
    they wait for those of other processes (`owner_lock`), a few batches of one owner would keep every connection from
    everybody else."""

    def __init__(self) -> None:
        self._limit = TimeLimit(pool.WAIT_SECONDS)
        # Only what somebody holds or waits for.
        self._turns: WeakValueDictionary[_Owner, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, owners: Iterable[_Owner]) -> AsyncIterator[None]:
        """The turn of all these pairs of owner and app, for the length of the block: first come, first served.
        StoreBusyError when it does not come in five seconds."""
        async with AsyncExitStack() as turns:
            try:
                with self._limit.block():
                    # In one order, so that no two batches wait for each other.
                    for owner in sorted(owners):
                        await turns.enter_async_context(self._turns.setdefault(owner, asyncio.Lock()))
            except TimeoutError:
                raise StoreBusyError("other batches of an owner did not end in time") from None
            yield
