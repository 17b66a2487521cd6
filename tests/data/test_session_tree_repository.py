"""How PostgreSQL reads a tree."""

import asyncpg
import pytest

from data.embedded import Address
from data.session_tree_repository import SessionTreeRepository
from tests.callers import ADA
from tests.data.plans import nodes, plan
from tests.recording_pool import RecordingPool

# 10,000 sessions: one tree of 50 members, and trees of one, as most are. Each has a turn, a live run and two inputs. A
# stranger has the same. Triggers and foreign keys are tested elsewhere.
FILL = """
SET session_replication_role = replica;
INSERT INTO sessions (user_id, app_id, id, project_id, parent_id, root_session_id, name, path, status, queue_paused,
                      created_at, last_activity_at, current_turn_id, current_turn_status)
SELECT owner, 'desk', 's' || n, 'garden', CASE WHEN n BETWEEN 2 AND 50 THEN 's1' END,
       's' || CASE WHEN n <= 50 THEN 1 ELSE n END, CASE WHEN n BETWEEN 2 AND 50 THEN 'n' || n ELSE 'root' END,
       CASE WHEN n BETWEEN 2 AND 50 THEN '/root/n' || n ELSE '/root' END, 'OPEN', false, now(), now(), 't' || n,
       'RUNNING'
FROM generate_series(1, 10000) AS n, unnest(ARRAY['ada', 'eve']) AS owner;
INSERT INTO turns (user_id, app_id, id, session_id, status, current_run_id, created_at)
SELECT user_id, app_id, current_turn_id, id, 'RUNNING', 'r' || substr(id, 2), now() FROM sessions;
INSERT INTO runs (user_id, app_id, id, session_id, turn_id, status)
SELECT user_id, app_id, current_run_id, session_id, id, 'RUNNING' FROM turns;
INSERT INTO queued_inputs (user_id, app_id, id, session_id, status)
SELECT user_id, app_id, input || id, id, input FROM sessions, unnest(ARRAY['PENDING', 'CONSUMED']) AS input;
ANALYZE;
"""

INDEXES = {
    "sessions_pkey",
    "sessions_tree_idx",
    "turns_pkey",
    "runs_pkey",
    "runs_live_idx",
    "queued_inputs_pending_idx",
}


@pytest.mark.parametrize("mode", ["force_custom_plan", "force_generic_plan"])
async def test_a_tree_is_read_from_indexes_once_through_each_whatever_most_trees_are_like(
    database: Address, connection: "asyncpg.Connection[asyncpg.Record]", mode: str
) -> None:
    await connection.execute(FILL)
    pool = await RecordingPool.open(database.dsn, size=1, read_only=True)
    assert len(await SessionTreeRepository(pool).nodes(ADA, "s33")) == 50
    await pool.close()
    (statement,) = pool.statements
    read = list(nodes(await plan(connection, statement, mode)))
    assert {node["Index Name"] for node in read if "Index Name" in node} == INDEXES
    for scan in (node for node in read if "Scan" in node["Node Type"]):
        assert scan["Node Type"] != "Seq Scan"
        assert scan["Actual Loops"] == 1
        assert scan["Actual Rows"] <= 50
        assert scan.get("Rows Removed by Filter", 0) == 0
        assert scan.get("Rows Removed by Index Recheck", 0) == 0
