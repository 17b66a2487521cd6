"""Bringing a database to the newest schema, and telling how old a schema is."""

import re
from collections.abc import Sequence
from enum import Enum
from pathlib import Path

import asyncpg
from sqlalchemy import false, literal, select

from data.statement import Connection, Statement
from data.tables import metadata

HEAD = "0002"
"""The newest revision; a test holds it against the files in `versions/`."""

_ADVISORY_LOCK = 0x5E55_D14E_C704
_VERSIONS = "SELECT version_num::text FROM alembic_version"
_NO_ROW = Statement(select(literal(1)).select_from(*metadata.sorted_tables).where(false()))


class SchemaState(Enum):
    """How a database's schema compares with this program's."""

    CURRENT = "the newest"
    MISSING = "not there"
    OLDER = "older than the program"
    NEWER = "newer than the program"
    FOREIGN = "another application's"


async def schema_state(connection: Connection) -> SchemaState:
    """What the database on `connection` holds. Asked of the newest schema, it reads no row of each table, as a request
    would: asyncpg.InsufficientPrivilegeError where the user may not."""
    if await connection.fetchval("SELECT to_regclass('alembic_version')") is None:
        return SchemaState.MISSING
    revisions = [row["version_num"] for row in await connection.fetch(_VERSIONS)]
    state = _state_at(revisions) if revisions else SchemaState.MISSING
    if state is SchemaState.CURRENT:
        await _NO_ROW.rows(connection)
    return state


def _state_at(revisions: Sequence[str]) -> SchemaState:
    # This program's revisions are numbered from 0001 without a gap or a branch.
    revision = revisions[0]
    if len(revisions) > 1 or not re.fullmatch("[0-9]{4}", revision) or revision == "0000":
        return SchemaState.FOREIGN
    if revision == HEAD:
        return SchemaState.CURRENT
    return SchemaState.OLDER if revision < HEAD else SchemaState.NEWER


async def migrate(dsn: str, revision: str = HEAD) -> None:
    """Upgrade the database at `dsn` (`postgresql://…`) to `revision`, in one transaction.

    Safe from several machines at once: an advisory lock lets one migrate, the others then find nothing to do. A schema
    that is newer than the program is left as it is and raises alembic's CommandError.
    """
    # Alembic and the async engine are needed here alone; serving starts faster without them.
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import Connection as SyncConnection
    from sqlalchemy import text
    from sqlalchemy.ext.asyncio import create_async_engine
    from sqlalchemy.pool import NullPool

    def upgrade(connection: SyncConnection) -> None:
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent))
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        command.upgrade(config, revision)

    # asyncpg itself reads the DSN: SQLAlchemy knows fewer of its parameters.
    engine = create_async_engine(
        "postgresql+asyncpg://", async_creator=lambda: asyncpg.connect(dsn), poolclass=NullPool
    )
    try:
        async with engine.begin() as connection:
            await connection.run_sync(upgrade)
    finally:
        await engine.dispose()
