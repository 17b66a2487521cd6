"""The pool: fair, bounded, and quick to forget a connection that failed."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import asyncpg
import pytest

from data import pool as data_pool
from data.embedded import Address
from data.errors import StoreBusyError, StoreUnavailableError
from data.pool import Pool
from data.time_limit import TimeLimit
from tests.relay import relayed

BACKEND = "SELECT pg_backend_pid()"


@pytest.fixture
async def pool(database: Address) -> AsyncIterator[Pool]:
    opened = await Pool.open(database.dsn, size=2, read_only=True)
    yield opened
    await opened.close()


async def backend(pool: Pool) -> int:
    async with pool.connection() as connection:
        return int(await connection.fetchval(BACKEND))


async def connections(connection: "asyncpg.Connection[asyncpg.Record]") -> int:
    """How many connections of a pool the server knows of."""
    counted = await connection.fetchval(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    return int(counted)


async def until(condition: Callable[[], Awaitable[object]]) -> None:
    """Wait for something that only the server knows of."""
    async with asyncio.timeout(10):
        while not await condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_a_connection_is_made_when_it_is_needed_and_used_again(
    pool: Pool, connection: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    assert await connections(connection) == 0
    assert len({await backend(pool) for _ in range(5)}) == 1
    assert await connections(connection) == 1


async def test_no_more_connections_than_the_size(pool: Pool, connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    assert len(set(await asyncio.gather(*(backend(pool) for _ in range(20))))) == 2
    assert await connections(connection) == 2


async def test_first_come_first_served(pool: Pool) -> None:
    served: list[int] = []

    async def ask(number: int) -> None:
        async with pool.connection() as connection:
            served.append(number)
            await connection.fetchval(BACKEND)

    async with pool.connection(), pool.connection():
        waiting = [asyncio.create_task(ask(number)) for number in range(10)]
        await asyncio.sleep(0)
    late = asyncio.create_task(ask(10))
    await asyncio.gather(*waiting, late)
    assert served == list(range(11))


async def test_whoever_stops_waiting_takes_no_place(pool: Pool) -> None:
    async with pool.connection(), pool.connection():
        gone = [asyncio.create_task(backend(pool)) for _ in range(5)]
        stays = asyncio.create_task(backend(pool))
        await asyncio.sleep(0)
        for task in gone:
            task.cancel()
    assert await stays
    assert len(set(await asyncio.gather(*(backend(pool) for _ in range(10))))) == 2


async def test_a_wait_is_bounded_and_then_the_store_is_busy(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_wait_limit", TimeLimit(0.01))
    async with pool.connection(), pool.connection():
        with pytest.raises(StoreBusyError):
            await backend(pool)
    assert await backend(pool)


async def test_a_connection_that_failed_is_replaced(
    pool: Pool, connection: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    async def fail() -> None:
        async with pool.connection() as lent:
            await connection.execute("SELECT pg_terminate_backend($1)", await lent.fetchval(BACKEND))
            await lent.fetchval(BACKEND)

    with pytest.raises(StoreUnavailableError):
        await fail()
    assert await backend(pool)


async def test_idle_connections_that_the_server_closed_are_replaced(
    pool: Pool, connection: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    before = set(await asyncio.gather(backend(pool), backend(pool)))
    await connection.execute("SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid", list(before))

    async def gone() -> bool:
        return await connections(connection) == 0

    await until(gone)
    assert not before & {await backend(pool), await backend(pool)}


async def test_where_one_has_gone_silent_the_idle_ones_of_before_are_not_tried(
    database: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_pool, "STATEMENT_SECONDS", 0.5)
    async with relayed(database) as (relay, address):
        pool = await Pool.open(address.dsn, size=5, read_only=True)
        async with AsyncExitStack() as taken:
            for _ in range(5):
                await taken.enter_async_context(pool.connection())
        assert relay.connections == 5
        relay.silence()
        with pytest.raises(StoreUnavailableError):
            await backend(pool)
        assert await backend(pool)
        await pool.close()


async def test_an_interrupted_connection_is_not_used_again(
    pool: Pool, connection: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    used = await backend(pool)

    async def sleep() -> None:
        async with pool.connection() as lent:
            await lent.execute("SELECT pg_sleep(60)")

    sleeping = asyncio.create_task(sleep())
    state = "SELECT state = 'active' FROM pg_stat_activity WHERE pid = $1"
    await until(lambda: connection.fetchval(state, used))
    sleeping.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sleeping
    assert await backend(pool) != used


async def test_a_mistake_in_a_statement_costs_no_connection(pool: Pool) -> None:
    used = await backend(pool)
    with pytest.raises(asyncpg.UndefinedColumnError):
        async with pool.connection() as lent:
            await lent.fetch("SELECT nothing")
    assert await backend(pool) == used


async def test_a_statement_that_ddl_invalidated_is_run_again(
    pool: Pool, connection: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    await connection.execute("CREATE TABLE planted (a text)")
    async with pool.connection() as lent:
        await lent.fetch("SELECT * FROM planted")
        await connection.execute("ALTER TABLE planted ADD COLUMN b text; INSERT INTO planted VALUES ('a', 'b')")
        assert [tuple(row) for row in await lent.fetch("SELECT * FROM planted")] == [("a", "b")]


async def test_a_server_that_is_not_there_is_unavailable_and_takes_no_place(database: Address) -> None:
    pool = await Pool.open("postgresql://ada@127.0.0.1:1/nowhere?sslmode=disable", size=1, read_only=True)
    for _ in range(3):
        with pytest.raises(StoreUnavailableError):
            await backend(pool)
    await pool.close()


async def test_a_read_only_pool_writes_nothing(pool: Pool, connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    with pytest.raises(StoreUnavailableError):
        async with pool.connection() as lent:
            await lent.execute("CREATE TABLE planted (a text)")
    assert await connection.fetchval("SELECT to_regclass('planted')") is None


async def test_a_writing_pool_hands_nothing_from_one_user_to_the_next(database: Address) -> None:
    pool = await Pool.open(database.dsn, size=1, read_only=False)
    async with pool.connection() as lent:
        await lent.execute("SET search_path TO planted; SELECT pg_advisory_lock(1)")
    async with pool.connection() as lent:
        assert await lent.fetchval("SHOW search_path") != "planted"
        assert await lent.fetchval("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") == 0
    await pool.close()


async def test_closing_waits_for_those_in_use_and_lets_nobody_in(
    pool: Pool, connection: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    async with pool.connection() as lent:
        closing = asyncio.create_task(pool.close())
        await asyncio.sleep(0)
        with pytest.raises(StoreUnavailableError):
            await backend(pool)
        assert await lent.fetchval(BACKEND)
        assert not closing.done()
    await closing
    with pytest.raises(StoreUnavailableError):
        await backend(pool)
