"""The wheel, in an environment that has nothing but it and what it says it needs."""

import importlib.metadata
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterable
from email import message_from_bytes
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.client.commands import environment, on_terminal
from tests.server.tokens import token

ROOT = Path(__file__).parents[2]
USE = """
import os, sys
from session_directory_client import LIST_SESSIONS, BoundSession, CallState, SessionDirectory, receipt_line

with SessionDirectory(os.environ["SESSION_DIRECTORY_URL"], os.environ["SESSION_DIRECTORY_TOKEN"]) as directory:
    assert directory.caller().user_id == "mina"
    assert isinstance(directory.bound_session("demo-bound"), BoundSession)
    answer = LIST_SESSIONS.call(directory, {})
    print(receipt_line(CallState.COMPLETED, receipt=answer.receipt, language="zh"))
assert not {"schema", "resolvers", "providers", "data", "server"} & sys.modules.keys()
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built of a copy, so that nothing is left in the checkout; by the build backend of the lock file."""
    work = tmp_path_factory.mktemp("wheel")
    shutil.copytree(
        ROOT / "client", work / "client", ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__")
    )
    build = "import setuptools.build_meta as b, sys; b.build_wheel(sys.argv[1])"
    subprocess.run([sys.executable, "-c", build, work], cwd=work / "client", check=True, capture_output=True)
    [built] = work.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment with the wheel and its dependencies, of which nothing is fetched."""
    environment = tmp_path_factory.mktemp("environment")
    venv.create(environment, with_pip=False, symlinks=True)
    python = environment / "bin/python"
    install = (sys.executable, "-m", "uv", "pip", "install", "--quiet", "--offline", "--no-deps", "--python", python)
    subprocess.run((*install, wheel), check=True, capture_output=True)
    [packages] = environment.glob("lib/python*/site-packages")
    for name in needed(Requirement(one) for one in metadata(wheel)["Requires-Dist"]):
        copy_installed(name, packages)
    return python


def metadata(wheel: Path) -> dict[str, list[str]]:
    archive = zipfile.ZipFile(wheel)
    [name] = [one for one in archive.namelist() if one.endswith(".dist-info/METADATA")]
    message = message_from_bytes(archive.read(name))
    return {key: [str(value) for value in message.get_all(key, [])] for key in message}


def needed(requirements: Iterable[Requirement]) -> set[str]:
    """The names of distributions that `requirements` ask for here, and of those that these ask for."""
    names: set[str] = set()
    pending = list(requirements)
    while pending:
        requirement = pending.pop()
        if requirement.name in names or (requirement.marker and not requirement.marker.evaluate({"extra": ""})):
            continue
        assert requirement.specifier.contains(importlib.metadata.version(requirement.name))
        names.add(requirement.name)
        pending += map(Requirement, importlib.metadata.requires(requirement.name) or ())
    return names


def copy_installed(name: str, packages: Path) -> None:
    for file in importlib.metadata.files(name) or ():
        if ".." not in file.parts and file.suffix != ".pyc":
            (packages / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(str(file.locate()), packages / file)


def test_the_wheel_holds_the_package_with_its_types_and_its_table(wheel: Path) -> None:
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    package = ROOT / "client/session_directory_client"
    assert held == {
        f"session_directory_client/{path.name}"
        for path in package.iterdir()
        if path.suffix in {".py", ".json", ".typed"}
    }
    assert "session_directory_client/py.typed" in held


def test_the_wheel_asks_for_httpx_alone(wheel: Path) -> None:
    told = metadata(wheel)
    assert told["Name"] == ["session-directory-client"]
    assert told["Requires-Python"] == [">=3.11"]
    assert [Requirement(one).name for one in told["Requires-Dist"] if not Requirement(one).marker] == ["httpx"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", told["Version"][0])


def test_an_empty_environment_uses_the_wheel(python: Path, demonstration: str) -> None:
    environment = {
        "SESSION_DIRECTORY_URL": demonstration,
        "SESSION_DIRECTORY_TOKEN": token(sub="mina", app="workbench", project="website"),
        "PYTHONIOENCODING": "utf-8",
    }
    used = subprocess.run([python, "-I", "-X", "utf8", "-c", USE], env=environment, check=True, capture_output=True)
    assert re.fullmatch("已查看本项目的会话 · 返回 \\d+ 个\n", used.stdout.decode())


def test_the_command_needs_no_extra(wheel: Path, python: Path, demonstration: str) -> None:
    told = metadata(wheel)
    assert 'rich>=13.7; extra == "cli"' in told["Requires-Dist"]
    bearer = token(sub="mina", app="workbench", project="website")
    command = (python.parent / "session-directory",)
    code, screen = on_terminal(environment(demonstration, bearer) | {"PYTHONPATH": ""}, "sessions", command=command)
    assert code == 0
    assert all(line.count("\t") == 7 for line in screen.splitlines())
    assert screen.startswith("relaunch\t")
