"""Migrations of empty and of filled databases, and how they compare with the tables."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.util import CommandError
from sqlalchemy import Column, Index, MetaData, Table, Text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

import data.migrations
from data.embedded import Address
from data.migrations import HEAD, SchemaState, migrate, schema_state
from data.pool import Pool
from data.tables import metadata
from tests.data.bad_records import WORLD
from tests.data.dump import dump
from tests.records import store


@pytest.fixture
async def empty(cluster: Address) -> AsyncIterator[Address]:
    """A database that no migration has seen."""
    server = await asyncpg.connect(cluster.dsn)
    await server.execute("CREATE DATABASE empty")
    yield cluster.with_database("empty")
    await server.execute("DROP DATABASE empty WITH (FORCE)")
    await server.close()


async def state(address: Address) -> SchemaState:
    connection = await asyncpg.connect(address.dsn)
    try:
        return await schema_state(connection)
    finally:
        await connection.close()


async def differences(address: Address, wanted: MetaData) -> list[Any]:
    engine = create_async_engine(
        "postgresql+asyncpg://", async_creator=lambda: asyncpg.connect(address.dsn), poolclass=NullPool
    )
    async with engine.connect() as connection:
        return await connection.run_sync(lambda sync: list(compare_metadata(MigrationContext.configure(sync), wanted)))


def test_the_newest_revision_is_that_of_the_newest_file() -> None:
    files = sorted((Path(data.migrations.__file__).parent / "versions").glob("*.py"))
    assert [file.name.partition("_")[0] for file in files] == [f"{n:04}" for n in range(1, len(files) + 1)]
    assert files[-1].name.partition("_")[0] == HEAD


async def test_an_empty_database_becomes_current(empty: Address) -> None:
    assert await state(empty) is SchemaState.MISSING
    await migrate(empty.dsn)
    assert await state(empty) is SchemaState.CURRENT


async def test_a_filled_database_keeps_its_rows(empty: Address) -> None:
    await migrate(empty.dsn, "0001")
    assert await state(empty) is SchemaState.OLDER
    pool = await Pool.open(empty.dsn, size=2, read_only=False)
    await store(pool, *WORLD)
    before = await dump(pool)
    await migrate(empty.dsn)
    assert await state(empty) is SchemaState.CURRENT
    assert await dump(pool) == before
    await store(pool, *WORLD)
    assert await dump(pool) == before
    await pool.close()


async def test_several_machines_may_migrate_at_once(empty: Address) -> None:
    await asyncio.gather(*(migrate(empty.dsn) for _ in range(3)))
    assert await state(empty) is SchemaState.CURRENT
    assert await differences(empty, metadata) == []


async def test_a_current_database_is_left_as_it_is(database: Address, connection: "asyncpg.Connection[Any]") -> None:
    catalogue = (
        "SELECT oid, relname, relfilenode FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY oid"
    )
    before = await connection.fetch(catalogue)
    await migrate(database.dsn)
    assert await connection.fetch(catalogue) == before


async def test_a_newer_schema_is_told_and_left_as_it_is(
    database: Address, connection: "asyncpg.Connection[Any]"
) -> None:
    await connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert await state(database) is SchemaState.NEWER
    with pytest.raises(CommandError):
        await migrate(database.dsn)
    assert await connection.fetchval("SELECT version_num FROM alembic_version") == "9999"


@pytest.mark.parametrize(
    ("revisions", "expected"),
    [
        ([], SchemaState.MISSING),
        (["0001"], SchemaState.OLDER),
        ([HEAD], SchemaState.CURRENT),
        ([f"{int(HEAD) + 1:04}"], SchemaState.NEWER),
        (["9999"], SchemaState.NEWER),
        (["0000"], SchemaState.FOREIGN),
        (["0001f3ab"], SchemaState.FOREIGN),
        (["ae1027a6acf"], SchemaState.FOREIGN),
        (["00001"], SchemaState.FOREIGN),
        (["002"], SchemaState.FOREIGN),
        (["\uff10\uff10\uff10\uff11"], SchemaState.FOREIGN),
        ([""], SchemaState.FOREIGN),
        (["0001\n"], SchemaState.FOREIGN),
        ([HEAD, "0001"], SchemaState.FOREIGN),
        ([HEAD, "ae1027a6acf"], SchemaState.FOREIGN),
    ],
)
async def test_a_revision_is_known_by_its_form(
    database: Address, connection: "asyncpg.Connection[Any]", revisions: list[str], expected: SchemaState
) -> None:
    await connection.execute("DELETE FROM alembic_version")
    await connection.executemany("INSERT INTO alembic_version VALUES ($1)", [(revision,) for revision in revisions])
    assert await state(database) is expected


async def test_what_the_migrations_make_is_what_the_tables_say(database: Address) -> None:
    assert await differences(database, metadata) == []


async def test_a_table_that_the_migrations_do_not_make_would_be_noticed(database: Address) -> None:
    more = MetaData(naming_convention=metadata.naming_convention)
    for table in metadata.tables.values():
        table.to_metadata(more)
    Table("messages", more, Column("id", Text))
    more.tables["projects"].append_column(Column("colour", Text))
    Index("projects_name_idx", more.tables["projects"].c.name)
    found = {difference[0] for difference in await differences(database, more)}
    assert found == {"add_table", "add_column", "add_index"}
