"""The examples of docs/mcp.md, and what it says of the command and its tools."""

import json
import re
import shlex
import subprocess
import sys
import tomllib

from session_directory_client import TOOLS
from session_directory_client.mcp_server import DEFAULT_PORT
from tests.client.commands import ROOT

PAGE = (ROOT / "docs/mcp.md").read_text()
PROJECT = tomllib.loads((ROOT / "client/pyproject.toml").read_text())["project"]
COMMAND = "session-directory-mcp"
VARIABLES = {"SESSION_DIRECTORY_URL", "SESSION_DIRECTORY_TOKEN"}
ENDPOINT = f"http://127.0.0.1:{DEFAULT_PORT}/mcp"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """The installed command, as its entry point has it."""
    module, _, function = PROJECT["scripts"][COMMAND].partition(":")
    code = f"import sys; from {module} import {function}; sys.exit({function}())"
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={"PYTHONPATH": str(ROOT / "client")},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_json_starts_the_command_with_what_it_needs() -> None:
    [example] = blocks("json")
    [server] = json.loads(example)["mcpServers"].values()
    assert server["command"] == COMMAND
    assert server["env"].keys() == VARIABLES


def test_the_toml_starts_the_command_or_finds_it() -> None:
    started, found = (next(iter(tomllib.loads(block)["mcp_servers"].values())) for block in blocks("toml"))
    assert started["command"] == COMMAND
    assert {*started["env"], *started["env_vars"]} == VARIABLES
    assert found == {"url": ENDPOINT, "bearer_token_env_var": "SESSION_DIRECTORY_TOKEN"}


def test_the_lines_for_claude_code_name_the_command_and_the_endpoint() -> None:
    started, found = (shlex.split(block) for block in blocks("sh") if block.startswith("claude "))
    assert started[-2:] == ["--", COMMAND]
    given = [started[index + 1] for index, word in enumerate(started) if word == "--env"]
    assert {one.partition("=")[0] for one in given} == VARIABLES
    assert ENDPOINT in found
    assert found[-2:] == ["--header", "Authorization: Bearer $SESSION_DIRECTORY_TOKEN"]


def test_the_command_is_there_with_its_help() -> None:
    assert "./client[mcp]" in PAGE
    assert "mcp" in PROJECT["optional-dependencies"]
    shown = run("--help")
    assert shown.returncode == 0, shown.stderr
    assert all(name in shown.stdout for name in VARIABLES)
    [used] = re.findall(rf"{COMMAND} (--http.*)$", "\n".join(blocks("sh")), re.MULTILINE)
    assert all(option in shown.stdout for option in used.split() if option.startswith("--"))


def test_exactly_the_tools_are_described_with_their_arguments() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \|(.*)$", PAGE, re.MULTILINE))
    assert list(rows) == [tool.name for tool in TOOLS]
    assert all(f"`{name}`" in rows[tool.name] for tool in TOOLS for name in tool.parameters["properties"])
