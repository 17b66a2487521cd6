"""The migrations make exactly what data/tables.py says, in PostgreSQL's own words: guards, predicates and collations
too, which a comparison by names and columns does not see."""

from collections.abc import AsyncIterator

import asyncpg
import pytest
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from data.embedded import Address
from data.tables import metadata

CATALOGUE = """
    SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'alembic_version'
    UNION ALL
    SELECT conrelid::regclass::text, conname || ' ' || pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text <> 'alembic_version'
    UNION ALL
    SELECT table_name, concat_ws(' ', column_name, data_type, collation_name, is_nullable, column_default)
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'alembic_version'
"""

DAMAGE = (
    "ALTER TABLE sessions DROP CONSTRAINT sessions_path_check",
    "ALTER TABLE turns DROP CONSTRAINT turns_status_check, ADD CONSTRAINT turns_status_check CHECK (status <> '')",
    """DROP INDEX sessions_directory_all_idx;
    CREATE INDEX sessions_directory_all_idx ON sessions (user_id, app_id, last_activity_at DESC, id DESC)""",
    """DROP INDEX turns_one_live_key;
    CREATE UNIQUE INDEX turns_one_live_key ON turns (user_id, app_id, session_id) WHERE status = 'RUNNING'""",
    "ALTER TABLE sessions ALTER CONSTRAINT sessions_user_id_app_id_current_turn_id_fkey NOT DEFERRABLE",
    "ALTER TABLE runs DROP CONSTRAINT runs_pkey, ADD CONSTRAINT runs_pkey PRIMARY KEY (id, app_id, user_id)",
    "ALTER TABLE queued_inputs ALTER COLUMN status DROP NOT NULL",
    'ALTER TABLE bindings ALTER COLUMN operator TYPE text COLLATE "default"',
)


async def catalogue(connection: "asyncpg.Connection[asyncpg.Record]") -> set[tuple[str, str]]:
    return {(table, definition) for table, definition in await connection.fetch(CATALOGUE)}


@pytest.fixture
async def declared(cluster: Address) -> AsyncIterator[set[tuple[str, str]]]:
    """The catalogue of a database that SQLAlchemy made from the tables."""
    server = await asyncpg.connect(cluster.dsn)
    await server.execute("CREATE DATABASE declared")
    address = cluster.with_database("declared")
    engine = create_async_engine(
        "postgresql+asyncpg://", async_creator=lambda: asyncpg.connect(address.dsn), poolclass=NullPool
    )
    async with engine.begin() as begun:
        await begun.run_sync(metadata.create_all)
    connection = await asyncpg.connect(address.dsn)
    yield await catalogue(connection)
    await connection.close()
    await server.execute("DROP DATABASE declared WITH (FORCE)")
    await server.close()


async def test_the_migrations_make_what_the_tables_say(
    declared: set[tuple[str, str]], connection: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    migrated = await catalogue(connection)
    assert len(migrated) > 150
    assert migrated == declared


async def test_no_guard_can_go_or_change_unseen(
    declared: set[tuple[str, str]], connection: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    for damage in DAMAGE:
        transaction = connection.transaction()
        await transaction.start()
        await connection.execute(damage)
        assert await catalogue(connection) != declared, damage
        await transaction.rollback()
    assert await catalogue(connection) == declared


async def test_every_table_keeps_its_rows_with_their_owners(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    guarded = await connection.fetch(
        "SELECT tgrelid::regclass::text FROM pg_trigger WHERE tgfoid = 'keep_owner'::regproc AND tgenabled = 'O'"
    )
    assert {table for (table,) in guarded} == set(metadata.tables)
