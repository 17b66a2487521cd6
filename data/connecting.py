"""Connections to the database, set up for what a pool does with them."""

from datetime import datetime

import asyncpg

from data.statement import Connection

TOLD_SECONDS = 0.5
"""How long it may take to be told that a statement's time is over: a server that has gone silent tells nothing."""


async def connect(dsn: str, *, read_only: bool, statement_seconds: float, connect_seconds: float) -> Connection:
    """A connection to `dsn`, in UTC, made in `connect_seconds` and for statements of `statement_seconds`, each at most.
    A read-only one writes nothing.

    On one that writes, TimeoutError for a statement that is not even told to have taken too long. Of one that reads its
    pool sees to that: a timer for each statement costs a page a thirtieth of its time.
    """
    settings = {
        "application_name": "session-directory",
        "statement_timeout": str(round(statement_seconds * 1000)),
        "default_transaction_read_only": "on" if read_only else "off",
        "timezone": "UTC",
    }
    if read_only:
        # Every read is the same index ranges whatever its parameters: planned once, not for each request, which is half
        # the time of a page. PostgreSQL plans again when a table was analysed.
        settings |= {"plan_cache_mode": "force_generic_plan", "datestyle": "ISO"}
    connection: Connection = await asyncpg.connect(
        dsn,
        timeout=connect_seconds,
        command_timeout=None if read_only else statement_seconds + TOLD_SECONDS,
        server_settings=settings,
    )
    if read_only:
        await _read_instants_as_text(connection)
    return connection


async def _read_instants_as_text(connection: Connection) -> None:
    """Python reads text in a fifth of the time that asyncpg takes to add up a binary instant: for a project of 100 that
    was a sixth of the whole answer. asyncpg knows the type, and asks the server nothing for this."""
    await connection.set_type_codec(
        "timestamptz",
        schema="pg_catalog",
        encoder=datetime.isoformat,
        decoder=datetime.fromisoformat,
        format="text",
    )
