"""Every command and example of the README, run in a copy of the checkout as a newcomer would."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from data.embedded import Address

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
FOREIGN_DATABASE = "postgresql://directory@db.example/directory"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def block(language: str, containing: str) -> str:
    [found] = [text for text in blocks(language) if containing in text]
    return found


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@dataclass(frozen=True)
class Checkout:
    """A copy of the checkout in which the README's port is another."""

    path: Path
    port: int

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("DIRECTORY_", "DATABASE_"))}
        return kept | {"PORT": str(self.port), "PYTHONDONTWRITEBYTECODE": "1"}

    def shell(self, commands: str) -> list[str]:
        return ["bash", "-euo", "pipefail", "-c", commands.replace(":8000", f":{self.port}")]

    def run(self, commands: str) -> str:
        done = subprocess.run(
            self.shell(commands), cwd=self.path, env=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def query(self, document: str, token: str, variables: dict[str, object] | None = None) -> dict[str, Any]:
        answer = httpx.post(
            f"http://127.0.0.1:{self.port}/graphql",
            json={"query": document, "variables": variables},
            headers={"Authorization": f"Bearer {token}"},
            timeout=30,
        )
        body: dict[str, Any] = answer.json()
        assert answer.status_code == 200
        assert "errors" not in body
        data: dict[str, Any] = body["data"]
        return data


def wait_for(process: "subprocess.Popen[str]", words: str) -> str:
    """What the process said up to and with the line that has `words`."""
    said = ""
    assert process.stdout
    for line in process.stdout:
        said += line
        if words in line:
            return said
    raise AssertionError(f"ended without {words!r}: {said}")


def end(process: "subprocess.Popen[str]") -> None:
    """As Ctrl-C at a terminal: everybody in the foreground is interrupted."""
    os.killpg(process.pid, signal.SIGINT)
    process.communicate(timeout=20)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    path = tmp_path_factory.mktemp("checkout")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, path / name)
    (path / ".venv").symlink_to(ROOT / ".venv")
    return Checkout(path, free_port())


@pytest.fixture(scope="module")
def running(checkout: Checkout) -> Iterator[Checkout]:
    """`make run`, until the tests are through."""
    process = subprocess.Popen(
        checkout.shell(block("sh", "make run")),
        cwd=checkout.path,
        env=checkout.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        wait_for(process, "listening on")
        yield checkout
    finally:
        end(process)


@pytest.fixture(scope="module")
def token(running: Checkout) -> str:
    command = ".venv/bin/python -m server token --user mina --app workbench --project website"
    assert command in README
    return running.run(command).strip()


def test_the_second_command_is_what_ci_runs() -> None:
    assert block("sh", "make test") == "make test\n"
    assert "make test" in (ROOT / ".ci/run").read_text()


def test_the_first_query_returns_data_when_pasted(running: Checkout) -> None:
    answer = json.loads(running.run(block("sh", "curl")))
    assert len(answer["data"]["sessions"]["nodes"]) == 3


def test_tokens_are_printed_and_believed(running: Checkout) -> None:
    person, run = running.run(block("sh", "--run relaunch-run")).split()
    document = "{ caller { kind userId appId projectId runId } }"
    assert running.query(document, person)["caller"] == {
        "kind": "PERSON",
        "userId": "mina",
        "appId": "workbench",
        "projectId": None,
        "runId": None,
    }
    assert running.query(document, run)["caller"]["kind"] == "RUN"


def test_every_query_is_answered_without_an_error_or_a_refusal(running: Checkout, token: str) -> None:
    documents = blocks("graphql")
    assert len(documents) >= 4
    for document in documents:
        [answer] = running.query(document, token).values()
        assert "message" not in answer
        assert answer


def test_the_history_is_walked_by_its_cursors(running: Checkout, token: str) -> None:
    document, after, seen = block("graphql", "query History"), None, list[str]()
    while True:
        page = running.query(document, token, {"after": after})["sessions"]
        seen += [node["id"] for node in page["nodes"]]
        if not page["pageInfo"]["hasNextPage"]:
            break
        after = page["pageInfo"]["endCursor"]
    assert len(seen) == len(set(seen)) > 20


def test_each_binding_of_the_demonstration_answers_as_the_table_says(running: Checkout, token: str) -> None:
    rows = re.findall(r"^\| (`demo-[^|]*) \| `(\w+)` \|$", README, re.MULTILINE)
    assert rows
    expected = {binding_id: member for bindings, member in rows for binding_id in re.findall(r"`([^`]+)`", bindings)}
    document = "query Answer($id: ID!) { boundSession(conversationBindingId: $id) { __typename } }"

    def answer(binding_id: str) -> str:
        member = running.query(document, token, {"id": binding_id})["boundSession"]["__typename"]
        return str(member)

    # All at once, for one of them takes its ten seconds.
    with ThreadPoolExecutor(len(expected)) as asking:
        assert dict(zip(expected, asking.map(answer, expected), strict=True)) == expected


def test_records_go_in(running: Checkout) -> None:
    commands = block("sh", "records.ndjson")
    assert running.run(commands).splitlines()[-1] == "accepted 3, stale 0, refused 0"
    assert "`accepted 3, stale 0, refused 0`" in README


def test_a_loopx_home_goes_in(running: Checkout) -> None:
    assert "27" in running.run(block("sh", "import-loopx"))


def test_it_runs_for_real(checkout: Checkout, cluster: Address) -> None:
    commands = block("sh", "DATABASE_URL")
    assert FOREIGN_DATABASE in commands
    commands = commands.replace(FOREIGN_DATABASE, f"'{cluster.dsn}'").replace("server serve", "server serve --port 0")
    process = subprocess.Popen(
        checkout.shell(commands),
        cwd=checkout.path,
        env=checkout.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        address = wait_for(process, "listening on").split()[-1]
        assert httpx.get(f"{address}/readyz").status_code == 200
        assert httpx.get(f"{address}/healthz").status_code == 200
    finally:
        end(process)


def test_every_setting_has_a_row_and_every_row_a_setting() -> None:
    named = set(re.findall(r"`((?:DIRECTORY|DATABASE)_[A-Z_]+)`", README))
    read = set(re.findall(r'"((?:DIRECTORY|DATABASE)_[A-Z_]+)"', (ROOT / "server/settings.py").read_text()))
    assert named == read
