"""The rows that every variant answers from, in an embedded PostgreSQL that is kept between runs."""

import asyncio
import fcntl
import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import asyncpg

from data.embedded import EmbeddedPostgres
from data.migrations import HEAD, migrate

APP = "bench"
HEAVY = "heavy"
"""The owner with most sessions."""
DESK = "desk"
"""The owner of the project of 100 sessions, and of the binding."""
PROJECT = "whole"
BINDING = "binding"
PROVIDER = "bench"

_SQL = Path(__file__).with_suffix(".sql").read_text()
_MOST = 50_000
_SESSIONS_OF_AN_OWNER = 50
_SECONDS_TO_LOAD = 1_800


@dataclass(frozen=True, slots=True)
class Size:
    """How many rows there are: 1,000,000 sessions are those of 20,000 owners, and 50,000 are those of one."""

    sessions: int

    @property
    def owners(self) -> int:
        """How many owners share the sessions."""
        return self.sessions // _SESSIONS_OF_AN_OWNER

    @property
    def heavy(self) -> int:
        """How many sessions the owner with most has."""
        return min(_MOST, self.sessions // 2)

    @property
    def depth(self) -> int:
        """How far down the deep page begins: 40,000 of 50,000."""
        return self.heavy * 4 // 5

    @property
    def mark(self) -> str:
        """What these rows are known by; it changes with the schema and with the way the rows are made."""
        made_by = hashlib.sha256(f"{HEAD}{_SQL}".encode()).hexdigest()
        return f"{self.sessions} sessions made by {made_by}"


@dataclass(frozen=True, slots=True)
class Rows:
    """Loaded rows: where they are, and the last session above the deep page."""

    dsn: str
    last_activity_at: datetime
    session_id: str


@contextmanager
def loaded_rows(size: Size, directory: Path) -> Iterator[Rows]:
    """The rows, for the length of the block; loaded into `directory` unless they are there already. One block at a
    time: whoever comes meanwhile waits, and measures on a machine of its own."""
    data_dir = directory / f"{size.sessions}-sessions"
    with _alone(directory):
        if not _is_loaded(size, data_dir):
            shutil.rmtree(data_dir, ignore_errors=True)
            print(f"loading {size.sessions:,} sessions", flush=True)
        with EmbeddedPostgres(data_dir, durable=False).running() as address:
            yield asyncio.run(_rows(size, address.dsn))


@contextmanager
def _alone(directory: Path) -> Iterator[None]:
    directory.mkdir(parents=True, exist_ok=True)
    with (directory / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("waiting for another benchmark to end", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _is_loaded(size: Size, data_dir: Path) -> bool:
    """Whether a load was finished there, of these very rows."""
    if not data_dir.exists():
        return False
    with EmbeddedPostgres(data_dir, durable=False).running() as address:
        return asyncio.run(_mark(address.dsn)) == size.mark


async def _mark(dsn: str) -> str | None:
    connection = await asyncpg.connect(dsn)
    try:
        mark: str | None = await connection.fetchval(
            "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = current_database()"
        )
    finally:
        await connection.close()
    return mark


async def _rows(size: Size, dsn: str) -> Rows:
    if await _mark(dsn) != size.mark:
        await _load(size, dsn)
    connection = await asyncpg.connect(dsn)
    try:
        deep = await connection.fetchrow(
            "SELECT last_activity_at, id FROM sessions WHERE user_id = $1 AND app_id = $2"
            " ORDER BY last_activity_at DESC, id DESC OFFSET $3 LIMIT 1",
            HEAVY,
            APP,
            size.depth - 1,
        )
    finally:
        await connection.close()
    if deep is None:
        raise LookupError("the owner with most sessions has too few")
    return Rows(dsn, deep["last_activity_at"], deep["id"])


async def _load(size: Size, dsn: str) -> None:
    await migrate(dsn)
    connection = await asyncpg.connect(dsn)
    try:
        for name, value in (("sessions", size.sessions), ("owners", size.owners), ("heavy", size.heavy)):
            await connection.execute("SELECT set_config($1, $2, false)", f"bench.{name}", str(value))
        await connection.execute(_SQL, timeout=_SECONDS_TO_LOAD)
        await connection.execute("VACUUM (ANALYZE)", timeout=_SECONDS_TO_LOAD)
        # Last: what was interrupted is loaded again.
        await connection.execute(f"COMMENT ON DATABASE directory IS '{size.mark}'")
    finally:
        await connection.close()
