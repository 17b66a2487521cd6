"""The number of statements of each root field is pinned (rules.md, section 2)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest

from data.embedded import Address
from data.statement import Connection
from tests.callers import ADA, ADA_IN_GARDEN
from tests.live_directory import LiveDirectory, open_live_directory
from tests.recording_pool import RecordingPool
from tests.records import binding, bound_session, project, session, turn
from tests.schema.pages import at

EVERYTHING = """
  scope offset returnedCount nextOffset
  nodes { ...Whole }
  edges { cursor node { ...Whole } }
  pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
"""
WHOLE = """
fragment Whole on Session {
  id title path rootSessionId projectId status lastActivityAt createdAt currentTurn { id status waitingFor }
}
"""


def whole_page(arguments: str) -> str:
    return f"{{ sessions({arguments}) {{ ... on SessionConnection {{ {EVERYTHING} }} }} }} {WHOLE}"


async def fill(directory: LiveDirectory) -> None:
    """A history with trees and turns."""
    await directory.store(
        project(),
        *(at(minute, f"s{minute:02}") for minute in range(15)),
        *(session(f"c{minute:02}", parentId=f"s{minute:02}", name="child") for minute in range(15)),
        *(turn(f"t{minute:02}", f"s{minute:02}", status="RUNNING") for minute in range(15)),
        binding(),
        bound_session("bound"),
    )


PAGES = ("scope: PROJECT", "scope: PROJECT, first: 2", "scope: ALL", "scope: ALL, offset: 3", "scope: ALL, first: 2")


@pytest.mark.parametrize("arguments", PAGES)
async def test_a_page_takes_one_statement_whatever_it_holds(directory: LiveDirectory, arguments: str) -> None:
    await fill(directory)
    answer = await directory.ask(ADA_IN_GARDEN, whole_page(arguments))
    assert directory.statement_count == 1
    cursor = answer["sessions"]["pageInfo"]["startCursor"]
    behind = arguments.replace(", offset: 3", "") + f', after: "{cursor}"'
    assert (await directory.ask(ADA_IN_GARDEN, whole_page(behind)))["sessions"]["nodes"]
    assert directory.statement_count == 1


@pytest.mark.parametrize(
    ("selection", "counted"),
    [
        ("totalCount", True),
        ("a: totalCount b: totalCount", True),
        ("...Counted", True),
        ("... @include(if: true) { totalCount }", True),
        ("totalCount @skip(if: true)", False),
        ("... @include(if: false) { totalCount }", False),
    ],
)
@pytest.mark.parametrize(("scope", "total"), [("PROJECT", 2), ("ALL", 3)])
async def test_total_count_takes_one_statement_more_and_only_when_selected(
    directory: LiveDirectory, selection: str, counted: bool, scope: str, total: int
) -> None:
    await directory.store(
        project(), project("house"), session("a"), session("b"), session("c", projectId="house"), session("gone")
    )
    await directory.store(session("gone", status="DELETED"))
    fragment = "fragment Counted on SessionConnection { totalCount }" if "Counted" in selection else ""
    answer = await directory.ask(
        ADA_IN_GARDEN,
        f"query($scope: SessionScope!) {{ sessions(scope: $scope, first: 1) {{"
        f" ... on SessionConnection {{ returnedCount {selection} }} }} }} {fragment}",
        scope=scope,
    )
    assert directory.statement_count == 1 + counted
    assert answer["sessions"].pop("returnedCount") == 1
    assert set(answer["sessions"].values()) == ({total} if counted else set())


async def test_a_refusal_from_the_database_counts_nothing(directory: LiveDirectory) -> None:
    await directory.ask(ADA, '{ sessions(projectId: "unknown") { ... on SessionConnection { totalCount } } }')
    assert directory.statement_count == 1


async def test_one_session_takes_one_statement(directory: LiveDirectory) -> None:
    await fill(directory)
    await directory.ask(ADA, '{ session(id: "s03") { ...Whole } }' + WHOLE)
    assert directory.statement_count == 1


async def test_a_bound_session_takes_two_statements(directory: LiveDirectory) -> None:
    await fill(directory)
    answer = await directory.ask(
        ADA, '{ boundSession(conversationBindingId: "bind") { ... on BoundSession { session { ...Whole } } } }' + WHOLE
    )
    assert answer["boundSession"]["session"]["id"] == "bound"
    assert directory.statement_count == 2


PANEL = """
query($id: ID!) {
  sessionTree(sessionId: $id) {
    ... on SessionTree {
      rootSessionId
      nodes {
        session { ...Whole } name depth parentSessionId run { id status } resultRunId queue { status pendingInputs }
      }
    }
  }
}
"""

# A binary tree, each member with a turn, a run and an input; foreign keys are tested elsewhere.
GROW = """
WITH RECURSIVE members (n, path) AS (
    SELECT 1, '/root'
    UNION ALL SELECT child, path || '/' || child
    FROM members, LATERAL (VALUES (2 * n), (2 * n + 1)) AS children (child) WHERE child <= $1
), stored AS (
    INSERT INTO sessions (user_id, app_id, id, project_id, parent_id, root_session_id, name, path, status, queue_paused,
                          created_at, last_activity_at, current_turn_id, current_turn_status)
    SELECT 'ada', 'desk', 's' || n, 'garden', CASE WHEN n > 1 THEN 's' || n / 2 END, 's1',
           CASE WHEN n > 1 THEN n::text ELSE 'root' END, path, 'OPEN', false, now(), now(), 't' || n, 'RUNNING'
    FROM members
), turns_of_them AS (
    INSERT INTO turns (user_id, app_id, id, session_id, status, current_run_id, created_at)
    SELECT 'ada', 'desk', 't' || n, 's' || n, 'RUNNING', 'r' || n, now() FROM members
), runs_of_them AS (
    INSERT INTO runs (user_id, app_id, id, session_id, turn_id, status)
    SELECT 'ada', 'desk', 'r' || n, 's' || n, 't' || n, 'RUNNING' FROM members
)
INSERT INTO queued_inputs (user_id, app_id, id, session_id, status)
SELECT 'ada', 'desk', 'q' || n, 's' || n, 'PENDING' FROM members
"""


@pytest.mark.parametrize("size", [7, 107, 5_000])
async def test_a_tree_takes_one_statement_whatever_its_size(
    directory: LiveDirectory, connection: "asyncpg.Connection[asyncpg.Record]", size: int
) -> None:
    await directory.store(project())
    await connection.execute("SET session_replication_role = replica")
    await connection.execute(GROW, size)
    answer = await directory.ask(ADA, PANEL + WHOLE, id=f"s{size}")
    nodes = answer["sessionTree"]["nodes"]
    assert {node["session"]["id"] for node in nodes} == {f"s{number}" for number in range(1, size + 1)}
    assert [(node["run"]["id"], node["queue"]) for node in nodes] == [
        (f"r{node['session']['id'][1:]}", {"status": "RUNNING", "pendingInputs": 1}) for node in nodes
    ]
    assert directory.statement_count == 1


class MeetingPool(RecordingPool):
    """Lends nothing until four hold a connection."""

    meeting = asyncio.Barrier(4)

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        async with super().connection() as connection, asyncio.timeout(10):
            await self.meeting.wait()
            yield connection


async def test_sibling_root_fields_run_at_once_each_on_a_connection_of_its_own(database: Address) -> None:
    async with open_live_directory(database.dsn, MeetingPool) as directory:
        await fill(directory)
        answer = await directory.ask(
            ADA_IN_GARDEN,
            """{
              project: sessions { ... on SessionConnection { returnedCount } }
              all: sessions(scope: ALL) { ... on SessionConnection { returnedCount } }
              one: session(id: "s03") { ... on Session { id } }
              none: session(id: "unknown") { __typename }
              caller { userId }
            }""",
        )
    assert answer == {
        "project": {"returnedCount": 31},
        "all": {"returnedCount": 10},
        "one": {"id": "s03"},
        "none": {"__typename": "SessionNotFound"},
        "caller": {"userId": "ada"},
    }
    assert directory.statement_count == 4
