"""What stops a command at its database: one line each, with the right remedy, and nothing is changed."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

import asyncpg
import pytest

from data.embedded import Address
from data.tables import metadata
from server.database import DatabaseError, make_current, require_current
from tests.server.programs import ROOT, server
from tests.server.tokens import SECRET

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
Use: TypeAlias = Callable[[str], Awaitable[None]]

HOME = str(ROOT / "tests" / "data" / "fixtures" / "loopx-home")
EVERY_COMMAND = (
    ["up", "--port", "0"],
    ["serve", "--port", "0"],
    ["migrate"],
    ["import", "-"],
    ["import-loopx", HOME, "--user", "ada"],
)
TABLES = "SELECT array_agg(relname::text ORDER BY relname) FROM pg_class WHERE relnamespace = 'public'::regnamespace"
VERSIONS = "SELECT array_agg(version_num) FROM alembic_version"
RECORD = b'{"record": "project", "userId": "ada", "appId": "desk", "id": "p"}'


async def refusal(use: Use, url: str) -> str:
    """The line with which `use` refuses the database."""
    with pytest.raises(DatabaseError) as refused:
        await use(url)
    assert "\n" not in str(refused.value)
    assert "planted" not in str(refused.value)
    return str(refused.value)


async def done(command: list[str], url: str, data_dir: Path) -> str:
    """What a command complains of, that ends with 2."""
    settings = {"DATABASE_URL": url, "DIRECTORY_JWT_SECRET": SECRET.decode()}
    ended = await asyncio.to_thread(server, *command, "--data-dir", data_dir, settings=settings, stdin=RECORD)
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1), ended.stderr
    return ended.stderr


@pytest.fixture
async def new_database(cluster: Address) -> AsyncIterator[Callable[[str], Awaitable[Address]]]:
    """Makes a database without tables, as the options say."""
    connection = await asyncpg.connect(cluster.dsn)

    async def make(options: str = "") -> Address:
        await connection.execute(f"CREATE DATABASE new_database {options}")
        return cluster.with_database("new_database")

    yield make
    await connection.execute("DROP DATABASE IF EXISTS new_database WITH (FORCE)")
    await connection.close()


# ------------------------------------------------------------------------------------------------ schemas
@pytest.mark.parametrize("command", EVERY_COMMAND, ids=lambda command: command[0])
async def test_another_applications_database_is_refused_by_every_command(
    database: Address, connection: Connection, tmp_path: Path, command: list[str]
) -> None:
    await connection.execute("UPDATE alembic_version SET version_num = '0001f3ab'")
    assert "another application's: name another database in DATABASE_URL" in await done(command, database.dsn, tmp_path)
    assert await connection.fetchval(VERSIONS) == ["0001f3ab"]
    assert await connection.fetchval("SELECT count(*) FROM projects") == 0


@pytest.mark.parametrize(
    ("revision", "words"),
    [
        ("0003", "newer than the program: run a newer program"),
        ("9999", "newer than the program: run a newer program"),
        ("ae1027a6acf", "another application's"),
        ("000", "another application's"),
    ],
)
async def test_what_this_program_cannot_bring_on_is_neither_used_nor_migrated(
    database: Address, connection: Connection, revision: str, words: str
) -> None:
    await connection.execute("UPDATE alembic_version SET version_num = $1", revision)
    for use in (require_current, make_current):
        assert words in await refusal(use, database.dsn)
    assert await connection.fetchval(VERSIONS) == [revision]


async def test_a_newer_program_that_migrates_meanwhile_is_told(database: Address, connection: Connection) -> None:
    await connection.execute("UPDATE alembic_version SET version_num = '0001'")
    async with connection.transaction():
        await connection.execute(f"SELECT pg_advisory_xact_lock({0x5E55_D14E_C704})")
        waiting = asyncio.create_task(refusal(make_current, database.dsn))
        while not await connection.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        await connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "newer than the program" in await waiting
    assert await connection.fetchval(VERSIONS) == ["9999"]


# ------------------------------------------------------------------------------------------------ encodings
@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII", "EUC_JP"])
async def test_a_database_that_cannot_hold_every_text_is_neither_used_nor_migrated(
    new_database: Callable[[str], Awaitable[Address]], encoding: str
) -> None:
    address = await new_database(f"ENCODING '{encoding}' LOCALE 'C' TEMPLATE template0")
    for use in (require_current, make_current):
        assert "create it with ENCODING 'UTF8'" in await refusal(use, address.dsn)
    connection = await asyncpg.connect(address.dsn)
    assert await connection.fetchval(TABLES) is None
    await connection.close()


# ------------------------------------------------------------------------------------------------ rights
@pytest.mark.parametrize("table", [*metadata.tables, "alembic_version"])
async def test_a_user_who_may_not_read_one_of_the_tables_is_refused(
    connection: Connection, visitor: str, table: str
) -> None:
    await connection.execute(
        f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO visitor; REVOKE SELECT ON {table} FROM visitor"
    )
    for use in (require_current, make_current):
        assert "the user may not do this" in await refusal(use, visitor)
    await connection.execute(f"GRANT SELECT ON {table} TO visitor")
    await require_current(visitor)


@pytest.mark.parametrize("command", [["import", "-"], ["import-loopx", HOME, "--user", "ada"]])
async def test_a_user_who_may_not_write_imports_nothing(
    connection: Connection, visitor: str, tmp_path: Path, command: list[str]
) -> None:
    await connection.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO visitor")
    complaint = await done(command, visitor, tmp_path)
    assert "the user may not do this: name another, or grant it" in complaint
    assert await connection.fetchval("SELECT count(*) FROM projects") == 0


@pytest.mark.parametrize("command", [["import", "-"], ["import-loopx", HOME, "--user", "ada"]])
async def test_a_database_that_only_reads_imports_nothing(
    database: Address, connection: Connection, tmp_path: Path, command: list[str]
) -> None:
    await connection.execute(
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "RAISE SQLSTATE '25006'; END $$; CREATE TRIGGER refuse BEFORE INSERT ON projects "
        "EXECUTE FUNCTION refuse()"
    )
    assert "name the primary server" in await done(command, database.dsn, tmp_path)
    assert await connection.fetchval("SELECT count(*) FROM projects") == 0


# ------------------------------------------------------------------------------------------------ migrating
EMPTY = "DROP SCHEMA public CASCADE; CREATE SCHEMA public; "
MIGRATE = (
    (EMPTY, "visitor", "the user may not do this: name another, or grant it"),
    (
        EMPTY + "GRANT USAGE ON SCHEMA public TO visitor",
        "visitor",
        "the user may not do this: name another, or grant it",
    ),
    (EMPTY + "ALTER DATABASE clone SET default_transaction_read_only = on", "directory", "name the primary server"),
    ("DROP TABLE alembic_version", "directory", "it has such tables without a version: name an empty database"),
    (
        "UPDATE alembic_version SET version_num = '0001'; DROP TABLE sessions CASCADE",
        "directory",
        "UndefinedTableError: look after the server",
    ),
)


@pytest.mark.parametrize(("statement", "user", "words"), MIGRATE)
async def test_a_migration_that_fails_says_why_and_changes_nothing(
    database: Address, connection: Connection, visitor: str, statement: str, user: str, words: str
) -> None:
    await connection.execute(statement)
    before = await connection.fetchval(TABLES)
    said = await refusal(make_current, visitor if user == "visitor" else database.dsn)
    assert words in said
    assert "the URL" not in said
    assert await connection.fetchval(TABLES) == before


# ------------------------------------------------------------------------------------------------ URLs
@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("postgresql://u:planted@127.0.0.1:1,127.0.0.1:2/d", "d at 127.0.0.1:1,127.0.0.1:2: no connection"),
        ("postgresql://u:planted@127.0.0.1:1,/d", "cannot be read"),
        ("postgresql://u:planted@/d?host=127.0.0.1&port=99999", "cannot be read"),
        ("postgresql://u:planted@/d?host=127.0.0.1&port=nonsense", "cannot be read"),
        ("postgresql://u@/d?host=/nowhere&password=planted", "d at the local socket: no connection"),
    ],
)
async def test_a_url_is_shown_without_what_is_secret_in_it(url: str, words: str) -> None:
    for use in (require_current, make_current):
        assert words in await refusal(use, url)


async def test_the_next_of_several_hosts_is_tried(database: Address) -> None:
    directory = database.dsn.partition("host=")[2].partition("&")[0]
    await require_current(database.dsn.replace(f"host={directory}", f"host=/nowhere,{directory}"))
