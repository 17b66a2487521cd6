"""Users share one server, and the last to leave ends it."""

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from data.embedded import EmbeddedPostgres, EmbeddedPostgresError
from tests.data.embedded.accounts import two_accounts
from tests.data.embedded.conftest import Join
from tests.data.embedded.users import eventually, postmasters, processes_in, supervisors


def test_two_that_start_at_once_in_an_empty_directory_share_one_server(place: Path, join: Join) -> None:
    users = [join(place / "data"), join(place / "data")]
    assert [user.hear() for user in users] == ["ready", "ready"]
    assert len({user.ask("SELECT pg_postmaster_start_time()") for user in users}) == 1
    assert (len(postmasters(place)), len(supervisors(place))) == (1, 1)
    for user in users:
        user.leave()


def test_the_server_stays_until_its_last_user_has_left(place: Path, data_dir: Path, join: Join) -> None:
    first, second = join(data_dir), join(data_dir)
    assert [user.hear() for user in (first, second)] == ["ready", "ready"]
    first.leave()
    assert second.ask("SELECT 1") == "1"
    second.leave()
    assert postmasters(place) == []
    assert eventually(lambda: not processes_in(place))  # its supervisor, a moment later


def test_a_newcomer_that_meets_a_stopping_server_has_one_that_answers(data_dir: Path) -> None:
    leaving = EmbeddedPostgres(data_dir)
    leaving.open()
    with ThreadPoolExecutor() as threads:
        for _ in range(10):
            left = threads.submit(leaving.close)
            leaving = EmbeddedPostgres(data_dir)
            address = leaving.open()
            assert address.answers()
            left.result()
            assert address.answers()
        leaving.close()
    assert not address.answers()


@pytest.mark.parametrize("name", ["x" * 200, "a,b:c d+%ü&?#"], ids=["of 200 characters", "of odd characters"])
async def test_a_path_suits_every_client(
    prepared: Path, place: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGPORT", "1")
    postgres = EmbeddedPostgres(place / name)
    address = await asyncio.to_thread(postgres.open)
    connection = await asyncpg.connect(address.dsn)
    assert await connection.fetchval("SELECT current_database()") == "directory"
    await connection.close()
    async with asyncpg.create_pool(address.with_database("template1").dsn, min_size=2) as pool:
        assert await pool.fetchval("SELECT current_database()") == "template1"
    engine = create_async_engine(address.dsn.replace("postgresql:", "postgresql+asyncpg:"))
    async with engine.connect() as connected:
        assert (await connected.execute(text("SELECT 1"))).scalar_one() == 1
    await engine.dispose()
    await asyncio.to_thread(postgres.close)


def test_a_directory_that_cannot_be_written_is_told_in_one_line(place: Path, join: Join) -> None:
    account, _ = two_accounts()
    closed = place / "closed"
    closed.mkdir(mode=0o555)
    user = join(closed / "data", account)
    assert user.hear() == (
        f"cannot use the data directory {closed / 'data'} (Permission denied): "
        "choose another, or set DATABASE_URL to a server"
    )
    user.leave()
    assert list(closed.iterdir()) == []


def test_a_file_in_the_place_of_the_directory_is_left_alone(place: Path) -> None:
    (place / "data").write_text("mine")
    with pytest.raises(
        EmbeddedPostgresError, match=r"^cannot use the data directory .*/data \(File exists\): choose another"
    ):
        EmbeddedPostgres(place / "data").open()
    assert (place / "data").read_text() == "mine"


def test_a_server_that_does_not_start_holds_nothing(data_dir: Path) -> None:
    control = data_dir / "postgres" / "global" / "pg_control"
    whole = control.read_bytes()
    control.write_bytes(bytes(len(whole)))
    with pytest.raises(EmbeddedPostgresError):
        EmbeddedPostgres(data_dir).open()
    control.write_bytes(whole)
    with EmbeddedPostgres(data_dir).running() as address:
        assert address.answers()


def test_secrets_of_the_application_do_not_reach_the_server(place: Path, data_dir: Path, join: Join) -> None:
    user = join(data_dir)
    assert user.hear() == "ready"
    assert b"SECRET" in Path(f"/proc/{user.process.pid}/environ").read_bytes()
    (postmaster,) = postmasters(place)
    assert b"SECRET" not in Path(f"/proc/{postmaster}/environ").read_bytes()
    user.leave()


def test_a_process_number_left_by_a_killed_server_may_be_anothers(data_dir: Path) -> None:
    for name in ("postmaster.pid", ".s.PGSQL.5432.lock"):
        (data_dir / "postgres" / name).write_text(
            f"{os.getpid()}\n{data_dir}/postgres\n1700000000\n5432\n.\n\n\nready\n"
        )
    with EmbeddedPostgres(data_dir).running() as address:
        assert address.answers()
