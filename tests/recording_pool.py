"""A pool that writes down what its connections do."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, cast

import asyncpg

from data.pool import Pool
from data.statement import Connection


@dataclass(frozen=True)
class Recorded:
    """One statement: its text, its parameters and the rows that came back."""

    sql: str
    arguments: tuple[Any, ...]
    rows: list[Any]


class RecordingPool(Pool):
    """Hands out connections that can run a statement and nothing else, and keeps what was run in `statements`."""

    statements: list[Recorded]

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.statements = []

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        async with super().connection() as connection:
            yield cast(Connection, _RecordingConnection(connection, self.statements))


class _RecordingConnection:
    def __init__(self, connection: Connection, statements: list[Recorded]) -> None:
        self._connection = connection
        self._statements = statements

    async def fetch(self, sql: str, *arguments: object) -> list[asyncpg.Record]:
        rows = await self._connection.fetch(sql, *arguments)
        self._statements.append(Recorded(sql, arguments, rows))
        return rows

    async def fetchrow(self, sql: str, *arguments: object) -> asyncpg.Record | None:
        row = await self._connection.fetchrow(sql, *arguments)
        self._statements.append(Recorded(sql, arguments, [row] if row else []))
        return row
