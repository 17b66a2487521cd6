"""Whoever runs the directory, PostgreSQL runs too, and for that user alone."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.data.embedded.accounts import Account, Installation, accounts, strangers, two_accounts
from tests.data.embedded.conftest import Join
from tests.data.embedded.users import eventually, postmasters, processes_in

CONNECT = "import socket, sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1])"


def home(place: Path, account: Account) -> Path:
    """A folder of that user, open to others: only what the program makes in it is closed."""
    home = Path(place / account.name)
    home.mkdir(exist_ok=True)
    os.chown(home, account.uid, account.gid)
    return home


@pytest.mark.parametrize("account", accounts(), ids=lambda account: account.name)
def test_every_user_has_a_server_which_keeps_its_data_and_is_gone_when_the_user_is(
    place: Path, join: Join, account: Account
) -> None:
    data_dir = home(place, account) / "data"
    for statement, answer in (("CREATE TABLE kept AS SELECT 'ä' AS value", "None"), ("SELECT value FROM kept", "ä")):
        user = join(data_dir, account)
        assert user.hear() == "ready"
        assert user.ask(statement) == answer
        user.leave()
        assert postmasters(place) == []
        assert eventually(lambda: not processes_in(place))  # its supervisor, a moment later
    # Without namespaces another account has it.
    assert not account.forbidden or (data_dir / "postgres").stat().st_uid != account.uid


@pytest.mark.parametrize("account", accounts(), ids=lambda account: account.name)
def test_the_server_is_reached_by_its_owner_only(
    place: Path, join: Join, installation: Installation, account: Account
) -> None:
    data_dir = home(place, account) / "data"
    user = join(data_dir, account)
    assert user.hear() == "ready"
    assert user.ask("SHOW listen_addresses") == ""
    socket = data_dir / "postgres" / ".s.PGSQL.5432"
    assert [path.stat().st_mode & 0o777 for path in (data_dir, data_dir / "postgres", socket)] == [0o700] * 3
    for stranger in strangers(account):
        attempt = subprocess.run(
            [installation.python, "-c", CONNECT, str(socket)],
            env=installation.environment,
            user=stranger.uid,
            group=stranger.gid,
            extra_groups=[],
            capture_output=True,
            text=True,
        )
        assert "PermissionError" in attempt.stderr
    user.leave()


def test_two_users_of_one_machine_do_not_meet(place: Path, join: Join) -> None:
    first, second = (join(home(place, account) / f"data{n}", account) for n, account in enumerate(two_accounts()))
    assert [user.hear() for user in (first, second)] == ["ready", "ready"]
    first.ask("CREATE TABLE of_the_first ()")
    exists = "SELECT to_regclass('of_the_first') IS NOT NULL"
    assert [user.ask(exists) for user in (first, second)] == ["True", "False"]
    first.leave()
    assert second.ask(exists) == "False"
    second.leave()
