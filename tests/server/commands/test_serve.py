"""`serve`, for the database that is named."""

import asyncio
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import httpx
import pytest

from data.embedded import Address
from tests.server.commands.asking import KEY, NOWHERE, ask, at, refused
from tests.server.programs import Serving, server, serving_program
from tests.server.tokens import token


@pytest.fixture(scope="module")
def served(module_database: Address) -> Iterator[Serving]:
    with serving_program("serve", settings=at(module_database.dsn)) as serving:
        yield serving


def test_serve_answers_for_the_database_that_is_named(served: Serving) -> None:
    assert httpx.get(f"{served.url}/readyz").status_code == 200
    assert ask(served.url, token(run="run")).json()["data"]["caller"]["projectId"] == "garden"


BINDING = """
    INSERT INTO bindings (user_id, app_id, id, project_id, kind, audience, provider, connection, provider_app, operator,
                          conversation, "grant", status)
        VALUES ('ada', 'desk', 'bind', 'garden', 'PROJECT', 'PRIVATE', 'demo', 'c', 'a', 'o', 'chat', 'READ', 'ACTIVE')
"""


async def test_the_demonstration_provider_is_not_there_under_serve(
    database: Address, live_run: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    await live_run.execute(BINDING)
    query = """{ boundSession(conversationBindingId: "bind") { ... on BindingUnverified { reason } } }"""
    with serving_program("serve", settings=at(database.dsn)) as serving:
        answer = await asyncio.to_thread(ask, serving.url, token(), query)
    assert answer.json()["data"]["boundSession"] == {"reason": "PROVIDER_UNAVAILABLE"}


async def test_a_request_that_runs_is_finished_before_serve_ends(
    database: Address, live_run: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    query = "{ sessions(scope: ALL) { ... on SessionConnection { returnedCount } } }"
    with serving_program("serve", settings=at(database.dsn)) as serving:
        async with live_run.transaction():
            await live_run.execute("LOCK TABLE sessions")
            asked = asyncio.create_task(asyncio.to_thread(ask, serving.url, token(), query))
            while not await live_run.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            serving.process.send_signal(signal.SIGTERM)
            await asyncio.to_thread(wait_until_refused, serving.url)
        assert (await asked).json() == {"data": {"sessions": {"returnedCount": 2}}}
        assert serving.process.wait(timeout=10) == 0


def wait_until_refused(url: str) -> None:
    """Until no new connections are accepted."""
    host, _, port = url.removeprefix("http://").rpartition(":")
    for _ in range(500):
        with socket.socket() as connection:
            if connection.connect_ex((host, int(port))) != 0:
                return
        time.sleep(0.01)
    pytest.fail("new connections are still accepted")


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({}, ["DATABASE_URL"]),
        ({"DATABASE_URL": "x"}, ["DATABASE_URL", "postgresql://"]),
        ({"DATABASE_URL": NOWHERE}, ["DIRECTORY_JWT_SECRET", "DIRECTORY_JWKS_URL"]),
        ({"DATABASE_URL": NOWHERE, "DIRECTORY_JWT_SECRET": "short"}, ["DIRECTORY_JWT_SECRET", "32"]),
        ({"DATABASE_URL": NOWHERE, "DIRECTORY_JWT_SECRET": KEY}, ["DATABASE_URL", "planted at 127.0.0.1:1"]),
        ({"DIRECTORY_POOL_SIZE": "many"}, ["DIRECTORY_POOL_SIZE"]),
        ({"DIRECTORY_JWT_SECRET": KEY, "DIRECTORY_JWKS_URL": "https://a.example"}, ["DIRECTORY_JWT_SECRET"]),
    ],
)
def test_serve_refuses_bad_settings_by_name(settings: dict[str, str], words: list[str]) -> None:
    refused(server("serve", "--port", "0", settings=settings), *words)


@pytest.mark.parametrize(
    ("command", "statement", "words"),
    [
        (["serve", "--port", "0"], "DROP TABLE alembic_version", ["not there", "migrate"]),
        (["serve", "--port", "0"], "UPDATE alembic_version SET version_num = '0001'", ["older", "migrate"]),
        (["serve", "--port", "0"], "UPDATE alembic_version SET version_num = '9999'", ["newer", "migrate"]),
        (["import", "-"], "UPDATE alembic_version SET version_num = '0001'", ["older", "migrate"]),
    ],
)
async def test_serve_and_import_refuse_another_schema_naming_migrate(
    database: Address,
    connection: "asyncpg.Connection[asyncpg.Record]",
    command: list[str],
    statement: str,
    words: list[str],
) -> None:
    await connection.execute(statement)
    done = await asyncio.to_thread(server, *command, settings=at(database.dsn))
    refused(done, *words)


@pytest.mark.parametrize("command", ["up", "serve"])
def test_a_port_in_use_is_refused_in_one_line(module_database: Address, tmp_path: Path, command: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = server(command, "--data-dir", tmp_path, "--port", str(port), settings=at(module_database.dsn))
    refused(done, f"127.0.0.1:{port}", "--port")


def test_a_host_that_is_not_here_is_refused_in_one_line(module_database: Address) -> None:
    for host in ("192.0.2.1", "nowhere.invalid"):
        done = server("serve", "--host", host, "--port", "0", settings=at(module_database.dsn))
        refused(done, host, "--host")
