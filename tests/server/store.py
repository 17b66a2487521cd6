"""A PostgreSQL of a test's own, which the test may stop, kill and freeze."""

import asyncio
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import asyncpg

from data.embedded import EmbeddedPostgres
from data.migrations import migrate
from data.pool import Pool
from data.records import RawRecord
from tests.data.embedded.users import postmasters
from tests.records import store


class Store:
    """The server in `data_dir`, at the newest schema; whoever connects finds it at the same address again."""

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir
        self._postgres = EmbeddedPostgres(data_dir, durable=False)
        self.address = self._postgres.open()

    async def fill(self, records: Sequence[RawRecord]) -> None:
        """Make the schema and store `records`; whatever ends the server, they stay."""
        await migrate(self.address.dsn)
        pool = await Pool.open(self.address.dsn, size=1, read_only=False)
        await store(pool, *records)
        await pool.close()
        # Commits are asynchronous here: a kill would take the last of them.
        await self.execute("CHECKPOINT")

    async def execute(self, *statements: str) -> None:
        """As the superuser, on a connection of its own."""
        connection = await asyncpg.connect(self.address.dsn)
        try:
            for statement in statements:
                await connection.execute(statement)
        finally:
            await connection.close()

    async def start(self) -> None:
        """Start it after `stop`."""
        assert await asyncio.to_thread(self._postgres.open) == self.address

    async def stop(self) -> None:
        """Stop it in order: its clients are told."""
        await asyncio.to_thread(self._postgres.close)
        assert not self.address.answers()

    def kill(self) -> None:
        """Kill its first process; a supervisor starts it again at once."""
        [postmaster] = postmasters(self._data_dir)
        os.kill(postmaster, signal.SIGKILL)

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """It accepts connections and statements, and does nothing, for the length of the block."""
        self._signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._signal(signal.SIGCONT)

    def as_role(self, role: str) -> str:
        """A URL of the database for `role`."""
        return self.address.dsn.replace("//directory@", f"//{role}@")

    def _signal(self, number: signal.Signals) -> None:
        [postmaster] = postmasters(self._data_dir)
        children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
        for process in (postmaster, *map(int, children)):
            os.kill(process, number)

    def close(self) -> None:
        """End it."""
        self._postgres.close()
