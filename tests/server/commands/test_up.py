"""`up`: everything in one process, as a newcomer starts it."""

import json
import shlex
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from data.embedded import Address
from tests.server.commands.asking import ask, refused
from tests.server.programs import Serving, server, serving_program
from tests.server.tokens import token


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
