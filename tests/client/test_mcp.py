"""The tools over MCP: the SDK's own client, the command as a process of its own, and a real directory."""

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import httpx
import httpx2
import pytest
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CallToolResult, TextContent

from session_directory_client import FIND_BOUND_SESSION, LIST_SESSIONS, TOOLS, SessionDirectory
from tests.client.commands import ROOT, environment
from tests.server.tokens import token

COMMAND = ("-c", "import sys; from session_directory_client.mcp_server import main; sys.exit(main())")
AWAY = "http://127.0.0.1:9"


def mina(**claims: Any) -> str:
    return token(**({"sub": "mina", "app": "workbench", "project": "website"} | claims))


@contextmanager
def http_command(url: str) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """The command with `--http` on a free port, and where it listens. The token of its environment is not looked at."""
    process = subprocess.Popen(
        [sys.executable, *COMMAND, "--http", "--port", "0"],
        env=environment(url, mina()),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout
    try:
        first = process.stdout.readline()
        assert first.startswith("listening on http://127.0.0.1:"), first
        yield first.split()[-1], process
    finally:
        if process.poll() is None:
            process.terminate()
        process.communicate(timeout=20)


@pytest.fixture(scope="module")
def endpoint(demonstration: str) -> Iterator[str]:
    with http_command(demonstration) as (url, _process):
        yield url


@asynccontextmanager
async def over_http(endpoint: str, bearer: str, mode: Any = "auto") -> AsyncIterator[Client]:
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {bearer}"}) as http,
        Client(streamable_http_client(endpoint, http_client=http), mode=mode) as client,
    ):
        yield client


def over_stdio(url: str, bearer: str, mode: Any = "auto") -> Client:
    server = StdioServerParameters(command=sys.executable, args=list(COMMAND), env=environment(url, bearer))
    return Client(server, mode=mode)


@asynccontextmanager
async def connected(transport: str, url: str, endpoint: str, bearer: str, mode: Any = "auto") -> AsyncIterator[Client]:
    async with over_stdio(url, bearer, mode) if transport == "stdio" else over_http(endpoint, bearer, mode) as client:
        yield client


def text(result: CallToolResult) -> str:
    [content] = result.content
    assert isinstance(content, TextContent)
    return content.text


def receipt(result: CallToolResult) -> dict[str, Any]:
    assert not result.is_error, text(result)
    assert json.loads(text(result)) == result.structured_content
    return dict(result.structured_content)


def failure(result: CallToolResult) -> str:
    assert result.is_error
    assert result.structured_content is None
    return text(result)


@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_host_gets_the_tools_and_their_answers(
    transport: str, mode: str, demonstration: str, endpoint: str
) -> None:
    """Both tools, a refusal with its type, and wrong arguments to be mended, by either age of the protocol."""
    bearer = mina()
    with SessionDirectory(demonstration, bearer) as directory:
        sessions = LIST_SESSIONS.call(directory, {}).receipt
        bound = FIND_BOUND_SESSION.call(directory, {"conversation_binding_id": "demo-bound"}).receipt
    async with connected(transport, demonstration, endpoint, bearer, mode) as client:
        listed = (await client.list_tools()).tools
        assert [(tool.name, tool.description, tool.input_schema, tool.output_schema) for tool in listed] == [
            (tool.name, tool.description, tool.parameters, tool.receipt_schema) for tool in TOOLS
        ]
        assert all(tool.annotations and tool.annotations.read_only_hint for tool in listed)
        assert receipt(await client.call_tool("list_sessions", {})) == sessions
        assert receipt(await client.call_tool("list_sessions")) == sessions
        found = await client.call_tool("find_bound_session", {"conversation_binding_id": "demo-bound"})
        assert receipt(found) == bound
        refused = receipt(await client.call_tool("find_bound_session", {"conversation_binding_id": "nowhere"}))
        assert (refused["outcome"], refused["session"]) == ("BindingInvalid", None)
        wrong = await client.call_tool("list_sessions", {"scope": "all", "offset": -1})
        assert failure(wrong) == "offset must be a whole number from 0 to 1000000, such as 10."
        assert len(receipt(await client.call_tool("list_sessions", {"scope": "all", "offset": 0}))["sessions"]) == 10
        with pytest.raises(MCPError, match=r"There is no tool 'publish'\."):
            await client.call_tool("publish", {})


@pytest.mark.parametrize("transport", ["stdio", "http"])
async def test_a_token_that_the_directory_refuses_shows_nothing(
    transport: str, demonstration: str, endpoint: str
) -> None:
    bearer = mina(exp=1)
    async with connected(transport, demonstration, endpoint, bearer) as client:
        told = failure(await client.call_tool("list_sessions", {}))
    assert told.startswith("No answer: the directory answered 401 UNAUTHENTICATED. ")
    assert bearer not in told


async def test_a_directory_that_is_away_is_an_error_and_no_empty_list() -> None:
    with http_command(AWAY) as (endpoint, _process):
        async with over_http(endpoint, mina()) as client, over_stdio(AWAY, mina()) as other:
            for result in await asyncio.gather(client.call_tool("list_sessions"), other.call_tool("list_sessions")):
                assert failure(result).endswith("tell the user that the session directory is away.")


async def test_callers_at_once_see_only_their_own(demonstration: str, endpoint: str) -> None:
    own, stranger = mina(), token(sub="nobody", app="workbench")
    async with over_http(endpoint, own) as first, over_http(endpoint, stranger) as second:
        answers = await asyncio.gather(
            *(client.call_tool("list_sessions", {"scope": "all"}) for _ in range(5) for client in (first, second))
        )
    assert {len(receipt(answer)["sessions"]) for answer in answers[::2]} == {10}
    assert [receipt(answer)["sessions"] for answer in answers[1::2]] == [[]] * 5


CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_sessions", "arguments": {}}}
ACCEPT = {"Accept": "application/json, text/event-stream"}


@pytest.mark.parametrize("value", [None, "", "Bearer", "Basic bWluYTo=", "Bearer a b", "Bearer é"])
def test_a_request_without_a_bearer_token_is_401(endpoint: str, value: str | None) -> None:
    sent = httpx.Headers(ACCEPT if value is None else ACCEPT | {"Authorization": value}, encoding="latin-1")
    answer = httpx.post(endpoint, json=CALL, headers=sent)
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
    assert "sessions" not in answer.text


def test_of_two_tokens_none_is_chosen(endpoint: str) -> None:
    pair = [("Authorization", f"Bearer {mina()}")] * 2
    assert httpx.post(endpoint, json=CALL, headers=[*ACCEPT.items(), *pair]).status_code == 401


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "localhost"}, 200),
        ({"Origin": "http://localhost"}, 200),
        ({"Origin": "http://localhost:3000"}, 200),
        ({"Host": "localhost.evil.example"}, 421),
        ({"Host": "evil.example"}, 421),
        ({"Host": "evil.example:8765"}, 421),
        ({"Host": "127.0.0.1.evil.example:8765"}, 421),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
def test_a_page_from_elsewhere_gets_nothing(endpoint: str, headers: dict[str, str], status: int) -> None:
    answer = httpx.post(endpoint, json=CALL, headers=ACCEPT | {"Authorization": f"Bearer {mina()}"} | headers)
    assert answer.status_code == status
    assert ("session_id" in answer.text) == (status == 200)


def test_no_request_leaves_a_line_or_its_token(demonstration: str) -> None:
    bearer = mina()
    with http_command(demonstration) as (endpoint, process):
        answer = httpx.post(endpoint, json=CALL, headers=ACCEPT | {"Authorization": f"Bearer {bearer}"})
        assert answer.status_code == 200
        assert "mcp-session-id" not in answer.headers
        assert httpx.post(endpoint, content=b"{", headers=ACCEPT | {"Authorization": "Bearer x"}).status_code == 400
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == -signal.SIGINT
        assert process.stdout
        assert process.stdout.read() == ""


@pytest.mark.parametrize(
    ("arguments", "changes", "message"),
    [
        ((), {"SESSION_DIRECTORY_URL": ""}, "set SESSION_DIRECTORY_URL"),
        (("--http",), {"SESSION_DIRECTORY_URL": "nowhere"}, "the address of the directory should look like"),
        ((), {"SESSION_DIRECTORY_TOKEN": ""}, "set SESSION_DIRECTORY_TOKEN"),
        ((), {"SESSION_DIRECTORY_TOKEN": "planted token"}, "the token is empty or has characters"),
        ((), {"ALL_PROXY": "socks5://127.0.0.1:9"}, "the environment's proxy or certificates cannot be used"),
        (("--http", "--port", "0"), {"ALL_PROXY": "gopher://127.0.0.1:9"}, "Unknown scheme for proxy URL"),
        (("--port", "1"), {}, "--port goes with --http"),
        (("--http", "--port", "65536"), {}, "must be a whole number from 0 to 65535"),
    ],
)
def test_wrong_usage_is_told_before_anything_is_served(
    arguments: tuple[str, ...], changes: dict[str, str], message: str
) -> None:
    environ = environment(AWAY, "token") | changes
    ran = subprocess.run(
        [sys.executable, *COMMAND, *arguments], env=environ, capture_output=True, text=True, check=False, timeout=20
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert message in ran.stderr
    assert "planted" not in ran.stderr


def test_an_interrupt_ends_the_command_while_it_waits_for_a_line() -> None:
    process = subprocess.Popen(
        [sys.executable, *COMMAND], env=environment(AWAY, "token"), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n')
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["id"] == 1
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=20) == -signal.SIGINT
    process.communicate()


def test_an_interrupt_ends_the_command_while_a_host_keeps_a_stream_open(demonstration: str) -> None:
    headers = {"Accept": "text/event-stream", "Authorization": f"Bearer {mina()}"}
    with (
        http_command(demonstration) as (endpoint, process),
        httpx.stream("GET", endpoint, headers=headers) as opened,
    ):
        assert opened.status_code == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == -signal.SIGINT


def test_without_the_extra_the_command_says_how_to_get_it() -> None:
    without = f"import sys; sys.modules['mcp'] = None; {COMMAND[1]}"
    ran = subprocess.run(
        [sys.executable, "-c", without], env=environment(AWAY, "token"), capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    assert "pip install 'session-directory-client[mcp]'" in ran.stderr


def test_importing_the_client_or_its_command_leaves_the_extra_alone() -> None:
    code = "import sys, session_directory_client.mcp_server; sys.exit('mcp' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, env={"PYTHONPATH": str(ROOT / "client")})
