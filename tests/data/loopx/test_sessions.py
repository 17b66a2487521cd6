"""Sessions as records, and what is stored of those that discovery must refuse."""

from collections.abc import Callable

import pytest

from data.loopx import Count
from data.loopx.sessions import read_session
from data.pool import Pool
from tests.data.loopx.copied_home import ANSWERS, PROJECT_SESSION, CopiedHome, session_file
from tests.data.loopx.stored_rows import Connection, rows, run_import

BINDING = ANSWERS["bindings"]["project"]
TRAVEL = ANSWERS["workspaces"]["/srv/workspaces/travel"]


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ("closed", "CLOSED"),
        ("ready", "OPEN"),
        ("busy", "OPEN"),
        ("CLOSED", "OPEN"),
        (None, "OPEN"),
        (["closed"], "OPEN"),
    ],
)
def test_only_closed_is_history(home: CopiedHome, status: object, expected: str) -> None:
    document = {**home.read(session_file(PROJECT_SESSION)), "status": status}
    session = read_session(document, file="", directory=PROJECT_SESSION, turns=())
    assert session.record(channel=None)["status"] == expected


def in_session(**fields: object) -> Callable[[CopiedHome], None]:
    return lambda home: home.change_session(PROJECT_SESSION, **fields)


def in_context(**fields: object) -> Callable[[CopiedHome], None]:
    return lambda home: home.change_context(PROJECT_SESSION, **fields)


def in_binding(**fields: object) -> Callable[[CopiedHome], None]:
    return lambda home: home.change_binding(BINDING, **fields)


def as_steward(home: CopiedHome) -> None:
    document = home.read(session_file(PROJECT_SESSION))
    document["steward_context"] = document.pop("project_context")
    home.write(session_file(PROJECT_SESSION), document)


@pytest.mark.parametrize(
    ("change", "differences"),
    [
        (in_session(agent_id="claude"), "agent"),
        (in_session(executor_endpoint_id="claude"), "executor"),
        (in_session(agent_id="claude", executor_endpoint_id="claude"), "agent, executor"),
        (in_context(grant="workspace_write"), "grant"),
        (in_context(provider_ref="0" * 24), "App"),
        (in_context(operator_ref="0" * 24), "operator"),
        (in_context(project_ref=TRAVEL), "project"),
        (in_context(audience="bound_group"), "audience"),
        (in_binding(executor_endpoint_id="claude"), "agent, executor"),
        (in_binding(grant="workspace_write"), "grant"),
        (in_binding(provider_ref="0" * 24), "App"),
        (in_binding(operator_ref="0" * 24), "operator"),
        (in_binding(project_ref=TRAVEL), "project"),
        (in_binding(context_kind="steward"), "kind"),
        (as_steward, "kind"),
    ],
)
async def test_a_session_that_disagrees_with_its_binding_loses_its_channel(
    pool: Pool, connection: Connection, home: CopiedHome, change: Callable[[CopiedHome], None], differences: str
) -> None:
    """With another channel than its binding's, discovery refuses it as changed; the listing still has it."""
    home.keep(PROJECT_SESSION)
    change(home)
    summary, lines = await run_import(pool, home.path)
    file = session_file(PROJECT_SESSION)
    assert lines == [f"{file}: imported without its channel: not as its binding in {differences}"]
    assert summary.sessions == Count(1, 0)
    row = (await rows(connection, "sessions"))[PROJECT_SESSION]
    assert (row["channel_id"], row["binding_id"], row["status"]) == (None, BINDING, "OPEN")
    assert (await rows(connection, "bindings"))[BINDING]["status"] == "ACTIVE"


@pytest.mark.parametrize(
    ("change", "column", "value"),
    [
        (in_session(channel_id="project.external.other"), "channel_id", "project.external.other"),
        (in_session(channel_id=None), "channel_id", None),
        (in_session(goal_id="goal-studio-0"), "goal_id", "goal-studio-0"),
        (in_context(source_ref="0" * 24), "source_id", "0" * 24),
    ],
)
async def test_another_channel_goal_or_source_is_stored_for_discovery_to_refuse(
    pool: Pool, connection: Connection, home: CopiedHome, change: Callable[[CopiedHome], None], column: str, value: str
) -> None:
    home.keep(PROJECT_SESSION)
    change(home)
    _, lines = await run_import(pool, home.path)
    assert not lines
    row = (await rows(connection, "sessions"))[PROJECT_SESSION]
    assert row[column] == value
    expected = f"project.external.{BINDING}.{row['source_id']}"
    assert row["channel_id"] != expected or row["goal_id"] is not None
