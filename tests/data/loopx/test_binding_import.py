"""Bindings and tombstones in a real database."""

import itertools
from typing import Any

import pytest

from data.loopx import Count
from data.loopx.files import Directory
from data.loopx.session_files import SessionFiles
from data.pool import Pool
from data.publishing import Published, publish
from tests.data.loopx.copied_home import (
    ANSWERS,
    BINDINGS,
    PROJECT_SESSION,
    CopiedHome,
    session_file,
)
from tests.data.loopx.stored_rows import Connection, dump, rows, run_import

BINDING = ANSWERS["bindings"]["project"]
GONE_BINDING = ANSWERS["bindings"]["revoked"]


async def test_an_unreadable_bindings_file_revokes_nothing(
    pool: Pool, connection: Connection, home: CopiedHome
) -> None:
    await run_import(pool, home.path)
    before = await dump(connection)
    (home.path / BINDINGS).write_text("{")
    home.change_session(PROJECT_SESSION, status="closed")
    summary, lines = await run_import(pool, home.path)
    assert await dump(connection) == before
    assert lines[0] == f"{BINDINGS}: broken JSON"
    reason = "the bindings file cannot be read, so it is not known whether its binding is gone"
    assert [line.partition(": ")[2] for line in lines[1:]] == [reason] * 6
    assert (summary.bindings, summary.sessions) == (Count(0, 1), Count(21, 6))


@pytest.mark.parametrize("damage", ["broken file", "broken row"])
async def test_a_binding_that_cannot_be_read_keeps_what_its_project_offered(
    pool: Pool, connection: Connection, home: CopiedHome, damage: str
) -> None:
    project = ANSWERS["workspaces"]["/srv/workspaces/notes"]
    home.keep(PROJECT_SESSION)
    home.change_binding(BINDING, grant="workspace_write")
    home.change_context(PROJECT_SESSION, grant="workspace_read")
    await run_import(pool, home.path)
    assert (await rows(connection, "projects"))[project]["grant"] == "WRITE"
    if damage == "broken file":
        (home.path / BINDINGS).write_text("{")
    else:
        home.change_binding(BINDING, grant="odd")
    await run_import(pool, home.path)
    assert (await rows(connection, "projects"))[project]["grant"] == "WRITE"
    assert (await rows(connection, "bindings"))[BINDING]["grant"] == "WRITE"


async def test_a_binding_that_is_gone_is_revoked_if_a_session_names_it(
    pool: Pool, connection: Connection, home: CopiedHome
) -> None:
    await run_import(pool, home.path)
    home.remove_binding(BINDING)
    home.remove_binding(ANSWERS["bindings"]["group"])
    _, lines = await run_import(pool, home.path)
    assert lines == [f"{BINDINGS}: binding {BINDING}: no longer there, revoked here"]
    bindings = await rows(connection, "bindings")
    assert (bindings[BINDING]["status"], bindings[BINDING]["connection"]) == ("REVOKED", "")
    assert bindings[BINDING]["provider_app"] == "3704a86f9c0eeff9d504111c"
    assert bindings[ANSWERS["bindings"]["group"]]["status"] == "ACTIVE", "no session names it"
    before = await dump(connection)
    summary, lines = await run_import(pool, home.path)
    assert await dump(connection) == before
    assert not lines
    assert summary.bindings == Count(4, 0)


async def test_a_connection_can_go_to_a_new_binding(pool: Pool, connection: Connection, home: CopiedHome) -> None:
    """LoopX gives a changed binding a new id and forgets the old one: one of both is ACTIVE at any time."""
    await run_import(pool, home.path)
    home.change_binding(BINDING, binding_id="0" * 24)
    _, lines = await run_import(pool, home.path)
    assert lines == [f"{BINDINGS}: binding {BINDING}: no longer there, revoked here"]
    bindings = await rows(connection, "bindings")
    assert (bindings[BINDING]["status"], bindings["0" * 24]["status"]) == ("REVOKED", "ACTIVE")


async def test_what_is_revoked_here_and_present_there_is_reported_and_left(
    pool: Pool, connection: Connection, home: CopiedHome
) -> None:
    await run_import(pool, home.path)
    for binding, status in ((BINDING, "REVOKED"), (GONE_BINDING, "REVOKED")):
        [row] = [row for row in (await rows(connection, "bindings")).values() if row["id"] == binding]
        assert isinstance(await publish(pool, [revoked_and_replaced(row, status)]), Published)
    before = await dump(connection)
    summary, lines = await run_import(pool, home.path)
    assert lines == [f"{BINDINGS}: binding {BINDING}: revoked here, present there"]
    assert summary.bindings == Count(4, 1)
    assert await dump(connection) == before


def revoked_and_replaced(row: dict[str, Any], status: str) -> dict[str, object]:
    """What a platform publishes when a binding is replaced."""
    return {
        "record": "binding",
        "userId": row["user_id"],
        "appId": row["app_id"],
        "id": row["id"],
        "projectId": row["project_id"],
        "audience": "PRIVATE",
        "provider": "lark",
        "connection": row["connection"],
        "providerApp": row["provider_app"],
        "operator": row["operator"],
        "status": status,
        "replacedBy": ANSWERS["bindings"]["two_open"],
        "revokedAt": "2026-11-01T00:00:00Z",
    }


async def test_a_binding_that_is_off_is_revoked_and_stays_so(
    pool: Pool, connection: Connection, home: CopiedHome
) -> None:
    home.change_binding(BINDING, enabled=False)
    await run_import(pool, home.path)
    home.change_binding(BINDING, enabled=True)
    await run_import(pool, home.path)
    assert (await rows(connection, "bindings"))[BINDING]["status"] == "REVOKED"


async def test_a_binding_that_keeps_changing_is_left_out_with_its_sessions(
    pool: Pool, connection: Connection, home: CopiedHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    await run_import(pool, home.path)
    before = await dump(connection)
    read = SessionFiles.read
    numbers = itertools.count()

    def read_and_change(files: SessionFiles, chat: Directory) -> None:
        read(files, chat)
        home.change_binding(BINDING, transport_ref=f"app-{next(numbers)}")

    monkeypatch.setattr(SessionFiles, "read", read_and_change)
    summary, lines = await run_import(pool, home.path)
    assert next(numbers) == 3
    reason = "it changed while the home was read"
    assert lines == [
        f"{BINDINGS}: binding {BINDING}: {reason}",
        f"{session_file(ANSWERS['closed_session_of_project_binding'])}: its binding is left out: {reason}",
        f"{session_file(PROJECT_SESSION)}: its binding is left out: {reason}",
    ]
    assert (summary.bindings, summary.sessions) == (Count(4, 1), Count(25, 2))
    assert await dump(connection) == before
