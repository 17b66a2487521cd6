"""Telling PostgreSQL's planner about tables that grow faster than it looks.

Without statistics it takes any index that begins with owner and app for as good as the primary key. Every lookup and
every check of a foreign key then reads all rows of the owner: 700 records a second instead of 14,000 at 4,000 sessions
of one owner, until the server's own ANALYZE comes by, within a minute or so.
"""

from contextlib import suppress

import asyncpg
from sqlalchemy import Text, bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY

from data.statement import Connection, Statement
from data.tables import metadata

_NAMES = tuple(metadata.tables)

# Pages are counted by every ANALYZE and VACUUM; none were counted before the first.
_OUTGROWN = Statement(
    text(
        """
        SELECT relname FROM pg_class
        WHERE oid = ANY (CAST(:names AS regclass[]))
          AND pg_relation_size(oid) > 10 * greatest(relpages, 1) * current_setting('block_size')::bigint
        """
    ).bindparams(bindparam("names", type_=ARRAY(Text)))
)


async def refresh_statistics(connection: Connection) -> None:
    """Analyze the tables that are ten times as large as when they were analyzed last. Not for use in a transaction.

    What somebody else analyzes is left to him, and what takes longer than a statement may is left to the server.
    """
    names = [row["relname"] for row in await _OUTGROWN.rows(connection, names=_NAMES)]
    if names:
        with suppress(asyncpg.QueryCanceledError):
            await connection.execute(f"ANALYZE (SKIP_LOCKED) {', '.join(names)}")
