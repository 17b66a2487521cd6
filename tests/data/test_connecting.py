"""Connections as a pool makes them: what they read, and what they may not do."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta, timezone

import asyncpg
import pytest

from data.connecting import connect
from data.embedded import Address
from data.statement import Connection

INSTANT = "SELECT $1::timestamptz"

INSTANTS = (
    datetime(2026, 7, 1, 9, 30, 15, 123456, UTC),
    datetime(2026, 7, 1, 9, 30, 15, 120000, UTC),
    datetime(2026, 7, 1, 9, 30, 15, 1, UTC),
    datetime(2026, 7, 1, 9, 30, 15, 999999, UTC),
    datetime(2026, 7, 1, 9, 30, 15, tzinfo=UTC),
    datetime(2026, 7, 1, tzinfo=UTC),
    datetime(1969, 12, 31, 23, 59, 59, 999999, UTC),
    datetime(1883, 11, 18, 12, 3, 57, 500, UTC),
    datetime(1, 1, 1, 0, 0, 0, 1, UTC),
    datetime(9999, 12, 31, 23, 59, 59, 999998, UTC),
    datetime(2026, 7, 1, 9, 30, 15, 7, timezone(timedelta(hours=5, minutes=45))),
    datetime(2026, 7, 1, 9, 30, 15, 7, timezone(-timedelta(hours=11))),
    datetime(2026, 7, 1, 9, 30, 15, 7, timezone(timedelta(hours=1, seconds=28))),
)


@pytest.fixture(params=[True, False], ids=["reading", "writing"])
async def own(request: pytest.FixtureRequest, database: Address) -> AsyncIterator[Connection]:
    opened = await connect(database.dsn, read_only=request.param, statement_seconds=5, connect_seconds=5)
    yield opened
    await opened.close()


@pytest.mark.parametrize("instant", INSTANTS, ids=datetime.isoformat)
async def test_an_instant_is_read_to_the_microsecond_in_utc_as_asyncpg_itself_reads_it(
    own: Connection, connection: "asyncpg.Connection[asyncpg.Record]", instant: datetime
) -> None:
    read = await own.fetchval(INSTANT, instant)
    assert type(read) is datetime
    assert read == instant == await connection.fetchval(INSTANT, instant)
    assert read.tzinfo is UTC


async def test_no_instant_is_read_as_none(own: Connection) -> None:
    assert await own.fetchval(INSTANT, None) is None


async def test_the_server_may_be_set_to_another_style_of_dates_and_another_time_zone(
    database: Address, connection: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    for setting in ("datestyle = 'German, DMY'", "timezone = 'Asia/Kathmandu'", "intervalstyle = 'iso_8601'"):
        await connection.execute(f"ALTER DATABASE {database.database} SET {setting}")
    own = await connect(database.dsn, read_only=True, statement_seconds=5, connect_seconds=5)
    try:
        assert [await own.fetchval(INSTANT, instant) for instant in INSTANTS] == list(INSTANTS)
    finally:
        await own.close()


async def test_a_statement_ends_when_its_time_is_over(database: Address) -> None:
    own = await connect(database.dsn, read_only=True, statement_seconds=0.1, connect_seconds=5)
    try:
        with pytest.raises(asyncpg.QueryCanceledError):
            await own.execute("SELECT pg_sleep(60)")
    finally:
        await own.close()
