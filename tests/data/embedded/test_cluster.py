"""A cluster that cannot be opened is told in one line and left as it is; the log stays short and discreet."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from data.embedded import EmbeddedPostgres, EmbeddedPostgresError
from data.embedded.binaries import binary_directory
from data.embedded.cluster import Cluster
from data.embedded.identity import Identity
from data.embedded.locks import Lock, Locks
from data.embedded.programs import Programs
from tests.data.embedded.conftest import Join


def of_another_version(cluster: Path) -> None:
    (cluster / "PG_VERSION").write_text("16\n")


def without_version(cluster: Path) -> None:
    (cluster / "PG_VERSION").unlink()


def without_control_data(cluster: Path) -> None:
    (cluster / "global" / "pg_control").write_bytes(bytes(8192))


@pytest.mark.parametrize(
    ("damage", "line"),
    [
        (of_another_version, r"\S+/data/postgres was made by PostgreSQL 16 and this is 18: dump it .*"),
        (without_version, r"\S+/data/postgres is no readable PostgreSQL database: restore it, or .*"),
        (without_control_data, r"PostgreSQL did not start: .+ \(more in \S+/data/postgres.log\)"),
    ],
    ids=["another version", "no version", "no control data"],
)
def test_a_cluster_that_cannot_be_opened_is_told_in_one_line(
    data_dir: Path, damage: Callable[[Path], None], line: str
) -> None:
    damage(data_dir / "postgres")
    with pytest.raises(EmbeddedPostgresError) as caught:
        EmbeddedPostgres(data_dir).open()
    assert re.fullmatch(line, str(caught.value))
    assert not (data_dir / "postgres" / "postmaster.pid").exists()


def test_the_cluster_of_another_user_is_refused(data_dir: Path) -> None:
    stranger = Identity((os.geteuid() + 1, os.getegid()), lambda: None)
    cluster = Cluster(data_dir, Programs(binary_directory(), stranger, "18"), durable=False)
    with (
        Locks(data_dir).take(Lock.SERVER) as lock,
        pytest.raises(
            EmbeddedPostgresError, match=r"/data/postgres belongs to the user .+: run as that user, or choose"
        ),
    ):
        cluster.start(lock)


def test_the_log_tells_of_the_server_and_not_of_its_clients(cluster_log: Path, data_dir: Path, join: Join) -> None:
    user = join(data_dir)
    assert user.hear() == "ready"
    assert user.ask("SELECT 'private'::int") == "InvalidTextRepresentationError"
    user.leave()
    log = cluster_log.read_text()
    assert "ready to accept connections" in log
    assert "private" not in log


def test_a_long_log_is_begun_anew(cluster_log: Path, data_dir: Path) -> None:
    cluster_log.write_bytes(b"FATAL:  of long ago\n" * 100_000)
    with EmbeddedPostgres(data_dir).running():
        assert cluster_log.read_text().count("\n") < 100
