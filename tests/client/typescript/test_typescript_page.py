"""The code of docs/typescript.md, compiled and run as its reader would."""

import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.node import installed, node
from tests.providers.loopback import Loopback, reply
from tests.server.tokens import token

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
PAGE = (ROOT / "docs/typescript.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


# Each names its file in its first line.
SOURCES = {source.split()[1]: source for source in blocks("ts")}
ARM = r'^    case "(\w+)":\n(?:      .*\n)*'
STATUS = r'^  ([A-Z]+): ".*",\n'

# Asks both questions, and says what the page would show.
RUN = """
import { boundSession, boundSessionText } from "./bound-session.js";
import { sessions, sessionsText } from "./sessions.js";

const [url, token, id] = process.argv.slice(2);
const shown = async (text, asking) => asking.then(text, (error) => `thrown: ${error.message}`);
const bound = await shown(boundSessionText, boundSession({ url, token }, id));
const page = await shown(sessionsText, sessions({ url, token }, { scope: "PROJECT" }));
console.log(JSON.stringify([bound, page]));
"""


def folder(path: Path, sources: Mapping[str, str]) -> Path:
    """A front end's folder as the page sets it up, with the packages that are pinned here."""
    path.mkdir(exist_ok=True)
    [configuration] = blocks("json")
    (path / "tsconfig.json").write_text(configuration)
    shutil.copy(ROOT / "schema/schema.graphql", path)
    shutil.copy(HERE / "package.json", path)
    (path / "node_modules").symlink_to(installed(HERE))
    for name, source in sources.items():
        (path / name).write_text(source)
    said(path, "node_modules/gql.tada/bin/cli.js", "generate-output")
    return path


def said(path: Path, program: str | Path, *arguments: str, code: int = 0) -> str:
    """What a program of Node says in `path`, where it ends with `code`."""
    done = subprocess.run([node(), program, *arguments], cwd=path, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's code as JavaScript, from the compiler that the page names."""
    path = folder(tmp_path_factory.mktemp("page"), SOURCES)
    said(path, "node_modules/typescript/bin/tsc")
    (path / "run.js").write_text(RUN)
    return path


def shown(compiled: Path, url: str, bearer: str, binding_id: str) -> list[str]:
    told: list[str] = json.loads(said(compiled, "run.js", url, bearer, binding_id))
    return told


def test_the_page_names_the_packages_that_are_tested() -> None:
    dependencies = json.loads((HERE / "package.json").read_text())["dependencies"]
    commands = re.findall(r"^npm install (.*)$", PAGE, re.MULTILINE)
    named = {argument for line in commands for argument in line.split() if not argument.startswith("--")}
    assert named == {f"{name}@{version}" for name, version in dependencies.items()}
    assert "npx gql.tada generate-output" in PAGE


def test_the_code_compiles_and_shows_what_a_directory_answers(compiled: Path, demonstration: str) -> None:
    mina = token(sub="mina", app="workbench", project="website")
    bound, page = shown(compiled, demonstration, mina, "demo-bound")
    assert bound.startswith("Continue: ")
    assert any(line.endswith(" · waiting for you") for line in page.splitlines())
    assert shown(compiled, demonstration, mina, "demo-none-open")[0].count("Closed last: ") == 1
    nobody = shown(compiled, demonstration, "planted", "demo-bound")
    assert nobody == ["thrown: the directory answered 401"] * 2


def test_an_answer_of_tomorrow_is_shown_by_its_message_or_its_name(compiled: Path, loopback: Loopback) -> None:
    refusal = {
        "__typename": "BindingAsleep",
        "conversationBindingId": "bind",
        "message": "It sleeps.",
        "nextStep": "WAKE",
    }
    node = {"id": "s", "title": "Trip", "lastActivityAt": "2026-11-30T17:55:25Z", "currentTurn": {"status": "DREAMING"}}
    page = {"__typename": "SessionConnection", "scope": "PROJECT", "nodes": [node]}
    loopback.answers["/graphql"] = [reply({"data": {"boundSession": refusal}}), reply({"data": {"sessions": page}})]
    assert shown(compiled, loopback.url, "planted", "bind") == ["It sleeps.", "Trip · DREAMING"]
    bare = "The directory answered {}, which this page does not know. Load it again."
    loopback.answers["/graphql"] = [
        reply({"data": {"boundSession": {"__typename": "Dream"}}}),
        reply({"data": {"sessions": {"__typename": "Map"}}}),
    ]
    assert shown(compiled, loopback.url, "planted", "bind") == [bare.format("Dream"), bare.format("Map")]


def test_an_answer_to_another_question_is_not_shown(compiled: Path, loopback: Loopback) -> None:
    another = {"__typename": "BindingRevoked", "conversationBindingId": "another", "message": "planted"}
    page = {"__typename": "SessionConnection", "scope": "ALL", "nodes": [{"title": "planted"}]}
    loopback.answers["/graphql"] = [reply({"data": {"boundSession": another}}), reply({"data": {"sessions": page}})]
    assert shown(compiled, loopback.url, "planted", "bind") == [
        "thrown: the answer is for another conversation",
        "thrown: the answer is for another scope",
    ]


def without(pattern: str) -> dict[str, str]:
    """The page's code without one thing that `pattern` finds, by the name of a file that says which."""
    return {
        f"{Path(name).stem}-without-{found[1]}.ts": source[: found.start()] + source[found.end() :]
        for name, source in SOURCES.items()
        for found in re.finditer(pattern, source, re.MULTILINE)
    }


def test_code_that_lacks_an_arm_or_a_status_does_not_compile(tmp_path: Path) -> None:
    """By the native compiler, which lets the page's own code pass."""
    arms, statuses = without(ARM), without(STATUS)
    assert (len(arms), len(statuses)) == (10, 6)
    compiler = installed(ROOT / "tests/web") / "typescript/bin/tsc"
    path = folder(tmp_path / "page", SOURCES | arms | statuses)
    errors = dict(re.findall(r"^([\w-]+\.ts)\(.*error (.*)$", said(path, compiler, "--noEmit", code=1), re.MULTILINE))
    assert errors.keys() == (arms | statuses).keys()
    assert all("not assignable to parameter of type 'never'" in errors[name] for name in arms)
    assert all(f"Property '{name.split('-')[-1][:-3]}' is missing" in errors[name] for name in statuses)
