"""Whole imports into a real database: rows, reports and counts."""

import json
import os
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from data.loopx import Count, LoopxSummary, NotALoopxHomeError
from data.pool import Pool
from tests.data.loopx.copied_home import (
    ANSWERS,
    BINDINGS,
    GOAL_SESSION,
    GONE_BINDING_SESSION,
    PROJECT_SESSION,
    REAL_HOME,
    STEWARD_SESSION,
    WORKSPACE_SESSION,
    CopiedHome,
    context_of,
    session_file,
    tree_hash,
)
from tests.data.loopx.stored_rows import Connection, dump, rows, run_import

BINDING = ANSWERS["bindings"]["project"]
NOTES = ANSWERS["workspaces"]["/srv/workspaces/notes"]
TRAVEL = ANSWERS["workspaces"]["/srv/workspaces/travel"]
SITE = ANSWERS["workspaces"]["/srv/workspaces/site"]
WHOLE = LoopxSummary(Count(7, 0), Count(5, 0), Count(27, 0), Count(34, 0), Count(0, 0))


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text)


# ---------------------------------------------------------------------------------------------- the real home
async def test_the_real_home_goes_in_whole(pool: Pool, connection: Connection) -> None:
    before = tree_hash(REAL_HOME)
    summary, lines = await run_import(pool, REAL_HOME)
    assert tree_hash(REAL_HOME) == before
    assert not lines
    assert summary == WHOLE
    assert not summary.nothing_came_in
    assert list(summary.lines()) == [
        "projects: 7 came in, 0 did not",
        "bindings: 5 came in, 0 did not",
        "sessions: 27 came in, 0 did not",
        "turns: 34 came in, 0 did not",
        "queued inputs: 0 came in, 0 did not",
    ]
    stored = {table: len(rows) for table, rows in (await dump(connection)).items()}
    assert stored == {"projects": 7, "sessions": 27, "turns": 34, "bindings": 5, "runs": 0, "queued_inputs": 0}


async def test_projects_are_the_workspaces_and_the_goals_without_one(pool: Pool, connection: Connection) -> None:
    await run_import(pool, REAL_HOME)
    projects = await rows(connection, "projects")
    described = {row["id"]: (row["name"], row["workspace"], row["grant"], row["status"]) for row in projects.values()}
    assert described == {
        NOTES: ("notes", NOTES, "WRITE", "ACTIVE"),
        TRAVEL: ("travel", TRAVEL, "WRITE", "ACTIVE"),
        SITE: ("site", SITE, "WRITE", "ACTIVE"),
        **{f"goal.goal-studio-{n}": (None, None, "READ", "ACTIVE") for n in range(4)},
    }


async def test_bindings_are_the_rows_and_a_tombstone(pool: Pool, connection: Connection) -> None:
    await run_import(pool, REAL_HOME)
    owner = "df0f9c20499831a6add167f9"
    columns = ("project_id", "kind", "audience", "connection", "provider_app", "operator", "grant", "status")
    bindings = await rows(connection, "bindings")
    assert {row["id"]: tuple(row[column] for column in columns) for row in bindings.values()} == {
        ANSWERS["bindings"]["project"]: (
            *(NOTES, "PROJECT", "PRIVATE", "notes-app", "3704a86f9c0eeff9d504111c", owner, "READ", "ACTIVE"),
        ),
        ANSWERS["bindings"]["steward"]: (
            *(NOTES, "STEWARD", "PRIVATE", "steward-app", "d3d6b523b585f2f7c34b31c5", owner, "READ", "ACTIVE"),
        ),
        ANSWERS["bindings"]["two_open"]: (
            *(TRAVEL, "PROJECT", "PRIVATE", "travel-app", "6d36e252d27360b677efce66", owner, "WRITE", "ACTIVE"),
        ),
        ANSWERS["bindings"]["group"]: (
            *(NOTES, "PROJECT", "GROUP", "team-app", "a5d3a3e3c02a5a4d6d89c560", "bebf34fd2851acdcfc470cb3"),
            *("READ", "ACTIVE"),
        ),
        ANSWERS["bindings"]["revoked"]: (
            *(TRAVEL, "PROJECT", "PRIVATE", "", "44bc75b820912375d5a5ba43", owner, "READ", "REVOKED"),
        ),
    }
    for row in bindings.values():
        assert (row["app_id"], row["provider"], row["executor_id"]) == ("loopx", "lark", "codex")
        assert not {row["conversation"], row["replaced_by"], row["revoked_at"], row["version"]} - {None}


async def test_sessions_say_what_their_files_say(pool: Pool, connection: Connection) -> None:
    await run_import(pool, REAL_HOME)
    sessions = await rows(connection, "sessions")
    turns = (await rows(connection, "turns")).values()
    for file in REAL_HOME.glob("chat/sessions/*/session.json"):
        document = json.loads(file.read_text())
        row = sessions.pop(document["session_id"])
        context = document.get(context_of(document), {})
        assert row["project_id"] == context.get("project_ref", f"goal.{document['goal_id']}")
        assert row["status"] == ("CLOSED" if document["status"] == "closed" else "OPEN")
        assert (row["executor_id"], row["channel_id"]) == ("codex", document["channel_id"])
        assert (row["goal_id"], row["binding_id"]) == (document["goal_id"], context.get("binding_id"))
        assert row["source_id"] == context.get("source_ref")
        assert row["created_at"] == instant(document["created_at"])
        assert (row["title"], row["parent_id"], row["path"]) == (None, None, "/root")
        ends = [turn["finished_at"] for turn in turns if turn["session_id"] == row["id"]]
        assert row["last_activity_at"] == max([instant(document["last_activity_at"]), *ends])
    assert not sessions


async def test_turns_say_what_their_files_say(pool: Pool, connection: Connection) -> None:
    await run_import(pool, REAL_HOME)
    turns = await rows(connection, "turns")
    sessions = await rows(connection, "sessions")
    names = {"completed": "COMPLETED", "failed": "FAILED", "interrupted": "CANCELLED"}
    for file in REAL_HOME.glob("chat/sessions/*/turns/*.json"):
        document = json.loads(file.read_text())
        row = turns.pop(document["turn_id"])
        assert (row["session_id"], row["status"]) == (document["session_id"], names[document["status"]])
        assert row["created_at"] == instant(document["created_at"])
        assert row["finished_at"] == instant(document["completed_at"])
        newest = max(file.parent.glob("*.json"), key=lambda path: json.loads(path.read_text())["created_at"])
        assert sessions[row["session_id"]]["current_turn_id"] == newest.stem
    assert not turns


async def test_the_rows_lead_to_the_answers_of_loopx(pool: Pool, connection: Connection) -> None:
    await run_import(pool, REAL_HOME)
    bindings = await rows(connection, "bindings")
    sessions = (await rows(connection, "sessions")).values()

    def bound(name: str, status: str) -> list[Any]:
        binding = ANSWERS["bindings"][name]
        return [row for row in sessions if row["binding_id"] == binding and row["status"] == status]

    for name in ("project", "steward", "two_open"):
        binding = bindings[ANSWERS["bindings"][name]]
        assert sorted(row["id"] for row in bound(name, "OPEN")) == sorted(ANSWERS["loopx_says"][name])
        for row in bound(name, "OPEN"):
            prefix = "project.external" if binding["kind"] == "PROJECT" else "manager.external.native"
            assert row["channel_id"] == f"{prefix}.{binding['id']}.{row['source_id']}"
            assert row["goal_id"] == (None if binding["kind"] == "PROJECT" else "loopx-manager")
            assert (row["project_id"], row["executor_id"]) == (binding["project_id"], binding["executor_id"])
    assert [row["id"] for row in bound("project", "CLOSED")] == [ANSWERS["closed_session_of_project_binding"]]
    assert [row["id"] for row in bound("revoked", "OPEN")] == [ANSWERS["session_of_revoked_binding"]]


async def test_no_path_and_no_text_of_a_message_is_stored(pool: Pool, connection: Connection) -> None:
    await run_import(pool, REAL_HOME)
    stored = repr(await dump(connection))
    for file in REAL_HOME.glob("chat/sessions/*/turns/*.json"):
        document = json.loads(file.read_text())
        assert document["message"] not in stored
    assert "/srv" not in stored
    assert "thread-" not in stored


async def test_the_same_home_twice_changes_nothing_the_second_time(
    pool: Pool, connection: Connection, home: CopiedHome
) -> None:
    """Also where the database's clock has set an instant, and where a binding is off or is gone."""
    home.change_binding(ANSWERS["bindings"]["steward"], enabled=False)
    for number in range(3):
        home.add_turn(PROJECT_SESSION, f"running-{number}", status="running", started_at=f"2026-10-20T11:0{number}:00Z")
    home.add_turn(PROJECT_SESSION, "queued", status="queued")
    home.add_turn(PROJECT_SESSION, "cancelled", status="cancelled", created_at=None)
    home.change_session(WORKSPACE_SESSION, created_at=None, last_activity_at=None)
    home.change_context(STEWARD_SESSION, operator_ref="somebody")
    await run_import(pool, home.path)
    before = await dump(connection)
    assert before["queued_inputs"]
    summary, _ = await run_import(pool, home.path)
    assert await dump(connection) == before
    assert summary.sessions == Count(27, 0)


async def test_one_home_of_two_users_is_two_histories(pool: Pool, connection: Connection, home: CopiedHome) -> None:
    await run_import(pool, REAL_HOME, user="bob")
    await run_import(pool, REAL_HOME, user="ada", app="other")
    before = await dump(connection)
    home.remove_binding(BINDING)
    home.change_session(PROJECT_SESSION, status="closed")
    await run_import(pool, home.path, user="ada")
    after = await dump(connection)
    for table, stored in before.items():
        assert [row for row in after[table] if (row["user_id"], row["app_id"]) != ("ada", "loopx")] == stored


# ---------------------------------------------------------------------------------------------- damage
async def test_the_rest_of_a_damaged_home_goes_in(pool: Pool, connection: Connection, home: CopiedHome) -> None:
    turn, _ = home.turns(WORKSPACE_SESSION)
    (home.path / turn).write_text("{")
    (home.path / session_file(GOAL_SESSION)).write_text("{")
    home.change_binding(BINDING, grant="everything")
    summary, lines = await run_import(pool, home.path)
    reason = "its binding is left out: its grant is unknown"
    assert lines == [
        f"{turn}: broken JSON",
        f"{session_file(GOAL_SESSION)}: broken JSON",
        f"{BINDINGS}: binding {BINDING}: its grant is unknown",
        f"{session_file(ANSWERS['closed_session_of_project_binding'])}: {reason}",
        f"{session_file(PROJECT_SESSION)}: {reason}",
    ]
    assert summary == LoopxSummary(Count(6, 0), Count(4, 1), Count(24, 3), Count(34 - 5, 5), Count(0, 0))
    stored = {table: len(rows) for table, rows in (await dump(connection)).items()}
    assert stored == {"projects": 6, "sessions": 24, "turns": 29, "bindings": 4, "runs": 0, "queued_inputs": 0}


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"created_at": "2026-10-04T17:51:01"}, "createdAt must be an instant in ISO 8601 with an offset"),
        ({"created_at": 5}, "createdAt must be an instant in ISO 8601 with an offset"),
        ({"last_activity_at": "2999-01-01T00:00:00Z"}, "lastActivityAt must not lie in the future"),
        ({"channel_id": ["a"]}, "channelId must be text"),
        ({"channel_id": "a\x00b"}, "channelId must be text without NUL characters"),
        ({"executor_endpoint_id": ""}, "executorId must be an id"),
        ({"goal_id": "g" * 161}, "goalId must be an id"),
    ],
)
async def test_a_session_that_a_rule_refuses_is_left_out_with_its_turns(
    pool: Pool, connection: Connection, home: CopiedHome, fields: dict[str, object], problem: str
) -> None:
    home.keep(WORKSPACE_SESSION, GOAL_SESSION)
    home.change_session(WORKSPACE_SESSION, **fields)
    summary, [line] = await run_import(pool, home.path)
    assert line.startswith(f"{session_file(WORKSPACE_SESSION)}: refused, and the whole session with it: {problem}")
    assert (summary.sessions, summary.turns) == (Count(1, 1), Count(1, 2))
    assert list(await rows(connection, "sessions")) == [GOAL_SESSION]
    assert {row["session_id"] for row in (await rows(connection, "turns")).values()} == {GOAL_SESSION}


async def test_a_turn_that_a_rule_refuses_takes_its_session_along_and_is_named(
    pool: Pool, connection: Connection, home: CopiedHome
) -> None:
    home.keep(WORKSPACE_SESSION)
    _, turn = home.turns(WORKSPACE_SESSION)
    home.change(turn, completed_at="yesterday")
    summary, [line] = await run_import(pool, home.path)
    assert line.startswith(f"{turn}: refused, and the whole session with it: finishedAt must be an instant")
    assert (summary.sessions, summary.turns) == (Count(0, 1), Count(0, 2))
    assert not await rows(connection, "sessions")


async def test_a_project_or_binding_that_a_rule_refuses_does_not_stop_the_others(
    pool: Pool, connection: Connection, home: CopiedHome
) -> None:
    home.change_binding(BINDING, operator_ref=None)
    home.change_context(WORKSPACE_SESSION, project_ref=" p")
    summary, lines = await run_import(pool, home.path)
    assert lines[0].startswith(f"{session_file(WORKSPACE_SESSION)}: project  p is refused: id must be an id")
    assert lines[1] == f"{BINDINGS}: binding {BINDING} is refused: operator must not be null"
    assert {line.partition(": ")[2] for line in lines[3:]} == {"its binding is refused"}
    assert (summary.projects, summary.bindings, summary.sessions) == (Count(7, 1), Count(4, 1), Count(24, 3))
    assert BINDING not in await rows(connection, "bindings")


async def test_ids_that_no_database_could_hold_are_refused_like_others(
    pool: Pool, connection: Connection, home: CopiedHome
) -> None:
    home.keep(PROJECT_SESSION, GONE_BINDING_SESSION)
    home.change_binding(BINDING, binding_id="a\x00b")
    home.change_context(PROJECT_SESSION, binding_id="a\x00b")
    home.change_context(GONE_BINDING_SESSION, binding_id="")
    _, lines = await run_import(pool, home.path)
    assert [line.partition(" is refused")[0] for line in lines[:2]] == [
        f"{session_file(GONE_BINDING_SESSION)}: binding ",
        f"{BINDINGS}: binding a\\x00b",
    ]
    assert lines[2:] == [
        f"{session_file(session)}: its binding is refused" for session in (GONE_BINDING_SESSION, PROJECT_SESSION)
    ]
    assert not await rows(connection, "sessions")


async def test_what_a_terminal_would_obey_is_escaped_in_reports(pool: Pool, home: CopiedHome) -> None:
    (home.path / "chat/sessions/\x1b[2J\n\u202e").mkdir()
    (home.path / "chat/sessions" / os.fsdecode(b"\xff")).mkdir()
    _, lines = await run_import(pool, home.path)
    assert lines == [
        r"chat/sessions/\x1b[2J\n\u202e/session.json: not there",
        r"chat/sessions/\udcff/session.json: not there",
    ]


async def test_no_home_stores_nothing(pool: Pool, connection: Connection, tmp_path: Path) -> None:
    with pytest.raises(NotALoopxHomeError):
        await run_import(pool, tmp_path)
    assert not any((await dump(connection)).values())


async def test_a_home_of_which_nothing_came_in_says_so(pool: Pool, connection: Connection, home: CopiedHome) -> None:
    home.keep(GOAL_SESSION)
    for file in (BINDINGS, session_file(GOAL_SESSION)):
        (home.path / file).write_text("{")
    summary, _ = await run_import(pool, home.path)
    assert summary.nothing_came_in
    assert summary == LoopxSummary(Count(0, 0), Count(0, 1), Count(0, 1), Count(0, 1), Count(0, 0))
    assert not any((await dump(connection)).values())


# ---------------------------------------------------------------------------------------------- turns
async def test_the_turn_started_first_runs_and_the_newest_is_the_current_one(
    pool: Pool, connection: Connection, home: CopiedHome
) -> None:
    home.keep(PROJECT_SESSION)
    home.add_turn(PROJECT_SESSION, "late", status="running", started_at="2026-10-20T12:00:00Z")
    home.add_turn(PROJECT_SESSION, "early", status="starting", started_at="2026-10-20T11:00:00Z")
    home.add_turn(PROJECT_SESSION, "next", status="queued")
    before = datetime.now(UTC)
    summary, lines = await run_import(pool, home.path)
    assert not lines
    assert (summary.turns, summary.queued_inputs) == (Count(4, 0), Count(1, 0))
    turns = await rows(connection, "turns")
    assert (turns["early"]["status"], turns["early"]["finished_at"]) == ("RUNNING", None)
    assert turns["late"]["status"] == "CANCELLED"
    assert turns["late"]["finished_at"] >= before
    assert (await rows(connection, "sessions"))[PROJECT_SESSION]["current_turn_id"] == "late"
    [queued] = (await rows(connection, "queued_inputs")).values()
    assert (queued["id"], queued["session_id"], queued["status"]) == ("next", PROJECT_SESSION, "PENDING")
    assert queued["received_at"] == instant("2026-10-20T10:00:00Z")


async def test_a_later_import_of_a_home_that_went_on_brings_what_is_new(
    pool: Pool, connection: Connection, home: CopiedHome
) -> None:
    home.keep(PROJECT_SESSION)
    turn = home.add_turn(PROJECT_SESSION, "one", status="running", started_at="2026-10-20T11:00:00Z")
    queued = home.add_turn(PROJECT_SESSION, "two", status="queued")
    await run_import(pool, home.path)
    home.change(turn, status="completed", completed_at="2026-10-20T11:30:00Z")
    home.change(queued, status="running", started_at="2026-10-20T11:30:01Z")
    summary, lines = await run_import(pool, home.path)
    assert not lines
    assert (summary.turns, summary.queued_inputs) == (Count(4, 0), Count(0, 0))
    turns = await rows(connection, "turns")
    assert (turns["one"]["status"], turns["two"]["status"]) == ("COMPLETED", "RUNNING")
    assert turns["one"]["finished_at"] == instant("2026-10-20T11:30:00Z")
    assert (await rows(connection, "queued_inputs"))["two"]["status"] == "CONSUMED"


async def test_a_session_with_more_turns_than_the_api_takes_at_once_goes_in(
    pool: Pool, connection: Connection, home: CopiedHome
) -> None:
    home.keep(PROJECT_SESSION)
    for number in range(600):
        home.add_turn(PROJECT_SESSION, f"turn-{number}", status="completed", completed_at="2026-10-20T11:00:00Z")
    summary, lines = await run_import(pool, home.path)
    assert not lines
    assert summary.turns == Count(602, 0)
    assert Counter(row["session_id"] for row in (await rows(connection, "turns")).values()) == {PROJECT_SESSION: 602}
