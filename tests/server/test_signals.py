"""SIGTERM and SIGINT, whenever they come: an orderly end, on time, without a word, and nothing is left running."""

import asyncio
import fcntl
import os
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import asyncpg
import pytest

from data.embedded import Address, EmbeddedPostgres
from tests.data.embedded.users import eventually, postmasters, processes_in
from tests.server.programs import ROOT, environment
from tests.server.tokens import SECRET

LEAVE_SECONDS = 15
HOME = str(ROOT / "tests" / "data" / "fixtures" / "loopx-home")
RECORD = '{"record": "project", "userId": "ada", "appId": "desk", "id": "late"}\n'

Ended: TypeAlias = tuple[int, str, str]
Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"


@contextmanager
def command(*arguments: str | Path, database_url: str | None = None) -> Iterator["subprocess.Popen[str]"]:
    """A subcommand that runs and heeds signals; its standard input stays open."""
    settings = {} if database_url is None else {"DATABASE_URL": database_url, "DIRECTORY_JWT_SECRET": SECRET.decode()}
    process = subprocess.Popen(
        [sys.executable, "-m", "server", *arguments],
        cwd=ROOT,
        env=environment(settings),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert eventually(lambda: heeds_signals(process.pid))
        yield process
    finally:
        process.kill()
        process.communicate()


def heeds_signals(process: int) -> bool:
    status = Path(f"/proc/{process}/status").read_text()
    [caught] = [line.split()[1] for line in status.splitlines() if line.startswith("SigCgt:")]
    return bool(int(caught, 16) >> (signal.SIGTERM - 1) & 1)  # the second to get its handler


def ended(process: "subprocess.Popen[str]", *signals: signal.Signals) -> Ended:
    """How it ends after `signals`: its exit code and what it said."""
    for number in signals:
        process.send_signal(number)
    said, complained = process.communicate(timeout=LEAVE_SECONDS)
    return process.returncode, said, complained


@pytest.fixture
def place(memory: Path | None) -> Iterator[Path]:
    """A folder for data directories. No process works in it after the test."""
    with TemporaryDirectory(prefix="directory-signals-", dir=memory) as name:
        yield Path(name)
        assert eventually(lambda: not processes_in(Path(name))), processes_in(Path(name))


MOMENTS = (0, 0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 1.0, 1.2, 1.4, 1.7, 2.0)


def test_up_ends_in_order_at_any_moment_of_its_start(place: Path) -> None:
    def start_and_end(seconds: float, number: signal.Signals) -> Ended:
        with command("up", "--port", "0", "--data-dir", place / f"{seconds}") as process:
            time.sleep(seconds)
            return ended(process, number)

    with ThreadPoolExecutor(3) as executor:
        signals = (signal.SIGTERM, signal.SIGINT) * len(MOMENTS)
        ends = list(executor.map(start_and_end, MOMENTS, signals))
    assert [(code, complained) for code, _, complained in ends] == [(0, "")] * len(MOMENTS)


@pytest.mark.parametrize("arguments", [["up"], ["serve"]])
def test_several_signals_are_one(module_database: Address, tmp_path: Path, arguments: list[str]) -> None:
    more = ("--port", "0", "--data-dir", tmp_path)
    with command(*arguments, *more, database_url=module_database.dsn) as process:
        assert process.stdout
        assert process.stdout.readline().startswith("listening on ")
        assert ended(process, signal.SIGTERM, signal.SIGINT, signal.SIGTERM)[::2] == (0, "")


@contextmanager
def never_ready(data_dir: Path) -> Iterator[Callable[[], bool]]:
    """A standby that accepts no connections: it looks like a recovery without end. Gives whether it is started."""
    with EmbeddedPostgres(data_dir, durable=False).running():
        pass
    (data_dir / "postgres" / "standby.signal").touch()
    with (data_dir / "postgres" / "postgresql.conf").open("a") as settings:
        settings.write("hot_standby = off")
    yield lambda: postmasters(data_dir) != []


@contextmanager
def never_free(data_dir: Path) -> Iterator[Callable[[], bool]]:
    """A lock that somebody holds. Gives whether it is waited for."""
    (data_dir / "locks").mkdir(parents=True)
    with (data_dir / "locks" / "transition.lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        wanted = f":{os.fstat(lock.fileno()).st_ino} "
        yield lambda: any("->" in line and wanted in line for line in Path("/proc/locks").read_text().splitlines())


@pytest.mark.parametrize("hindrance", [never_ready, never_free])
def test_a_database_that_does_not_open_is_given_up(
    place: Path, hindrance: Callable[[Path], AbstractContextManager[Callable[[], bool]]]
) -> None:
    with (
        hindrance(place / "data") as is_waited_for,
        command("up", "--port", "0", "--data-dir", place / "data") as process,
    ):
        assert eventually(is_waited_for)
        assert ended(process, signal.SIGTERM) == (0, "", "")


# ------------------------------------------------------------------------------------------------ other commands
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize(
    ("arguments", "lock"),
    [
        (["migrate"], "SELECT pg_advisory_xact_lock(103722676832004)"),
        (["import", "FILE"], "LOCK TABLE projects"),
        (["import-loopx", HOME, "--user", "ada"], "LOCK TABLE projects"),
    ],
)
async def test_a_command_that_waits_for_the_database_is_interrupted_and_changes_nothing(
    database: Address, connection: Connection, tmp_path: Path, arguments: list[str], lock: str, number: signal.Signals
) -> None:
    file = tmp_path / "records.ndjson"
    file.write_text(RECORD)
    if arguments == ["migrate"]:
        await connection.execute("UPDATE alembic_version SET version_num = '0001'")
    version = await connection.fetchval(VERSION)
    arguments = [str(file) if argument == "FILE" else argument for argument in arguments]
    with command(*arguments, database_url=database.dsn) as process:
        async with connection.transaction():
            await connection.execute(lock)
            await until(connection, "SELECT count(*) > 0 FROM pg_locks WHERE NOT granted")
            assert await asyncio.to_thread(ended, process, number) == (128 + number, "", "")
    await until(connection, f"SELECT count(*) = 1 FROM pg_stat_activity WHERE datname = '{database.database}'")
    assert await connection.fetchval("SELECT count(*) FROM projects") == 0
    assert await connection.fetchval(VERSION) == version


VERSION = "SELECT version_num FROM alembic_version"


async def until(connection: Connection, condition: str) -> None:
    for _ in range(1_000):
        if await connection.fetchval(condition):
            return
        await asyncio.sleep(0.01)
    pytest.fail(f"it never came to that: {condition}")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_an_import_that_waits_for_more_of_a_pipe_is_interrupted(
    module_database: Address, number: signal.Signals
) -> None:
    with command("import", "-", database_url=module_database.dsn) as process:
        assert process.stdin
        process.stdin.write(RECORD)
        process.stdin.flush()
        pipe = process.stdin.fileno()
        assert eventually(lambda: fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)) == bytes(4))
        process.send_signal(number)
        assert process.wait(LEAVE_SECONDS) == 128 + number
        assert process.communicate() == ("", "")


def test_an_import_that_waits_for_the_other_end_of_a_pipe_is_interrupted(
    module_database: Address, tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "fifo")
    with command("import", tmp_path / "fifo", database_url=module_database.dsn) as process:
        threads = Path(f"/proc/{process.pid}/task")
        assert eventually(lambda: len(list(threads.iterdir())) > 1)
        assert ended(process, signal.SIGTERM) == (128 + signal.SIGTERM, "", "")


def test_an_import_that_waits_for_more_of_a_named_pipe_is_interrupted(module_database: Address, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    with (
        command("import", tmp_path / "fifo", database_url=module_database.dsn) as process,
        (tmp_path / "fifo").open("w") as fifo,
    ):
        fifo.write(RECORD)
        fifo.flush()
        assert eventually(lambda: fcntl.ioctl(fifo, termios.FIONREAD, bytes(4)) == bytes(4))
        assert ended(process, signal.SIGTERM) == (128 + signal.SIGTERM, "", "")
