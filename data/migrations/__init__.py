"""Bringing a database to the newest schema, and telling how old a schema is."""

from enum import Enum
from pathlib import Path

import asyncpg

from data.statement import Connection

HEAD = "0002"
"""The newest revision; a test holds it against the files in `versions/`."""

_ADVISORY_LOCK = 0x5E55_D14E_C704
_VERSION = "SELECT version_num FROM alembic_version"


class SchemaState(Enum):
    """How a database's schema compares with this program's."""

    CURRENT = "the newest"
    MISSING = "not there"
    OLDER = "older than the program"
    NEWER = "newer than the program"


async def schema_state(connection: Connection) -> SchemaState:
    """What the database on `connection` holds."""
    if await connection.fetchval("SELECT to_regclass('alembic_version')") is None:
        return SchemaState.MISSING
    revision = await connection.fetchval(_VERSION)
    if revision is None:
        return SchemaState.MISSING
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
