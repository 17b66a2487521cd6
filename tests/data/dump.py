"""What all tables hold."""

from typing import Any

from data.pool import Pool
from data.tables import metadata

Dump = dict[str, list[dict[str, Any]]]


async def dump(pool: Pool) -> Dump:
    """The rows of every table, by identity."""
    async with pool.connection() as connection:
        return {
            table: [dict(row) for row in await connection.fetch(f"SELECT * FROM {table} ORDER BY user_id, app_id, id")]
            for table in metadata.tables
        }


async def rows(pool: Pool, table: str) -> dict[str, dict[str, Any]]:
    """The rows of one table by id alone."""
    return {row["id"]: row for row in (await dump(pool))[table]}
