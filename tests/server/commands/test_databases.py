"""What the commands say of databases and data directories, and `migrate`."""

import asyncio
from pathlib import Path

import asyncpg
import pytest

from data.embedded import Address
from data.migrations import SchemaState, schema_state
from tests.server.commands.asking import NOWHERE, refused
from tests.server.programs import server


@pytest.mark.parametrize("command", [["up", "--port", "0"], ["migrate"], ["import", "-"]])
def test_a_database_that_cannot_be_reached_is_refused_in_one_line(tmp_path: Path, command: list[str]) -> None:
    done = server(*command, "--data-dir", tmp_path / "data", settings={"DATABASE_URL": NOWHERE})
    refused(done, "DATABASE_URL", "planted at 127.0.0.1:1", "no connection")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("/served?", "/missing?"), ["no such database"]),
        (("/served?", "/served?sslmode=nonsense&"), ["cannot be read"]),
        (("//directory@", "//nobody:planted-password@"), ["refused"]),
        (("host=", "host=nowhere.invalid&nothing="), ["no such host"]),
        (("host=", "host=/nowhere&nothing="), ["no connection"]),
    ],
)
def test_a_wrong_database_url_says_what_is_wrong_with_it(
    module_database: Address, change: tuple[str, str], words: list[str]
) -> None:
    url = module_database.dsn.replace(*change)
    assert url != module_database.dsn
    refused(server("migrate", settings={"DATABASE_URL": url}), "DATABASE_URL", *words)


async def test_migrate_brings_an_empty_database_to_the_newest_schema(cluster: Address) -> None:
    connection = await asyncpg.connect(cluster.dsn)
    await connection.execute("CREATE DATABASE to_migrate")
    try:
        url = cluster.with_database("to_migrate").dsn
        for _ in range(2):
            done = await asyncio.to_thread(server, "migrate", settings={"DATABASE_URL": url})
            assert (done.returncode, done.stdout, done.stderr) == (0, "the database has the newest schema\n", "")
        migrated = await asyncpg.connect(url)
        assert await schema_state(migrated) is SchemaState.CURRENT
        await migrated.close()
    finally:
        await connection.execute("DROP DATABASE to_migrate WITH (FORCE)")
        await connection.close()


async def test_migrate_leaves_a_newer_schema_alone(
    database: Address, connection: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    await connection.execute("UPDATE alembic_version SET version_num = '9999'")
    refused(await asyncio.to_thread(server, "migrate", settings={"DATABASE_URL": database.dsn}), "newer")
    assert await connection.fetchval("SELECT version_num FROM alembic_version") == "9999"


@pytest.mark.parametrize("command", [["up", "--port", "0"], ["import", "-"]])
def test_a_data_directory_below_a_file_is_refused_in_one_line(tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "file").write_text("a file")
    refused(server(*command, "--data-dir", tmp_path / "file" / "data"), "data directory", str(tmp_path))


def test_a_data_directory_without_write_permission_is_refused_in_one_line(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o555)
    done = server("up", "--port", "0", "--data-dir", closed / "data", bound_by_permissions=True)
    refused(done, "data directory", "Permission denied", "--data-dir")
