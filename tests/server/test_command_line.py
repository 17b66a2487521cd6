"""The command line, as processes: what each subcommand says, and how it ends."""

import asyncio
import json
import os
import pty
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import jwt
import pytest

from data.embedded import Address
from data.migrations import SchemaState, schema_state
from server import command_line
from tests.server.programs import ROOT, Serving, environment, server, serving_program
from tests.server.tokens import SECRET, token

KEY = SECRET.decode()
NOWHERE = "postgresql://planted-user:planted-password@127.0.0.1:1/planted"


def refused(done: "subprocess.CompletedProcess[str]", *words: str, code: int = 2) -> None:
    """It ended with `code`, and one line on standard error that has `words`."""
    assert done.returncode == code, done.stderr
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
    for word in words:
        assert word in done.stderr
    for secret in ("planted-password", "Traceback", KEY):
        assert secret not in done.stderr


def at(database_url: str) -> dict[str, str]:
    """Settings for a database and a key."""
    return {"DATABASE_URL": database_url, "DIRECTORY_JWT_SECRET": KEY}


def ask(url: str, credential: str, query: str = "{ caller { kind projectId runId } }") -> httpx.Response:
    return httpx.post(f"{url}/graphql", json={"query": query}, headers={"Authorization": f"Bearer {credential}"})


# ------------------------------------------------------------------------------------------------ up
@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("up") / "data"


@pytest.fixture(scope="module")
def up(data_dir: Path) -> Iterator[Serving]:
    with serving_program("up", "--data-dir", data_dir) as serving:
        yield serving


@pytest.fixture(scope="module")
def greeting(up: Serving) -> list[str]:
    return up.lines(8)


def test_up_answers_when_it_says_so(up: Serving) -> None:
    assert httpx.get(f"{up.url}/readyz").status_code == 200


def test_up_prints_tokens_that_work(up: Serving, greeting: list[str]) -> None:
    person, run = tokens(greeting)
    assert ask(up.url, person).json()["data"]["caller"] == {"kind": "PERSON", "projectId": "website", "runId": None}
    assert ask(up.url, run).json()["data"]["caller"] == {
        "kind": "RUN",
        "projectId": "website",
        "runId": "relaunch-run",
    }


def tokens(greeting: list[str]) -> tuple[str, str]:
    """Of a person and of a run."""
    person, run = (line.split()[-1] for line in greeting if line.startswith("token of "))
    return person, run


def test_up_prints_a_link_that_signs_in(up: Serving, greeting: list[str]) -> None:
    person, _run = tokens(greeting)
    assert f"open in a browser: {up.url}/#token={person}" in greeting
    assert "<html" in httpx.get(f"{up.url}/").text


def test_the_explorer_is_there_under_up(up: Serving) -> None:
    # Whether it is installed or not.
    assert "explorer" in httpx.get(f"{up.url}/explorer").text.lower()


def test_up_prints_a_line_that_returns_data_when_pasted(greeting: list[str]) -> None:
    command = greeting[-1]
    assert command.startswith("curl ")
    done = subprocess.run(shlex.split(command), capture_output=True, check=True)
    sessions = json.loads(done.stdout)["data"]["sessions"]
    assert len(sessions["nodes"]) == 5
    assert sessions["totalCount"] > 10


def test_the_demonstration_provider_is_there_under_up(up: Serving, greeting: list[str]) -> None:
    person, _run = tokens(greeting)
    query = '{ boundSession(conversationBindingId: "demo-bound") { __typename } }'
    assert ask(up.url, person, query).json()["data"]["boundSession"] == {"__typename": "BoundSession"}


def test_a_second_up_on_the_directory_is_refused_with_the_address_of_the_first(up: Serving, data_dir: Path) -> None:
    refused(server("up", "--data-dir", data_dir, "--port", "0"), up.url, "--data-dir")
    assert httpx.get(f"{up.url}/healthz").status_code == 200


def test_token_signs_with_the_secret_of_the_directory(up: Serving, data_dir: Path) -> None:
    done = server("token", "--data-dir", data_dir, "--user", "mina", "--app", "kitchen", "--project", "recipes")
    assert done.returncode == 0
    assert ask(up.url, done.stdout.strip()).json()["data"]["caller"]["projectId"] == "recipes"


def test_import_shares_the_database_that_is_up(up: Serving, data_dir: Path, tmp_path: Path) -> None:
    file = tmp_path / "records.ndjson"
    records = [
        {"record": "project", "userId": "otto", "appId": "desk", "id": "p", "name": "P"},
        {"record": "session", "userId": "otto", "appId": "desk", "id": "s", "projectId": "p", "version": 1},
    ]
    file.write_text("\n\n".join(map(json.dumps, records)))
    done = server("import", "--data-dir", data_dir, file)
    assert (done.returncode, done.stdout) == (0, "accepted 2, stale 0, refused 0\n")
    assert done.stderr == f"{file}: blank lines skipped: 1\n"
    again = server("import", "--data-dir", data_dir, "-", stdin=file.read_bytes())
    assert (again.returncode, again.stdout) == (0, "accepted 1, stale 1, refused 0\n")
    person = server("token", "--data-dir", data_dir, "--user", "otto", "--app", "desk").stdout.strip()
    answer = ask(up.url, person, "{ sessions(scope: ALL) { ... on SessionConnection { nodes { id } } } }")
    assert answer.json()["data"]["sessions"] == {"nodes": [{"id": "s"}]}


def test_refused_lines_are_named_and_the_exit_code_tells(up: Serving, data_dir: Path, tmp_path: Path) -> None:
    file = tmp_path / "records.ndjson"
    file.write_text('{"record": "project", "userId": "otto", "appId": "desk", "id": 7}\n\nnonsense\n')
    done = server("import", "--data-dir", data_dir, file)
    assert (done.returncode, done.stdout) == (1, "accepted 0, stale 0, refused 2\n")
    assert f"{file}:1: id: must be an id" in done.stderr
    assert f"{file}:3: is not JSON" in done.stderr
    assert "Traceback" not in done.stderr


def test_up_ends_on_either_signal_starts_again_with_its_data_and_leaves_no_server(tmp_path: Path) -> None:
    data_dir = tmp_path / "data"
    imported = json.dumps({"record": "project", "userId": "mina", "appId": "workbench", "id": "kept"})
    with serving_program("up", "--data-dir", data_dir) as first:
        _person, run = tokens(first.lines(8))
        assert server("import", "--data-dir", data_dir, "-", stdin=imported.encode()).returncode == 0
        assert first.end(signal.SIGTERM) == 0
    assert not (data_dir / "postgres" / "postmaster.pid").exists()
    with serving_program("up", "--data-dir", data_dir) as second:
        assert ask(second.url, run).json()["data"]["caller"]["kind"] == "RUN"
        person = server("token", "--data-dir", data_dir, "--user", "mina", "--app", "workbench", "--project", "kept")
        query = "{ sessions { ... on SessionConnection { returnedCount } } }"
        assert ask(second.url, person.stdout.strip(), query).json()["data"]["sessions"] == {"returnedCount": 0}
        assert second.end(signal.SIGINT) == 0
    assert not (data_dir / "postgres" / "postmaster.pid").exists()


def test_up_without_demonstration_stores_nothing(tmp_path: Path) -> None:
    with serving_program("up", "--no-demo", "--data-dir", tmp_path) as serving:
        person = server("token", "--data-dir", tmp_path, "--user", "mina", "--app", "workbench").stdout.strip()
        query = "{ sessions(scope: ALL) { ... on SessionConnection { totalCount } } }"
        assert ask(serving.url, person, query).json()["data"]["sessions"] == {"totalCount": 0}
        assert serving.end() == 0
        assert serving.process.stdout
        assert serving.process.stdout.read() == ""


def test_up_with_a_key_set_prints_no_tokens(module_database: Address, tmp_path: Path) -> None:
    settings = {"DATABASE_URL": module_database.dsn, "DIRECTORY_JWKS_URL": "http://127.0.0.1:1/keys"}
    with serving_program("up", "--data-dir", tmp_path, settings=settings) as serving:
        assert ask(serving.url, token()).status_code == 401
        serving.end()
        assert serving.process.stdout
        assert serving.process.stdout.read() == ""
    assert {path.name for path in tmp_path.iterdir()} == {"up.lock"}


# ------------------------------------------------------------------------------------------------ serve
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


# ------------------------------------------------------------------------------------------------ databases
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


# ------------------------------------------------------------------------------------------------ import
def test_a_progress_bar_is_shown_on_a_terminal(module_database: Address, tmp_path: Path) -> None:
    file = tmp_path / "[bold]records.ndjson"
    file.write_text("nonsense\n")
    terminal, end = pty.openpty()
    command = [sys.executable, "-m", "server", "import", str(file)]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=environment(at(module_database.dsn) | {"COLUMNS": "200", "TERM": "xterm"}),
        stdout=subprocess.PIPE,
        stderr=end,
        check=False,
    )
    os.close(end)
    shown = os.read(terminal, 65_536).decode()
    os.close(terminal)
    assert (done.returncode, done.stdout) == (1, b"accepted 0, stale 0, refused 1\n")
    assert "9/9 bytes" in shown
    assert "[bold]records.ndjson:1: is not JSON" in shown.replace("\r\n", "")


def test_a_file_that_is_not_there_stops_the_import_before_it_begins(tmp_path: Path) -> None:
    good = tmp_path / "good.ndjson"
    good.write_text('{"record": "project", "userId": "u", "appId": "a", "id": "p"}')
    for missing, reason in ((tmp_path / "missing", "No such file"), (tmp_path, "Is a directory")):
        refused(server("import", "--data-dir", tmp_path / "data", good, missing), str(missing), reason)
    assert not (tmp_path / "data").exists()


def test_what_is_no_loopx_home_imports_nothing(module_database: Address, tmp_path: Path) -> None:
    done = server("import-loopx", tmp_path, "--user", "ada", settings={"DATABASE_URL": module_database.dsn})
    refused(done, str(tmp_path), code=1)


# ------------------------------------------------------------------------------------------------ token, schema
def claims(*arguments: str, **settings: str) -> dict[str, Any]:
    done = server("token", *arguments, settings={"DIRECTORY_JWT_SECRET": KEY, **settings})
    assert done.returncode == 0, done.stderr
    payload: dict[str, Any] = jwt.decode(done.stdout.strip(), SECRET, ["HS256"], options={"verify_aud": False})
    return payload


def test_a_token_says_what_was_asked_for() -> None:
    now = time.time()
    person = claims("--user", "ada", "--app", "desk")
    assert abs(person.pop("exp") - now - 12 * 3600) < 60
    assert person == {"sub": "ada", "app": "desk"}
    run = claims("--user", "ada", "--app", "desk", "--run", "r", "--project", "p", "--ttl", "45s")
    assert abs(run.pop("exp") - now - 45) < 60
    assert run == {"sub": "ada", "app": "desk", "run": "r", "project": "p"}
    addressed = {"DIRECTORY_JWT_AUDIENCE": "directory", "DIRECTORY_JWT_ISSUER": "issuer"}
    publisher = claims("--user", "ada", "--app", "desk", "--publisher", "--ttl", "2d", **addressed)
    assert abs(publisher.pop("exp") - now - 2 * 86_400) < 60
    assert publisher == {"sub": "ada", "app": "desk", "scope": "sessions:publish", "aud": "directory", "iss": "issuer"}


def test_no_token_is_signed_without_a_secret(tmp_path: Path) -> None:
    person = ("token", "--user", "ada", "--app", "desk", "--data-dir", tmp_path)
    refused(server(*person), "DIRECTORY_JWT_SECRET")
    refused(server(*person, settings={"DIRECTORY_JWKS_URL": "https://issuer.example/keys"}), "DIRECTORY_JWKS_URL")
    assert list(tmp_path.iterdir()) == []


def test_schema_prints_the_committed_contract() -> None:
    done = server("schema", "--data-dir", "/nowhere/at/all")
    assert done.returncode == 0
    assert done.stdout == (ROOT / "schema" / "schema.graphql").read_text()


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nothing"],
        ["up", "--port", "65536"],
        ["up", "--port", "-1"],
        ["up", "--port", "http"],
        ["up", "--por", "1"],
        ["serve", "--demo"],
        ["import"],
        ["import-loopx", "home"],
        ["import-loopx", "home", "--user", ""],
        ["token", "--user", "ada"],
        ["token", "--app", "desk"],
        ["token", "--user", "", "--app", "desk"],
        ["token", "--user", " ada", "--app", "desk"],
        ["token", "--user", "ada", "--app", "a" * 161],
        ["token", "--user", "ada", "--app", "desk", "--run", "r", "--publisher"],
        ["token", "--user", "ada", "--app", "desk", "--project", "p", "--publisher"],
        ["token", "--user", "ada", "--app", "desk", "--ttl", "0s"],
        ["token", "--user", "ada", "--app", "desk", "--ttl", "-1h"],
        ["token", "--user", "ada", "--app", "desk", "--ttl", "12"],
        ["token", "--user", "ada", "--app", "desk", "--ttl", "forever"],
        ["token", "--user", "ada", "--app", "desk", "--ttl", "99999999999d"],
    ],
)
def test_wrong_arguments_end_with_2_and_one_line(
    arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_refused(arguments, capsys, monkeypatch)


@pytest.mark.parametrize("no_id", ["", " ", " ada", "ada ", "ada\n", "a\tb", "a\x00", "a\x85", "\ud800", "a" * 161])
@pytest.mark.parametrize(
    "arguments",
    [
        ["import-loopx", "home", "--user"],
        ["import-loopx", "home", "--user", "ada", "--app"],
        ["token", "--app", "desk", "--user"],
        ["token", "--user", "ada", "--app"],
        ["token", "--user", "ada", "--app", "desk", "--project"],
        ["token", "--user", "ada", "--app", "desk", "--run"],
    ],
)
def test_what_could_be_no_id_ends_with_2_and_one_line(
    arguments: list[str], no_id: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_refused([*arguments, no_id], capsys, monkeypatch)


def assert_refused(arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    # This process is pytest's: its log stays as it is.
    monkeypatch.setattr(command_line, "log_to_stderr", lambda: None)
    monkeypatch.setenv("DIRECTORY_JWT_SECRET", KEY)
    assert command_line.main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("error: ")
    assert said.err.count("\n") == 1
