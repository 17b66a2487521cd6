"""How PostgreSQL reads the directory's pages."""

import itertools
from collections.abc import AsyncIterator, Sequence
from typing import Any

import asyncpg
import pytest

from data.embedded import Address
from data.session import SESSION_ATTRIBUTES, Session
from data.session_repository import SessionRepository
from tests.callers import ADA
from tests.data.plans import nodes, plan
from tests.recording_pool import RecordingPool

# 20,000 sessions, five at each instant, between as many of a stranger; triggers and foreign keys are tested elsewhere.
FILL = """
SET session_replication_role = replica;
INSERT INTO projects (user_id, app_id, id, status, "grant")
SELECT owner, 'desk', 'garden', 'ACTIVE', 'READ' FROM unnest(ARRAY['ada', 'eve']) AS owner;
INSERT INTO sessions (user_id, app_id, id, project_id, root_session_id, name, path, status, queue_paused, created_at,
                      last_activity_at)
SELECT owner, 'desk', 's' || n, CASE WHEN n % 2 = 0 THEN 'garden' ELSE 'house' END, 's' || n, 'root', '/root', 'OPEN',
       false, instant, instant
FROM generate_series(1, 20000) AS n, unnest(ARRAY['ada', 'eve']) AS owner,
     LATERAL (SELECT timestamptz '2026-01-01Z' + n / 5 * interval '1 second' AS instant) AS at;
ANALYZE;
"""


@pytest.fixture
async def pool(database: Address, connection: "asyncpg.Connection[asyncpg.Record]") -> AsyncIterator[RecordingPool]:
    await connection.execute(FILL)
    pool = await RecordingPool.open(database.dsn, size=1, read_only=True)
    yield pool
    await pool.close()


def assert_one_range_of(index: str, plan: Any, *, rows: int, behind_a_cursor: bool) -> None:
    """What is cut by LIMIT comes from one range of `index`: nothing skipped, nothing sorted."""
    (limit,) = (node for node in nodes(plan) if node["Node Type"] == "Limit")
    (scan,) = limit["Plans"]
    assert (scan["Node Type"], scan.get("Index Name")) == ("Index Scan", index)
    assert scan["Actual Rows"] == rows
    assert "Filter" not in scan
    assert ("ROW(last_activity_at, id) < ROW(" in scan["Index Cond"]) is behind_a_cursor


@pytest.mark.parametrize("mode", ["force_custom_plan", "force_generic_plan"])
async def test_a_page_is_one_range_of_the_directorys_index_at_every_depth(
    pool: RecordingPool, connection: "asyncpg.Connection[asyncpg.Record]", mode: str
) -> None:
    repository = SessionRepository(pool)
    (deep,) = await repository.page(ADA, offset=15_000, limit=1)
    pool.statements.clear()
    await repository.page(ADA, limit=11)
    await repository.page(ADA, after=deep.position, limit=11)
    await repository.page_of_project(ADA, "garden", limit=11)
    await repository.page_of_project(ADA, "garden", after=deep.position, limit=11)
    for statement, scope, behind in zip(
        pool.statements, ("all", "all", "project", "project"), (False, True, False, True), strict=True
    ):
        read = await plan(connection, statement, mode)
        assert_one_range_of(f"sessions_directory_{scope}_idx", read, rows=11, behind_a_cursor=behind)


async def test_an_offset_skips_in_the_index_and_reads_only_the_rows_of_the_page(
    pool: RecordingPool, connection: "asyncpg.Connection[asyncpg.Record]"
) -> None:
    await SessionRepository(pool).page(ADA, offset=15_000, limit=11)
    read = await plan(connection, pool.statements[-1], "force_custom_plan")
    (skipping,) = (node for node in nodes(read) if node["Node Type"] == "Index Only Scan")
    assert (skipping["Index Name"], skipping["Actual Rows"]) == ("sessions_directory_all_idx", 15_011)
    (reading,) = (node for node in nodes(read) if node.get("Index Name") == "sessions_pkey")
    assert reading["Actual Loops"] == 11
    assert not [node for node in nodes(read) if "Sort" in node["Node Type"]]


async def test_both_ways_of_paging_cut_the_same_order(pool: RecordingPool) -> None:
    repository = SessionRepository(pool)
    by_cursor: list[Session] = []
    for _ in range(5):
        by_cursor += await repository.page(ADA, after=by_cursor[-1].position if by_cursor else None, limit=7)
    by_offset: Sequence[Session] = [
        session for offset in range(0, 35, 7) for session in await repository.page(ADA, offset=offset, limit=7)
    ]
    assert by_cursor == by_offset
    assert by_cursor == sorted(by_cursor, key=lambda one: (one.last_activity_at, one.id.encode()), reverse=True)


async def test_every_set_of_attributes_has_a_statement_and_there_are_no_more_than_128(pool: RecordingPool) -> None:
    repository = SessionRepository(pool)
    names = sorted(SESSION_ATTRIBUTES - {"id", "last_activity_at"})
    for size in range(len(names) + 1):
        for chosen in itertools.combinations(names, size):
            (found,) = await repository.page(ADA, limit=1, attributes=frozenset(chosen))
            assert all(getattr(found, name) is not None for name in {*chosen} - {"title", "current_turn"})
    assert len({statement.sql for statement in pool.statements}) == 2 ** len(names) == 128
