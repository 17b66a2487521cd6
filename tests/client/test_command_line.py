"""`session-directory`: what people, pipes and scripts get of it."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from data.embedded import Address
from providers.declared import DeclaredObserver
from server.application import create_app
from server.settings import Settings
from session_directory_client.command_line import main
from session_directory_client.documents import BOUND_SESSION, SESSIONS
from tests.client.commands import COMMAND, ROOT, environment, on_terminal, piped
from tests.client.planted import SESSION, bound, page
from tests.providers.loopback import Loopback, reply, silence
from tests.server.serving import serving
from tests.server.tokens import SECRET, token

HOSTILE = "one\ttwo\n\x1b[31m\u202e[bold]x[/bold]"


def mina(**claims: Any) -> str:
    return token(**({"sub": "mina", "app": "workbench", "project": "website"} | claims))


def answered(url: str, bearer: str, document: str, **variables: object) -> Any:
    """What the directory says itself, with instants as they are compared."""
    headers = {"Authorization": f"Bearer {bearer}"}
    body = {"query": document, "variables": variables}
    [answer] = httpx.post(f"{url}/graphql", json=body, headers=headers).json()["data"].values()
    return with_instants(answer)


def with_instants(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: with_instants(item) for name, item in value.items()}
    if isinstance(value, list):
        return [with_instants(item) for item in value]
    if isinstance(value, str) and re.match(r"\d{4}-\d\d-\d\dT", value):
        return datetime.fromisoformat(value)
    return value


@pytest.fixture
def surroundings(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """For `main`, which reads its environment."""
    monkeypatch.setenv("SESSION_DIRECTORY_URL", "http://127.0.0.1:1")
    monkeypatch.setenv("SESSION_DIRECTORY_TOKEN", "planted-token")
    return monkeypatch


# ------------------------------------------------------------------------------------------------ people
def test_a_terminal_shows_a_table_and_how_to_see_more(demonstration: str) -> None:
    code, screen = on_terminal(environment(demonstration, mina()), "sessions", "--all", "--offset", "10")
    assert code == 0
    assert re.search(r"Title.*Status.*Turn.*Project.*Last activity.*Session", screen)
    assert "\x1b[" in screen
    assert "\t" not in screen
    assert "10 returned, more with --all --offset 20" in screen


def test_a_terminal_shows_one_bound_session_row_by_row(demonstration: str) -> None:
    code, screen = on_terminal(environment(demonstration, mina()), "open", "demo-bound")
    assert code == 0
    rows = dict(re.split(" {2,}", line.strip()) for line in re.sub("\x1b\\[[0-9;]*m", "", screen).splitlines())
    assert list(rows) == ["Title", "Session", "Project", "Turn", "Last activity", "Channel", "Confirmed"]
    assert (rows["Title"], rows["Session"]) == ("When does my parcel come?", "chat-delivery")


def test_a_terminal_without_colours_gets_none(demonstration: str) -> None:
    wanted = environment(demonstration, mina()) | {"NO_COLOR": "1", "TERM": "dumb"}
    assert "\x1b" not in on_terminal(wanted, "sessions")[1]


def test_a_title_commands_no_terminal_and_is_no_markup(loopback: Loopback) -> None:
    planted = SESSION | {"title": HOSTILE, "currentTurn": None, "id": "[link=x]s[/link]"}
    loopback.answers["/graphql"] = [reply(page(nodes=[planted])), reply(bound(session=planted))]
    for arguments in (["sessions"], ["open", "bind"], ["open", "bind"]):
        code, screen = on_terminal(environment(loopback.url, "planted-token"), *arguments)
        assert code == 0
        assert "one two �[31m�[bold]x[/bold]" in screen
        assert "[link=x]s[/link]" in screen
        assert "\x1b[31m" not in screen
        assert "\u202e" not in screen


def test_an_empty_scope_is_said_to_people_and_no_line_to_a_pipe(demonstration: str) -> None:
    nobody = environment(demonstration, mina(sub="nobody"))
    assert on_terminal(nobody, "sessions", "--all") == (0, "No sessions.\r\n")
    done = piped(nobody, "sessions", "--all")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


# ------------------------------------------------------------------------------------------------ pipes and scripts
def test_a_pipe_gets_a_line_for_each_session_of_the_project(demonstration: str) -> None:
    done = piped(environment(demonstration, mina()), "sessions")
    listed = answered(demonstration, mina(), SESSIONS, scope="PROJECT", offset=0)["nodes"]
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.split("\t") for line in done.stdout.splitlines()] == [
        [
            node["id"],
            node["lastActivityAt"].isoformat(),
            node["status"],
            node["currentTurn"]["status"],
            node["currentTurn"]["waitingFor"] or "",
            node["projectId"],
            node["path"],
            node["title"] or "",
        ]
        for node in listed
    ]


def test_a_title_stays_within_its_line(loopback: Loopback, surroundings: pytest.MonkeyPatch, capsys: Any) -> None:
    loopback.answers["/graphql"] = [reply(page(nodes=[SESSION | {"title": HOSTILE}]))]
    surroundings.setenv("SESSION_DIRECTORY_URL", loopback.url)
    assert main(["sessions"]) == 0
    [line] = capsys.readouterr().out.splitlines()
    assert line.split("\t")[4:] == ["ANSWER", "garden", "/root", "one two �[31m�[bold]x[/bold]"]


@pytest.mark.parametrize(
    ("arguments", "document", "variables"),
    [
        (["sessions"], SESSIONS, {"scope": "PROJECT", "offset": 0}),
        (["sessions", "--all", "--offset", "20"], SESSIONS, {"scope": "ALL", "offset": 20}),
        (["sessions", "--project", "website"], SESSIONS, {"scope": "PROJECT", "offset": 0, "projectId": "website"}),
        (["open", "demo-steward"], BOUND_SESSION, {"conversationBindingId": "demo-steward"}),
        (["open", "demo-none-open"], BOUND_SESSION, {"conversationBindingId": "demo-none-open"}),
    ],
)
def test_json_is_the_answer_by_the_names_of_the_contract(
    demonstration: str,
    surroundings: pytest.MonkeyPatch,
    capsys: Any,
    arguments: list[str],
    document: str,
    variables: dict[str, object],
) -> None:
    bearer = mina()
    surroundings.setenv("SESSION_DIRECTORY_URL", demonstration)
    surroundings.setenv("SESSION_DIRECTORY_TOKEN", bearer)
    code = main([*arguments, "--json"])
    printed = capsys.readouterr().out
    answer = with_instants(json.loads(printed))
    expected = answered(demonstration, bearer, document, **variables)
    for moment in (answer, expected):
        moment.pop("verifiedAt", None)
    assert answer == expected
    assert code == (answer["__typename"] == "NoOpenSession")
    assert printed.isascii()


def test_a_project_beyond_the_limit_is_walked_to_its_end(
    cluster: Address, demonstration: str, surroundings: pytest.MonkeyPatch, capsys: Any
) -> None:
    whole = answered(demonstration, mina(), SESSIONS, scope="PROJECT", offset=0)["nodes"]
    address = cluster.with_database("demonstration")
    app = create_app(Settings(jwt_secret=SECRET, project_limit=3), address.dsn, {"demo": DeclaredObserver()})
    surroundings.setenv("SESSION_DIRECTORY_TOKEN", mina())
    with serving(app) as url:
        surroundings.setenv("SESSION_DIRECTORY_URL", url)
        assert main(["sessions", "--json"]) == 0
    answer = with_instants(json.loads(capsys.readouterr().out))
    assert answer["nodes"] == whole
    assert (answer["returnedCount"], answer["pageInfo"]["hasNextPage"]) == (len(whole), False)


# ------------------------------------------------------------------------------------------------ refusals
@pytest.mark.parametrize(
    ("arguments", "claims", "lines"),
    [
        (["sessions"], {"project": None}, ["refused: PROJECT_REQUIRED: ", "next step: mend --project"]),
        (["sessions", "--project", "x"], {"project": None}, ["refused: PROJECT_NOT_FOUND: ", "next step: mend --pro"]),
        (["sessions"], {"scope": "sessions:publish", "project": None}, ["refused: CALLER_NOT_ALLOWED: "]),
        (["open", "demo-revoked"], {}, ["refused: BindingRevoked: ", "next step: RECONNECT"]),
        (["open", "demo-replaced"], {}, ["refused: BindingChanged: ", "next step: RECONNECT", "replaced by: demo-bou"]),
        (["open", "\0"], {}, ["refused: BindingInvalid: ", "next step: FIX_CALL"]),
    ],
)
def test_a_refusal_is_1_with_its_message_and_the_next_step(
    demonstration: str,
    surroundings: pytest.MonkeyPatch,
    capsys: Any,
    arguments: list[str],
    claims: dict[str, Any],
    lines: list[str],
) -> None:
    surroundings.setenv("SESSION_DIRECTORY_URL", demonstration)
    surroundings.setenv("SESSION_DIRECTORY_TOKEN", mina(**claims))
    assert main(arguments) == 1
    told = capsys.readouterr()
    assert told.out == ""
    for line, beginning in zip(told.err.splitlines(), lines, strict=True):
        assert line.startswith(beginning)


def test_a_refusal_of_tomorrow_is_told_by_its_message(
    loopback: Loopback, surroundings: pytest.MonkeyPatch, capsys: Any
) -> None:
    refusal = {"__typename": "Asleep", "conversationBindingId": "bind", "message": "It\x1b sleeps.", "nextStep": "WAKE"}
    loopback.answers["/graphql"] = [
        reply({"data": {"boundSession": refusal}}),
        reply({"data": {"sessions": {"__typename": "Map"}}}),
    ]
    surroundings.setenv("SESSION_DIRECTORY_URL", loopback.url)
    assert main(["open", "bind", "--json"]) == 1
    told = capsys.readouterr()
    assert json.loads(told.out) == refusal
    assert told.err == "refused: Asleep: It� sleeps.\nnext step: WAKE\n"
    assert main(["sessions"]) == 1
    assert capsys.readouterr().err == (
        "refused: Map: an answer that this version does not know\nnext step: update session-directory-client\n"
    )


# ------------------------------------------------------------------------------------------------ no answer
@pytest.mark.parametrize(
    ("arguments", "variables"),
    [
        ([], {}),
        (["sessions", "--offset", "-1"], {}),
        (["sessions", "--offset", "ten"], {}),
        (["sessions", "--all", "--offset", "1000001"], {}),
        (["sessions", "--offset", "10"], {}),
        (["sessions", "--all", "--project", "website"], {}),
        (["open"], {}),
        (["sessions"], {"SESSION_DIRECTORY_URL": ""}),
        (["sessions"], {"SESSION_DIRECTORY_TOKEN": ""}),
        (["sessions"], {"SESSION_DIRECTORY_URL": "http://planted:token@127.0.0.1"}),
        (["sessions"], {"SESSION_DIRECTORY_TOKEN": "planted token"}),
    ],
)
def test_wrong_usage_is_2_and_shows_no_token(
    surroundings: pytest.MonkeyPatch, capsys: Any, arguments: list[str], variables: dict[str, str]
) -> None:
    for name, value in variables.items():
        surroundings.setenv(name, value)
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    told = capsys.readouterr()
    assert ended.value.code == 2
    assert "session-directory" in told.err
    assert "planted" not in told.out + told.err


def test_no_answer_is_3_and_shows_no_token(
    demonstration: str, loopback: Loopback, surroundings: pytest.MonkeyPatch, capsys: Any
) -> None:
    loopback.answers["/graphql"] = [reply(content=b"<html>planted</html>"), reply(bound(conversationBindingId="other"))]
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        deaf = f"http://127.0.0.1:{taken.getsockname()[1]}"
        for url, arguments, hint in (
            (demonstration, ["sessions"], "SESSION_DIRECTORY_TOKEN"),
            (deaf, ["open", "bind"], "SESSION_DIRECTORY_URL"),
            (loopback.url, ["sessions"], ""),
            (loopback.url, ["open", "bind"], "another binding"),
        ):
            surroundings.setenv("SESSION_DIRECTORY_URL", url)
            assert main([*arguments, "--json"]) == 3
            told = capsys.readouterr()
            assert told.out == ""
            assert told.err.startswith("error: ")
            assert hint in told.err
            assert "planted" not in told.err


def test_ctrl_c_is_quiet(loopback: Loopback) -> None:
    loopback.answers["/graphql"] = [silence]
    environ = environment(loopback.url, "planted-token")
    with subprocess.Popen(
        [*COMMAND, "sessions"], env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        while not loopback.asked:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=20) == (b"", b"")
    assert process.returncode == 130


@pytest.mark.parametrize("arguments", [["sessions"], ["--help"]])
def test_a_reader_that_has_gone_is_quiet(demonstration: str, arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    environ = environment(demonstration, mina())
    done = subprocess.run(
        [*COMMAND, *arguments], env=environ, stdout=writing, stderr=subprocess.PIPE, timeout=30, check=False
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_full_disk_is_said(demonstration: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, "sessions"],
            env=environment(demonstration, mina()),
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=30,
            check=False,
        )
    assert done.returncode == 3
    assert done.stderr == b"error: cannot write to standard output: No space left on device\n"


@pytest.mark.parametrize(
    ("closing", "arguments", "code"),
    [(">&-", "sessions", 3), ("2>&-", "open nope", 1), ("2>/dev/full", "open nope", 1), (">&- 2>&-", "sessions", 3)],
)
def test_an_output_that_is_closed_is_no_trace(demonstration: str, closing: str, arguments: str, code: int) -> None:
    shell = f'"$0" -c "$1" {arguments} {closing}'
    command = ["sh", "-c", shell, COMMAND[0], COMMAND[2]]
    done = subprocess.run(
        command, env=environment(demonstration, mina()), capture_output=True, text=True, timeout=30, check=False
    )
    assert done.returncode == code
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("name", "value"), [("SSL_CERT_FILE", "/nowhere/planted.pem"), ("ALL_PROXY", "socks5://127.0.0.1:1")]
)
def test_an_environment_that_no_client_can_be_made_in_is_2(demonstration: str, name: str, value: str) -> None:
    done = piped(environment(demonstration, mina()) | {name: value}, "sessions")
    assert (done.returncode, done.stdout) == (2, "")
    assert "the environment's proxy or certificates cannot be used" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("instant", ["9999-12-31T23:59:59.000000-23:59", "0001-01-01T00:00:00.000000+23:59"])
def test_an_instant_beyond_the_years_that_there_are_is_shown(loopback: Loopback, instant: str) -> None:
    loopback.answers["/graphql"] = [reply(page(nodes=[SESSION | {"lastActivityAt": instant}], returnedCount=1))]
    code, shown = on_terminal(environment(loopback.url, "planted-token"), "sessions")
    assert code == 0
    assert instant[:4] in shown


# ------------------------------------------------------------------------------------------------ the package
def test_importing_the_package_leaves_the_command_and_its_extra_alone() -> None:
    """httpx brings rich along where there is one, for a command of its own."""
    code = (
        "import sys, httpx; before = set(sys.modules); import session_directory_client; "
        "sys.exit(any('rich' in name or 'command' in name for name in sys.modules.keys() - before))"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env={"PYTHONPATH": str(ROOT / "client")})


def test_the_readme_shows_commands_that_answer_and_every_exit_code(
    demonstration: str, surroundings: pytest.MonkeyPatch, capsys: Any
) -> None:
    readme = (ROOT / "client/README.md").read_text()
    surroundings.setenv("SESSION_DIRECTORY_URL", demonstration)
    surroundings.setenv("SESSION_DIRECTORY_TOKEN", mina())
    shown = re.findall(r"^session-directory (.*)$", readme, re.MULTILINE)
    assert len(shown) == 4
    assert [main(arguments.split()) for arguments in shown] == [0] * 4
    capsys.readouterr()
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out
    assert re.findall(r"^  (\d)  ", told, re.MULTILINE) == ["0", "1", "2", "3"]
    assert re.findall(r"^\| (\d+) \|", readme, re.MULTILINE) == ["0", "1", "2", "3", "130", "141"]
