"""The guards of the database itself, behind those of publishing."""

from dataclasses import fields

import asyncpg
import pytest

from data.pool import Pool
from data.publishing.row import SessionRow, TurnRow
from data.records import BindingRecord, ProjectRecord, QueuedInputRecord, Record, RunRecord
from data.statement import Connection
from data.tables import metadata
from tests.data.dump import dump
from tests.records import binding, project, queued_input, run, session, store, turn

ROWS: dict[str, type[Record]] = {
    "projects": ProjectRecord,
    "sessions": SessionRow,
    "turns": TurnRow,
    "runs": RunRecord,
    "queued_inputs": QueuedInputRecord,
    "bindings": BindingRecord,
}
OWN = "user_id = 'ada' AND app_id = 'desk'"


async def fill(pool: Pool) -> None:
    """A row of each table for an owner, and what must not be pointed at: the same ids in another app."""
    await store(
        pool,
        project(),
        session("root", bindingId="bind"),
        session("child", parentId="root", name="child"),
        session("second", parentId="root", name="second"),
        turn("live", "root", status="WAITING", waitingFor="ANSWER"),
        turn("ended", "root", status="COMPLETED"),
        run("run", "root", "live", status="RUNNING"),
        queued_input("input", "root", status="PENDING"),
        binding("bind"),
        binding("silent", conversation=None),
        binding("gone", conversation="chat of bind", status="REVOKED"),
        project("far", appId="phone"),
        session("far", appId="phone", projectId="far"),
        turn("far", "far", appId="phone", status="COMPLETED"),
        binding("far", appId="phone", projectId="far"),
    )


def change(table: str, row_id: str, assignment: str) -> str:
    return f"UPDATE {table} SET {assignment} WHERE {OWN} AND id = '{row_id}'"


# What is written past publishing, and the guard that refuses it.
FORBIDDEN = [
    (change("projects", "garden", "status = 'CLOSED'"), "projects_status_check"),
    (change("projects", "garden", "\"grant\" = 'ALL'"), "projects_grant_check"),
    (change("sessions", "root", "status = 'ACTIVE'"), "sessions_status_check"),
    (change("sessions", "child", "name = 'a/b'"), "sessions_name_check"),
    (change("sessions", "child", "name = ''"), "sessions_name_check"),
    (change("sessions", "child", "name = E'a\\n'"), "sessions_name_check"),
    (change("sessions", "child", "name = repeat('n', 65)"), "sessions_name_check"),
    (change("sessions", "child", "path = repeat('p', 1025)"), "sessions_path_check"),
    (change("sessions", "child", "name = 'second'"), "sessions_user_id_app_id_parent_id_name_key"),
    (change("sessions", "root", "name = 'trunk'"), "sessions_root_check"),
    (change("sessions", "root", "path = '/trunk'"), "sessions_root_check"),
    (change("sessions", "root", "root_session_id = 'child'"), "sessions_root_check"),
    (change("sessions", "root", "last_activity_at = created_at - interval '1 second'"), "sessions_activity_check"),
    (change("sessions", "root", "current_turn_status = NULL"), "sessions_current_turn_check"),
    (change("sessions", "child", "current_turn_status = 'FAILED'"), "sessions_current_turn_check"),
    (change("turns", "ended", "status = 'DONE'"), "turns_status_check"),
    (change("turns", "ended", "finished_at = NULL"), "turns_finished_at_check"),
    (change("turns", "live", "finished_at = created_at"), "turns_finished_at_check"),
    (change("turns", "live", "waiting_for = 'GODOT'"), "turns_waiting_for_check"),
    (change("turns", "ended", "waiting_for = 'ANSWER'"), "turns_waiting_for_check"),
    (change("turns", "ended", "status = 'RUNNING', finished_at = NULL"), "turns_one_live_key"),
    (change("turns", "ended", "status = 'CANCELLING', finished_at = NULL"), "turns_one_live_key"),
    (change("runs", "run", "status = 'WAITING'"), "runs_status_check"),
    (change("queued_inputs", "input", "status = 'READY'"), "queued_inputs_status_check"),
    (change("bindings", "bind", "kind = 'GROUP'"), "bindings_kind_check"),
    (change("bindings", "bind", "audience = 'PUBLIC'"), "bindings_audience_check"),
    (change("bindings", "bind", "\"grant\" = 'ALL'"), "bindings_grant_check"),
    (change("bindings", "bind", "status = 'DELETED'"), "bindings_status_check"),
    (change("bindings", "gone", "status = 'ACTIVE'"), "bindings_one_active_key"),
    (change("bindings", "bind", "conversation = NULL"), "bindings_one_active_key"),
    # Another app's rows, and rows that are not there.
    (change("sessions", "root", "project_id = 'far'"), "sessions_user_id_app_id_project_id_fkey"),
    (change("sessions", "child", "parent_id = 'far'"), "sessions_user_id_app_id_parent_id_fkey"),
    (change("sessions", "child", "root_session_id = 'far'"), "sessions_user_id_app_id_root_session_id_fkey"),
    (change("sessions", "root", "binding_id = 'far'"), "sessions_user_id_app_id_binding_id_fkey"),
    (change("sessions", "root", "current_turn_id = 'far'"), "sessions_user_id_app_id_current_turn_id_fkey"),
    (change("turns", "ended", "session_id = 'far'"), "turns_user_id_app_id_session_id_fkey"),
    (change("runs", "run", "session_id = 'far'"), "runs_user_id_app_id_session_id_fkey"),
    (change("runs", "run", "turn_id = 'far'"), "runs_user_id_app_id_turn_id_fkey"),
    (change("queued_inputs", "input", "session_id = 'far'"), "queued_inputs_user_id_app_id_session_id_fkey"),
    (change("bindings", "bind", "project_id = 'far'"), "bindings_user_id_app_id_project_id_fkey"),
    (change("bindings", "gone", "replaced_by = 'far'"), "bindings_user_id_app_id_replaced_by_fkey"),
]


async def test_each_guard_refuses_what_is_written_past_publishing(
    pool: Pool, connection: Connection, subtests: pytest.Subtests
) -> None:
    await fill(pool)
    before = await dump(pool)
    for statement, guard in FORBIDDEN:
        with subtests.test(statement):
            with pytest.raises(asyncpg.IntegrityConstraintViolationError) as refused:
                await connection.execute(f"{statement}; SET CONSTRAINTS ALL IMMEDIATE")
            assert refused.value.constraint_name == guard
    assert await dump(pool) == before


async def test_every_check_and_every_key_is_tried(connection: Connection) -> None:
    guards = {
        row["name"]
        for row in await connection.fetch(
            """
            SELECT conname AS name FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
            WHERE contype IN ('c', 'f', 'u') AND relnamespace = 'public'::regnamespace
            UNION SELECT indexrelid::regclass::text FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
            WHERE indisunique AND NOT indisprimary AND relnamespace = 'public'::regnamespace
            """
        )
    }
    assert guards == {guard for _, guard in FORBIDDEN}


@pytest.mark.parametrize("column", ["user_id", "app_id"])
async def test_the_owner_and_the_app_of_a_row_never_change(
    pool: Pool, connection: Connection, subtests: pytest.Subtests, column: str
) -> None:
    await fill(pool)
    before = await dump(pool)
    for table in metadata.tables:
        with subtests.test(table):
            with pytest.raises(asyncpg.IntegrityConstraintViolationError, match="never change"):
                await connection.execute(f"UPDATE {table} SET {column} = 'other' WHERE {OWN}")
            await connection.execute(f"UPDATE {table} SET {column} = {column} WHERE {OWN}")
    assert await dump(pool) == before


async def test_every_primary_key_unique_index_and_foreign_key_begins_with_owner_and_app(connection: Connection) -> None:
    keys = await connection.fetch(
        """
        SELECT key.name, array_agg(attname ORDER BY place) AS columns
        FROM (
            SELECT indexrelid::regclass::text AS name, indrelid AS owner, indkey::int2[] AS columns
            FROM pg_index WHERE indisunique
            UNION ALL SELECT conname, conrelid, conkey FROM pg_constraint WHERE contype = 'f'
            UNION ALL SELECT conname || ' target', confrelid, confkey FROM pg_constraint WHERE contype = 'f'
        ) AS key
        JOIN pg_class ON pg_class.oid = key.owner AND relnamespace = 'public'::regnamespace
        CROSS JOIN LATERAL unnest(key.columns) WITH ORDINALITY AS member (number, place)
        JOIN pg_attribute ON attrelid = key.owner AND attnum = number
        WHERE relname <> 'alembic_version'
        GROUP BY key.name
        """
    )
    assert len(keys) == 6 + 3 + 2 * 11
    for key in keys:
        assert key["columns"][:2] == ["user_id", "app_id"], key["name"]


async def test_ids_are_compared_byte_for_byte(connection: Connection) -> None:
    columns = await connection.fetch(
        """
        SELECT attrelid::regclass::text AS "table", attname AS "column", collname AS collation
        FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid JOIN pg_collation ON pg_collation.oid = attcollation
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND (attname = 'id' OR attname LIKE '%\\_id')
        """
    )
    assert len(columns) > 30
    assert {row["collation"] for row in columns} == {"C"}


@pytest.mark.parametrize("table", metadata.tables)
def test_the_columns_are_the_attributes_of_the_rows(table: str) -> None:
    assert {column.name for column in metadata.tables[table].columns} == {field.name for field in fields(ROWS[table])}
