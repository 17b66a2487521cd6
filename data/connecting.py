"""Connections to the database, set up for what a pool does with them."""

from datetime import datetime

import asyncpg

from data.statement import Connection


async def connect(dsn: str, *, read_only: bool, statement_seconds: float, connect_seconds: float) -> Connection:
    """A connection to `dsn`, in UTC, made in `connect_seconds` and for statements of `statement_seconds`, each at most.
    A read-only one writes nothing."""
    settings = {
        "application_name": "session-directory",
        "statement_timeout": str(round(statement_seconds * 1000)),
        "default_transaction_read_only": "on" if read_only else "off",
        "timezone": "UTC",
    }
    if not read_only:
        return await asyncpg.connect(dsn, timeout=connect_seconds, server_settings=settings)
    # Every read is the same index ranges whatever its parameters: planned once, not for each request, which is half the
    # time of a page. PostgreSQL plans again when a table was analysed.
    settings |= {"plan_cache_mode": "force_generic_plan", "datestyle": "ISO"}
    connection = await asyncpg.connect(dsn, timeout=connect_seconds, server_settings=settings)
    # Instants as text: Python reads that in a fifth of the time that asyncpg takes to add up a binary one, which for a
    # project of 100 was a sixth of the whole answer. asyncpg knows the type: it asks the server nothing for this.
    await connection.set_type_codec(
        "timestamptz",
        schema="pg_catalog",
        encoder=datetime.isoformat,
        decoder=datetime.fromisoformat,
        format="text",
    )
    return connection
