"""The demonstration: what is in it, and that every answer of a bound conversation can be seen once."""

from collections import Counter
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

import asyncpg
import pytest

from data import demonstration
from data.demonstration import APP_ID, LEASE, PROJECT_ID, RUN_ID, USER_ID, conversations, demonstrate
from data.embedded import Address
from data.run_repository import RunRepository
from providers import declared
from tests import records
from tests.callers import person
from tests.live_directory import LiveDirectory, open_live_directory

Database: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

NOW = datetime.now(UTC)
TABLES = ("projects", "sessions", "turns", "runs", "queued_inputs", "bindings")
MINA = person(USER_ID, APP_ID, PROJECT_ID)


@pytest.fixture
async def directory(database: Address) -> AsyncIterator[LiveDirectory]:
    async with open_live_directory(database.dsn) as opened:
        yield opened


@pytest.fixture
async def demonstrated(directory: LiveDirectory) -> LiveDirectory:
    assert await demonstrate(directory.writing, NOW)
    return directory


async def rows(connection: Database) -> dict[str, list[asyncpg.Record]]:
    return {table: await connection.fetch(f"SELECT * FROM {table} ORDER BY user_id, app_id, id") for table in TABLES}


async def test_it_has_sixty_sessions_in_two_apps_of_one_person(
    demonstrated: LiveDirectory, connection: Database
) -> None:
    stored = await rows(connection)
    assert {table: len(found) for table, found in stored.items()} == {
        "projects": 11,
        "sessions": 60,
        "turns": 56,
        "runs": 56,
        "queued_inputs": 4,
        "bindings": 20,
    }
    assert {row["user_id"] for found in stored.values() for row in found} == {USER_ID}
    assert Counter(row["app_id"] for row in stored["sessions"]) == {"workbench": 46, "kitchen": 14}
    assert Counter(row["status"] for row in stored["sessions"]) == {
        "OPEN": 45,
        "CLOSED": 8,
        "ARCHIVED": 5,
        "DELETED": 2,
    }


async def test_it_has_trees_null_titles_and_turns_in_every_status(
    demonstrated: LiveDirectory, connection: Database
) -> None:
    stored = await rows(connection)
    assert {row["status"] for row in stored["turns"]} == {
        "RUNNING",
        "WAITING",
        "CANCELLING",
        "COMPLETED",
        "FAILED",
        "CANCELLED",
    }
    assert {row["waiting_for"] for row in stored["turns"]} == {None, "APPROVAL", "ANSWER", "COOPERATION"}
    assert any(row["current_turn_id"] is None for row in stored["sessions"])
    assert "/root/design/colours" in {row["path"] for row in stored["sessions"]}
    titles = [row["title"] for row in stored["sessions"]]
    assert None in titles
    for word in ("日本語", "français", "Überschriften", "vacaciones", "مرحب", "한국", "टीम", "Опрос", "τραμ"):
        assert any(word in title for title in titles if title), word


async def test_the_persons_history_needs_paging_and_the_project_is_complete(demonstrated: LiveDirectory) -> None:
    document = """{
        all: sessions(scope: ALL) { ... on SessionConnection { pageInfo { hasNextPage } totalCount nodes { id } } }
        project: sessions { ... on SessionConnection { totalCount nodes { id projectId } } }
    }"""
    answer = await demonstrated.ask(MINA, document)
    assert answer["all"]["totalCount"] == 42
    assert answer["all"]["pageInfo"]["hasNextPage"]
    assert len(answer["all"]["nodes"]) == 10
    assert answer["all"]["nodes"][0]["id"] == "relaunch"
    assert len(answer["project"]["nodes"]) == answer["project"]["totalCount"] > 10
    assert {node["projectId"] for node in answer["project"]["nodes"]} == {PROJECT_ID}


ANSWERS = {
    "demo-bound": "BoundSession chat-delivery",
    "demo-steward": "BoundSession chat-steward",
    "demo-none-open": "NoOpenSession chat-invoice",
    "demo-revoked": "BindingRevoked",
    "demo-replaced": "BindingChanged BINDING demo-bound",
    "demo-group": "BindingNotPrivate",
    "demo-workspace-twice": "BindingAmbiguous WORKSPACE",
    "demo-workspace-gone": "BindingChanged WORKSPACE",
    "demo-grant-narrowed": "BindingChanged GRANT",
    "demo-session-changed": "BindingChanged SESSION",
    "demo-executor-changed": "BindingChanged EXECUTOR",
    "demo-two-open": "BindingAmbiguous SESSION",
    "demo-fails": "BindingUnverified PROVIDER_UNAVAILABLE",
    "demo-hangs": "BindingUnverified PROVIDER_UNAVAILABLE",
    "demo-unverified": "BindingUnverified IDENTITY_UNVERIFIED",
    "demo-other-app": "BindingChanged APP",
    "demo-other-operator": "BindingChanged OPERATOR",
    "demo-moved": "BindingChanged CONVERSATION",
    "demo-no-longer-private": "BindingNotPrivate",
    "demo-reported-twice": "BindingAmbiguous BINDING",
    "demo-unheard-of": "BindingInvalid UNKNOWN",
}
BOUND_SESSION = """query ($id: ID!) { boundSession(conversationBindingId: $id) {
    __typename
    ... on BoundSession { session { id } }
    ... on NoOpenSession { lastClosedSession { id } }
    ... on BindingChanged { changed replacedBy }
    ... on BindingAmbiguous { ambiguous }
    ... on BindingInvalid { invalid: reason }
    ... on BindingUnverified { unverified: reason }
} }"""


def told(value: object) -> list[str]:
    """The words of an answer, in its order."""
    if isinstance(value, dict):
        return [word for member in value.values() for word in told(member)]
    return [] if value is None else [str(value)]


async def test_every_answer_of_a_bound_conversation_can_be_seen(
    demonstrated: LiveDirectory, connection: Database
) -> None:
    demonstrated.observation_seconds = 0.05  # only what hangs is not there at once
    for binding_id, expected in ANSWERS.items():
        answer = await demonstrated.ask(MINA, BOUND_SESSION, id=binding_id)
        assert " ".join(told(answer)) == expected, binding_id
    stored = {row["id"] for row in (await rows(connection))["bindings"]}
    assert stored == ANSWERS.keys() - {"demo-unheard-of"}
    union = await demonstrated.ask(MINA, '{ __type(name: "BoundSessionResult") { possibleTypes { name } } }')
    members = {member["name"] for member in union["__type"]["possibleTypes"]}
    assert {answer.split()[0] for answer in ANSWERS.values()} == members


def test_the_provider_is_told_what_to_say_by_connections_that_it_knows() -> None:
    assert set(conversations.TOLD) == {declared.HANGS, *declared.BEHAVIOURS}


async def run_project(directory: LiveDirectory, run_id: str) -> str | None:
    repository = RunRepository(directory.reading)
    return await repository.project_of_live_run(user_id=USER_ID, app_id=APP_ID, run_id=run_id)


async def test_one_run_has_a_live_lease(demonstrated: LiveDirectory, connection: Database) -> None:
    assert await run_project(demonstrated, RUN_ID) == PROJECT_ID
    running = await connection.fetch("SELECT id FROM runs WHERE status = 'RUNNING' AND id <> $1", RUN_ID)
    assert running
    for row in running:
        assert await run_project(demonstrated, row["id"]) is None


async def test_a_second_start_renews_the_lease_and_changes_nothing_else(
    demonstrated: LiveDirectory, connection: Database
) -> None:
    before = await rows(connection)
    await connection.execute("UPDATE runs SET lease_expires_at = now() - interval '1 day' WHERE id = $1", RUN_ID)
    assert await run_project(demonstrated, RUN_ID) is None
    assert await demonstrate(demonstrated.writing, NOW + timedelta(days=3))
    assert await run_project(demonstrated, RUN_ID) == PROJECT_ID
    after = await rows(connection)
    leases = [row["lease_expires_at"] for row in after["runs"] if row["id"] == RUN_ID]
    assert leases == [NOW + timedelta(days=3) + LEASE]
    assert [row for row in after.pop("runs") if row["id"] != RUN_ID] == [
        row for row in before.pop("runs") if row["id"] != RUN_ID
    ]
    assert after == before


async def test_a_start_that_ended_half_way_is_completed_by_the_next(
    demonstrated: LiveDirectory, connection: Database
) -> None:
    await connection.execute("""UPDATE projects SET "grant" = 'WRITE' WHERE id = 'accounting'""")
    await demonstrate(demonstrated.writing, NOW)
    assert await connection.fetchval("""SELECT "grant" FROM projects WHERE id = 'accounting'""") == "READ"


async def test_nothing_is_stored_beside_somebody_elses_records(directory: LiveDirectory, connection: Database) -> None:
    await directory.store(records.project())
    before = await rows(connection)
    assert not await demonstrate(directory.writing, NOW)
    assert await rows(connection) == before


def test_the_same_moment_gives_the_same_records() -> None:
    assert demonstration.records(NOW) == demonstration.records(NOW)
