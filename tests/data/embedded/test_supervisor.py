"""Whatever is killed, the data is kept, one server runs for those who use it, and none is left."""

import os
import signal
import subprocess
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import pytest

from data.embedded import supervisor
from tests.data.embedded.conftest import Join
from tests.data.embedded.users import eventually, postmasters, processes_in, supervisors

FILL = "CREATE TABLE kept AS SELECT 7 AS value"
READ = "SELECT value FROM kept"


def kill(processes: Iterable[int]) -> None:
    for process in processes:
        with suppress(ProcessLookupError):  # Gone with an earlier one.
            os.kill(process, signal.SIGKILL)


def test_a_killed_user_leaves_no_server(place: Path, data_dir: Path, join: Join) -> None:
    user = join(data_dir)
    assert user.hear() == "ready"
    user.kill()
    assert eventually(lambda: not processes_in(place))


def test_a_start_right_after_a_kill_finds_the_data_and_one_server(place: Path, data_dir: Path, join: Join) -> None:
    for statement, answer in ((FILL, "None"), (READ, "7"), (READ, "7")):
        user = join(data_dir)
        assert user.hear() == "ready"
        assert user.ask(statement) == answer
        assert (len(postmasters(place)), len(supervisors(place))) == (1, 1)
        user.kill()
    assert eventually(lambda: not processes_in(place))


def test_a_start_right_after_everything_was_killed_finds_the_data(place: Path, data_dir: Path, join: Join) -> None:
    user = join(data_dir)
    assert user.hear() == "ready"
    assert user.ask(FILL) == "None"
    kill(processes_in(place))
    newcomer = join(data_dir)
    assert newcomer.hear() == "ready"
    assert newcomer.ask(READ) == "7"
    newcomer.leave()


def test_a_killed_postmaster_is_replaced_for_its_users_and_for_a_newcomer(
    place: Path, data_dir: Path, join: Join
) -> None:
    user = join(data_dir)
    assert user.hear() == "ready"
    assert user.ask(FILL) == "None"
    kill(postmasters(place))
    newcomer = join(data_dir)
    assert newcomer.hear() == "ready"
    assert [newcomer.ask(READ), user.ask(READ)] == ["7", "7"]
    newcomer.leave()
    kill(postmasters(place))
    assert eventually(lambda: user.ask(READ) == "7")
    user.leave()


def test_a_killed_supervisor_takes_its_server_along_and_a_newcomer_starts_another(
    place: Path, data_dir: Path, join: Join
) -> None:
    user = join(data_dir)
    assert user.hear() == "ready"
    assert user.ask(FILL) == "None"
    kill(supervisors(place))
    newcomer = join(data_dir)
    assert newcomer.hear() == "ready"
    assert [newcomer.ask(READ), user.ask(READ)] == ["7", "7"]
    assert (len(postmasters(place)), len(supervisors(place))) == (1, 1)
    kill(supervisors(place))
    assert eventually(lambda: not postmasters(place))
    newcomer.leave()
    user.leave()


def test_a_first_start_that_was_killed_half_way_is_begun_anew(place: Path, join: Join) -> None:
    data_dir = place / "data"
    user = join(data_dir)
    assert eventually((data_dir / "postgres.new" / "PG_VERSION").exists)
    kill([*supervisors(place), user.process.pid])
    newcomer = join(data_dir)
    assert newcomer.hear() == "ready"
    assert newcomer.ask("SELECT current_database()") == "directory"
    newcomer.leave()
    assert {path.name for path in data_dir.iterdir()} == {"locks", "postgres", "postgres.log"}


def test_a_server_that_listens_to_no_signal_is_ended_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "_FAST_STOP_SECONDS", 0.05)
    monkeypatch.setattr(supervisor, "_IMMEDIATE_STOP_SECONDS", 0.05)
    command = ["sh", "-c", "trap '' INT QUIT; echo deaf; exec sleep 60"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as deaf:
        assert deaf.stdout is not None
        assert deaf.stdout.readline() == b"deaf\n"
        supervisor.stop_server(deaf)
        assert deaf.returncode == -signal.SIGKILL


def test_a_server_that_is_still_starting_is_ended_when_nobody_wants_it_any_more(
    place: Path, data_dir: Path, join: Join
) -> None:
    cluster = data_dir / "postgres"
    (cluster / "standby.signal").touch()
    with (cluster / "postgresql.conf").open("a") as settings:
        settings.write("hot_standby = off")  # A standby that accepts no connections never gets ready.
    user = join(data_dir)
    assert eventually(lambda: postmasters(place) != [])
    user.kill()
    assert eventually(lambda: not processes_in(place))
