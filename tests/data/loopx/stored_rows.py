"""What an import left in the database."""

from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import asyncpg

from data.loopx import LoopxSummary, import_home
from data.pool import Pool
from data.tables import metadata

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
Row: TypeAlias = dict[str, Any]


class Imported(NamedTuple):
    summary: LoopxSummary
    lines: list[str]


async def run_import(pool: Pool, path: Path, *, user: str = "ada", app: str = "loopx") -> Imported:
    lines: list[str] = []
    summary = await import_home(pool, path, user_id=user, app_id=app, report=lines.append)
    return Imported(summary, lines)


async def rows(connection: Connection, table: str, *, user: str = "ada") -> dict[str, Row]:
    """The rows of a table, by id."""
    found = await connection.fetch(f"SELECT * FROM {table} WHERE user_id = $1 ORDER BY id", user)
    return {row["id"]: dict(row) for row in found}


async def dump(connection: Connection) -> dict[str, list[Row]]:
    """Every row of every table, with the place where it is stored: a row that was written again has another."""
    return {
        table.name: [
            dict(row)
            for row in await connection.fetch(f"SELECT ctid, xmin, * FROM {table.name} ORDER BY user_id, app_id, id")
        ]
        for table in metadata.sorted_tables
    }
