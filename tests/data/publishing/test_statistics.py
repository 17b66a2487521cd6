"""The planner knows of the rows that publishing brings."""

from data.pool import Pool
from tests.records import project, session, store, turn


async def analyzed(pool: Pool) -> set[str]:
    async with pool.connection() as connection:
        return {
            row["tablename"]
            for row in await connection.fetch("SELECT tablename FROM pg_stats WHERE schemaname = 'public'")
        }


async def test_a_table_that_has_outgrown_what_is_known_of_it_is_analyzed(pool: Pool) -> None:
    await store(pool, project(), session("s"), turn("t", "s", status="RUNNING"))
    assert not await analyzed(pool) & {"projects", "sessions", "turns"}
    await store(pool, *(session(f"s{n}") for n in range(1000)))
    assert await analyzed(pool) & {"projects", "sessions", "turns"} == {"sessions"}


async def test_an_owners_rows_are_found_by_their_keys_from_then_on(pool: Pool) -> None:
    await store(pool, project(), *(session(f"s{n}") for n in range(1000)))
    query = "SELECT FROM sessions WHERE user_id = 'ada' AND app_id = 'desk' AND id = 's1'"
    async with pool.connection() as connection:
        plan = "\n".join(row[0] for row in await connection.fetch(f"EXPLAIN {query}"))
    assert "sessions_pkey" in plan


async def test_publishing_does_not_wait_for_somebody_else_who_analyzes(pool: Pool) -> None:
    await store(pool, project())
    async with pool.connection() as connection, connection.transaction():
        await connection.execute("LOCK TABLE sessions IN SHARE UPDATE EXCLUSIVE MODE")
        await store(pool, *(session(f"s{n}") for n in range(1000)))
    assert "sessions" not in await analyzed(pool)
