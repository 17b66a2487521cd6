"""Data directories and their users, each test's own."""

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from data.embedded import EmbeddedPostgres
from tests.data.embedded.accounts import MYSELF, OWN_INSTALLATION, Account, Installation, public_installation
from tests.data.embedded.users import User, eventually, processes_in

Join = Callable[..., User]


@pytest.fixture(scope="session")
def installation() -> Iterator[Installation]:
    """One that every user of the machine reaches."""
    with public_installation() as installation:
        yield installation


@pytest.fixture
def place(memory: Path | None) -> Iterator[Path]:
    """A folder that every user reaches. No process is left there after the test."""
    with TemporaryDirectory(prefix="directory-place-", dir=memory) as name:
        Path(name).chmod(0o755)
        yield Path(name)
        assert eventually(lambda: not processes_in(Path(name))), processes_in(Path(name))


@pytest.fixture
def join(place: Path, request: pytest.FixtureRequest) -> Iterator[Join]:
    """Starts a process that uses a data directory. Those that still live after the test are killed."""
    joined: list[User] = []

    def join(data_dir: Path, account: Account = MYSELF) -> User:
        own = account is MYSELF or account.uid == os.geteuid()
        joined.append(User(data_dir, OWN_INSTALLATION if own else request.getfixturevalue("installation"), account))
        return joined[-1]

    yield join
    for user in joined:
        user.kill()


@pytest.fixture(scope="session")
def prepared(memory: Path | None) -> Iterator[Path]:
    """A data directory that was used before."""
    with TemporaryDirectory(prefix="directory-prepared-", dir=memory) as name:
        with EmbeddedPostgres(Path(name), durable=False).running():
            pass
        yield Path(name)


@pytest.fixture
def data_dir(place: Path, prepared: Path) -> Path:
    """A copy of it with its owners, for this test alone."""
    subprocess.run(["cp", "-a", prepared, place / "data"], check=True)
    return place / "data"


@pytest.fixture
def cluster_log(data_dir: Path) -> Path:
    """The log in `data_dir`."""
    return data_dir / "postgres.log"
