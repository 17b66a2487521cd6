"""Streams that are closed, full or unreadable: one line where one can be said, and an exit code that tells."""

import json
import subprocess
import sys
from pathlib import Path

import asyncpg
import pytest

from data.embedded import Address
from tests.server.programs import ROOT, environment
from tests.server.tokens import SECRET

HOME = str(ROOT / "tests" / "data" / "fixtures" / "loopx-home")
RECORD = json.dumps({"record": "project", "userId": "ada", "appId": "desk", "id": "stored"})


@pytest.fixture
def records(tmp_path: Path) -> Path:
    file = tmp_path / "records.ndjson"
    file.write_text(RECORD)
    return file


def redirected(
    redirection: str, *arguments: str | Path, database: Address | None = None
) -> "subprocess.CompletedProcess[str]":
    """How a subcommand ends whose streams a shell redirects so."""
    settings = {"DIRECTORY_JWT_SECRET": SECRET.decode()} | ({} if database is None else {"DATABASE_URL": database.dsn})
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {redirection}', "sh", sys.executable, "-m", "server", *arguments],
        cwd=ROOT,
        env=environment(settings),
        input="",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def one_line(done: "subprocess.CompletedProcess[str]", *words: str) -> None:
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    for word in words:
        assert word in done.stderr


async def stored(connection: "asyncpg.Connection[asyncpg.Record]") -> set[str]:
    return {row["id"] for row in await connection.fetch("SELECT id FROM projects")}


# ------------------------------------------------------------------------------------------------ standard output
@pytest.mark.parametrize(
    ("redirection", "reason"),
    [(">/dev/full", "cannot write to standard output: No space left on device"), (">&-", "standard output is closed")],
)
@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["token", "--help"],
        ["token", "--user", "ada", "--app", "desk"],
        ["schema"],
        ["migrate"],
        ["serve", "--port", "0"],
        ["up", "--port", "0", "--data-dir", "DIRECTORY"],
    ],
)
def test_what_cannot_be_said_is_an_error(
    module_database: Address, tmp_path: Path, arguments: list[str], redirection: str, reason: str
) -> None:
    arguments = [str(tmp_path) if argument == "DIRECTORY" else argument for argument in arguments]
    one_line(redirected(redirection, *arguments, database=module_database), reason)


@pytest.mark.parametrize("redirection", [">/dev/full", ">&-"])
@pytest.mark.parametrize("arguments", [["import", "-"], ["import-loopx", HOME, "--user", "ada"]])
async def test_an_import_whose_output_fails_says_that_what_it_stored_stays(
    database: Address,
    connection: "asyncpg.Connection[asyncpg.Record]",
    records: Path,
    arguments: list[str],
    redirection: str,
) -> None:
    one_line(redirected(f"<{records} {redirection}", *arguments, database=database), "what was imported stays")
    assert await stored(connection)


# ------------------------------------------------------------------------------------------------ input
@pytest.mark.parametrize(
    ("redirection", "reason"),
    [
        ("<&-", "standard input is closed"),
        ("0>FILE", "cannot read -: Bad file descriptor"),
    ],
)
def test_a_standard_input_that_cannot_be_read_is_an_error(
    module_database: Address, tmp_path: Path, redirection: str, reason: str
) -> None:
    done = redirected(redirection.replace("FILE", f"{tmp_path}/new"), "import", "-", database=module_database)
    one_line(done, reason)
    assert done.stdout == ""


async def test_a_file_that_opens_and_cannot_be_read_stops_the_import_there(
    database: Address, connection: "asyncpg.Connection[asyncpg.Record]", records: Path
) -> None:
    done = redirected("", "import", records, "/proc/self/mem", records, database=database)
    one_line(done, "cannot read /proc/self/mem: Input/output error", "what was imported stays")
    assert done.stdout == ""
    assert await stored(connection) == {"stored"}


# ------------------------------------------------------------------------------------------------ standard error
@pytest.mark.parametrize("redirection", ["2>/dev/full", "2>&-", "<&- 2>&-"])
def test_complaints_that_nobody_takes_change_nothing_else(
    module_database: Address, tmp_path: Path, redirection: str
) -> None:
    (tmp_path / "nonsense").write_text("nonsense\n")
    done = redirected(redirection, "import", tmp_path / "nonsense", database=module_database)
    assert (done.returncode, done.stdout) == (1, "accepted 0, stale 0, refused 1\n")
    done = redirected(redirection, "import", tmp_path / "missing", database=module_database)
    assert (done.returncode, done.stdout) == (2, "")


def test_a_command_without_any_stream_does_what_it_can(module_database: Address, tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    assert redirected("<&- >&- 2>&-", "import", tmp_path / "empty", database=module_database).returncode == 2


# ------------------------------------------------------------------------------------------------ one line
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["import", "no\nfile"], 2),
        (["import", "no\r\x85\u2028file"], 2),
        (["import-loopx", "no\nhome", "--user", "ada"], 1),
        (["schema", "no\nargument"], 2),
    ],
)
def test_a_name_that_breaks_lines_breaks_none(module_database: Address, arguments: list[str], code: int) -> None:
    done = redirected("", *arguments, database=module_database)
    assert done.returncode == code
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.endswith("\n")
