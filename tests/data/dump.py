"""What all tables hold."""

from typing import Any

from data.pool import Pool
from data.tables import metadata

Dump = dict[str, list[dict[str, Any]]]


async def dump(pool: Pool, *users: str) -> Dump:
    """The rows of every table in the order of their identities; of these users only, if any are named."""
    wanted = "WHERE cardinality($1::text[]) = 0 OR user_id = ANY ($1) ORDER BY user_id, app_id, id"
    async with pool.connection() as connection:
        return {
            table: [dict(row) for row in await connection.fetch(f"SELECT * FROM {table} {wanted}", users)]
            for table in metadata.tables
        }


async def rows(pool: Pool, table: str) -> dict[str, dict[str, Any]]:
    """The rows of one table by id alone."""
    return {row["id"]: row for row in (await dump(pool))[table]}
