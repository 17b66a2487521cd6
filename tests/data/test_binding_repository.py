"""How PostgreSQL reads what stands around a binding."""

from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest

from data.binding_repository import BindingRepository
from data.embedded import Address
from tests.callers import ADA
from tests.data.plans import nodes, plan
from tests.recording_pool import RecordingPool

# A conversation of 20,000 sessions: three are open, and 200 more under a deleted parent. A stranger has the same.
# Triggers and foreign keys are tested elsewhere.
FILL = """
SET session_replication_role = replica;
INSERT INTO projects (user_id, app_id, id, status, workspace, "grant")
SELECT owner, 'desk', 'p' || n, 'ACTIVE', 'files of p' || n, 'READ'
FROM generate_series(1, 1000) AS n, unnest(ARRAY['ada', 'eve']) AS owner;
INSERT INTO bindings (user_id, app_id, id, project_id, kind, audience, provider, connection, provider_app, operator,
                      conversation, "grant", status)
SELECT owner, 'desk', 'b' || n, 'p' || n, 'PROJECT', 'PRIVATE', 'demo', 'main', 'app', 'operator', 'chat of b' || n,
       'READ', 'ACTIVE'
FROM generate_series(1, 1000) AS n, unnest(ARRAY['ada', 'eve']) AS owner;
INSERT INTO sessions (user_id, app_id, id, project_id, root_session_id, name, path, status, queue_paused, binding_id,
                      created_at, last_activity_at, deleted)
SELECT owner, 'desk', 's' || n, 'p1', 's' || n, 'root', '/root',
       CASE WHEN n % 100 = 0 OR n IN (5, 10005, 15005) THEN 'OPEN' WHEN n % 4 = 1 THEN 'ARCHIVED' ELSE 'CLOSED' END,
       false, 'b1', instant, instant, n % 100 = 0
FROM generate_series(1, 20000) AS n, unnest(ARRAY['ada', 'eve']) AS owner,
     LATERAL (SELECT timestamptz '2026-01-01Z' + n * interval '1 second' AS instant) AS at;
ANALYZE;
"""


@pytest.fixture
async def pool(database: Address, connection: "asyncpg.Connection[asyncpg.Record]") -> AsyncIterator[RecordingPool]:
    await connection.execute(FILL)
    pool = await RecordingPool.open(database.dsn, size=1, read_only=True)
    yield pool
    await pool.close()


@pytest.mark.parametrize("mode", ["force_custom_plan", "force_generic_plan"])
async def test_the_fence_reads_two_ranges_of_one_index_however_long_the_history_is(
    pool: RecordingPool, connection: "asyncpg.Connection[asyncpg.Record]", mode: str
) -> None:
    fence = await BindingRepository(pool).fence(ADA, "b1")
    assert fence is not None
    assert [bound.session.id for bound in fence.sessions] == ["s19999", "s15005", "s10005", "s5"]

    (statement,) = pool.statements
    read = await plan(connection, statement, mode)
    scans = [node for node in nodes(read) if node.get("Index Name") == "sessions_binding_idx"]
    assert [(scan["Node Type"], scan["Actual Rows"]) for scan in scans] == [("Index Scan", 3), ("Index Scan", 1)]
    for scan in scans:
        assert "status" in scan["Index Cond"]
        assert "Filter" not in scan
    (sort,) = (node for node in nodes(read) if "Sort" in node["Node Type"])
    assert sort["Actual Rows"] == 4
    assert "sessions" not in {node.get("Relation Name") for node in nodes(read) if node not in scans}


async def test_the_fence_is_planned_once_and_for_all(pool: RecordingPool) -> None:
    """Left alone, PostgreSQL would plan for given parameters five times at least."""
    for number in range(20):
        await BindingRepository(pool).fence(ADA, f"b{number}")
    async with pool.connection() as connection:
        (planned,) = await connection.fetch(
            "SELECT custom_plans, generic_plans FROM pg_prepared_statements WHERE statement = $1",
            pool.statements[0].sql,
        )
    assert tuple(planned) == (0, 20)


async def test_of_the_sessions_only_what_is_read_and_what_decides_is_asked_for(pool: RecordingPool) -> None:
    fence = await BindingRepository(pool).fence(ADA, "b1", attributes=frozenset({"path"}))
    whole = await BindingRepository(pool).fence(ADA, "b1")
    assert fence is not None
    assert whole is not None
    assert fence[:-1] == whole[:-1]
    for bound, complete in zip(fence.sessions, whole.sessions, strict=True):
        unread: dict[str, Any] = {"title": None, "root_session_id": None, "created_at": None, "current_turn": None}
        assert bound == complete._replace(session=complete.session._replace(**unread))
    narrow, wide = (statement.sql for statement in pool.statements)
    for column in ("root_session_id", "title", "created_at", "current_turn_id"):
        assert f"sessions.{column}" in wide
        assert f"sessions.{column}" not in narrow
