"""The examples of docs/publishing.md, run one after another as its reader would."""

import os
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest

from data.embedded import Address
from data.pool import Pool
from providers.declared import DeclaredObserver
from tests.node import installed, node
from tests.records import store
from tests.server.live_server import live_server
from tests.server.programs import Serving, serving_program
from tests.server.tokens import SECRET

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/publishing.md").read_text()
TITLES = "{ sessions(scope: ALL) { ... on SessionConnection { nodes { id title currentTurn { id status } } } } }"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def serving(database: Address) -> Iterator[Serving]:
    settings = {"DATABASE_URL": database.dsn, "DIRECTORY_JWT_SECRET": SECRET.decode()}
    with serving_program("serve", settings=settings) as served:
        yield served


@pytest.fixture
def environment() -> dict[str, str]:
    return os.environ | {"DIRECTORY_JWT_SECRET": SECRET.decode()}


def said(command: list[str], environment: dict[str, str], cwd: Path = ROOT) -> str:
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_page_works_from_the_first_command_to_the_last(
    serving: Serving, environment: dict[str, str], tmp_path: Path
) -> None:
    token, first = (text.replace("http://127.0.0.1:8000", serving.url) for text in blocks("sh"))
    told = said(["bash", "-euo", "pipefail", "-c", f'{token}{first}echo; printf %s "$TOKEN"'], environment)
    answer, publisher = told.splitlines()
    assert answer == '{"data":{"publish":{"accepted":3,"stale":0}}}'
    assert f"`{answer}`" in PAGE
    environment["TOKEN"] = publisher

    [python] = blocks("python")
    (tmp_path / "publish.py").write_text(python.replace("http://127.0.0.1:8000", serving.url))
    assert said([str(ROOT / ".venv/bin/python"), str(tmp_path / "publish.py")], environment) == "(1, 0)\n"

    outcome = typescript(serving, publisher, environment, tmp_path)
    assert outcome == {"__typename": "Published", "accepted": 1, "stale": 0}
    assert titles(serving, environment) == {"s-1": "The trip", "s-2": "Pack"}


STORED = {"data": {"publish": {"accepted": 1, "stale": 0}}}
BUSY = {"errors": [{"message": "Everything is in use.", "extensions": {"code": "BUSY"}}]}
AWAY = httpx.ConnectError("nobody is there")


@pytest.mark.parametrize(
    ("answers", "outcome", "waited"),
    [
        ([(503, BUSY, {"Retry-After": "3"}), AWAY, (429, BUSY, {}), (200, STORED, {})], (1, 0), [3, 1, 5]),
        ([AWAY] * 5, httpx.ConnectError, [0.2, 1, 5, 25]),
        ([(503, BUSY, {})] * 5, httpx.HTTPStatusError, [0.2, 1, 5, 25]),
        ([(401, BUSY, {})], httpx.HTTPStatusError, []),
        ([(200, BUSY, {})], ValueError, []),
        ([(200, {"data": {"publish": {"message": "2 records are wrong.", "problems": []}}}, {})], ValueError, []),
    ],
    ids=["at last", "never there", "never free", "nobody", "a wrong call", "wrong records"],
)
def test_the_function_in_python_asks_again_as_long_as_nothing_is_decided(
    monkeypatch: pytest.MonkeyPatch, answers: list[Any], outcome: Any, waited: list[float]
) -> None:
    slept: list[float] = []
    left = list(answers)

    def post(url: str, **_given: object) -> httpx.Response:
        answer = left.pop(0)
        if isinstance(answer, Exception):
            raise answer
        status, content, headers = answer
        return httpx.Response(status, json=content, headers=headers, request=httpx.Request("POST", url))

    monkeypatch.setattr(httpx, "post", post)
    monkeypatch.setattr(time, "sleep", slept.append)
    monkeypatch.setenv("TOKEN", "any")
    [python] = blocks("python")
    if isinstance(outcome, tuple):
        assert published(python) == outcome
    else:
        with pytest.raises(outcome):
            published(python)
    assert (left, slept) == ([], waited)


def published(source: str) -> Any:
    """What the example's own call prints, read back."""
    printed: list[Any] = []
    exec(compile(source, "publishing.md", "exec"), {"print": printed.append})
    return printed.pop()


def typescript(serving: Serving, token: str, environment: dict[str, str], folder: Path) -> Any:
    """What the page's function answers, compiled as strictly as can be."""
    [source] = blocks("ts")
    (folder / "publish.mts").write_text(source)
    compiler = installed(ROOT / "tests/web") / "typescript/bin/tsc"
    options = ["--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom", "--types", ""]
    said([str(node()), str(compiler), *options, "publish.mts"], environment, folder)
    record = {"session": {"userId": "ada", "appId": "notes", "id": "s-2", "projectId": "atlas", "title": "Pack"}}
    (folder / "run.mjs").write_text(
        'import { publish } from "./publish.mjs";\n'
        f"console.log(JSON.stringify(await publish({orjson.dumps(serving.url + '/graphql').decode()}, "
        f"{orjson.dumps(token).decode()}, [{orjson.dumps(record).decode()}])));\n"
    )
    return orjson.loads(said([str(node()), "run.mjs"], environment, folder))


def titles(serving: Serving, environment: dict[str, str]) -> dict[str, str]:
    """What Ada sees now."""
    token = said([".venv/bin/python", "-m", "server", "token", "--user", "ada", "--app", "notes"], environment).strip()
    command = ["curl", "-s", f"{serving.url}/graphql", "-H", f"Authorization: Bearer {token}"]
    body = orjson.dumps({"query": TITLES}).decode()
    answer = said([*command, "-H", "Content-Type: application/json", "-d", body], environment)
    return {node["id"]: node["title"] for node in orjson.loads(answer)["data"]["sessions"]["nodes"]}


def test_the_page_tells_of_every_kind_of_record() -> None:
    kinds = {"project", "session", "turn", "run", "queuedInput", "binding"}
    assert kinds <= set(re.findall(r"`(\w+)`", PAGE.partition("## What to publish")[2]))


async def test_the_chat_that_is_connected_is_found(database: Address) -> None:
    [example] = blocks("json")
    records = orjson.loads(example.replace('"slack"', '"demo"'))
    project = {"record": "project", "userId": "ada", "appId": "notes", "id": "atlas"}
    raw = [{"record": kind} | fields for record in records for kind, fields in record.items()]
    writing = await Pool.open(database.dsn, size=1, read_only=False)
    await store(writing, project, *raw)
    await writing.close()
    async with live_server(database.dsn, {"demo": DeclaredObserver()}) as server:
        bound = await server.bound("b-1", sub="ada", app="notes")
    assert (bound["__typename"], bound["session"]["id"]) == ("BoundSession", "s-3")
