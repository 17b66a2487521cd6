"""Compiled and ordinary execution give the same bytes, for whatever is asked of data of every kind."""

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import asyncpg
import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data.binding_repository import BindingRepository
from data.caller import Caller
from data.embedded import Address
from data.session import Session
from data.session_repository import SessionRepository
from data.session_tree_repository import SessionTreeRepository
from providers.declared import DeclaredObserver
from providers.routing import ObserverByProvider
from resolvers import bound_session as bound_session_module
from resolvers.bound_session import BoundSessions
from resolvers.directory import Directory, SessionNotFound
from resolvers.publishing import Publishing
from resolvers.session_tree import SessionTrees
from schema.build import schema
from schema.context import Context
from server.graphql_execution import GraphQLAnswer, GraphQLExecution
from server.limits import Limits
from server.request_body import GraphQLRequest
from tests.callers import ADA, ADA_IN_GARDEN, PUBLISHER, RUN_IN_GARDEN, person
from tests.live_directory import LiveDirectory, open_live_directory
from tests.recording_pool import RecordingPool
from tests.records import binding, bound_session, project, queued_input, run, session, turn
from tests.schema.test_statement_count import whole_page
from tests.server.documents_by_hand import COMPILED, ORDINARY
from tests.server.generated_documents import Generated, documents
from tests.server.live_server import BOUND

CALLERS = (ADA, ADA_IN_GARDEN, RUN_IN_GARDEN, PUBLISHER, person("eve"), person("ada", project_id="nowhere"))

RECORDS = (
    project(),
    project("house"),
    project("empty"),
    *(session(name, lastActivityAt=f"2026-01-0{day}T00:00:00Z") for day, name in enumerate(("a", "b", "c"), 1)),
    session("roses", title="Rosen 🌹", lastActivityAt="2026-02-01T00:00:00.123456Z"),
    session("tulips", title="", projectId="house", status="ARCHIVED"),
    session("child", parentId="roses", name="leaf", status="CLOSED"),
    session("leaf", parentId="child", name="-", queuePaused=True),
    turn("t1", "roses", status="WAITING", waitingFor="APPROVAL", currentRunId="lost", resultRunId="r1"),
    turn("t2", "child", status="RUNNING", currentRunId="r2"),
    run("r1", "roses", "t1", status="YIELDED"),
    run("r2", "child", "t2", status="RUNNING"),
    *(queued_input(f"q{number}", "leaf", status="PENDING") for number in range(2)),
    turn("t3", "tulips", status="COMPLETED"),
    binding(),
    bound_session("bound", title="Bound"),
    binding("closed"),
    session("shut", status="CLOSED", bindingId="closed"),
    binding("gone", status="REVOKED"),
    binding("replaced", status="REVOKED", replacedBy="bind"),
    binding("group", audience="GROUP"),
    binding("away", provider="nobody"),
    binding("twice", conversation="twice"),
    bound_session("first", bindingId="twice"),
    bound_session("second", bindingId="twice"),
)


class StoppedClock(datetime):
    """Both ways see the same moment."""

    @classmethod
    def now(cls, tz: Any = None) -> Any:
        return datetime(2026, 3, 4, 5, 6, 7, 890123, tzinfo=UTC)


GENEROUS = Limits(tokens=10_000, aliases=500, root_fields=100, directives=500, cost=10**9)
"""So that the generated documents come to be executed."""


@dataclass
class World:
    """A database with `RECORDS`, an execution, and the loop that both run in."""

    runner: asyncio.Runner
    directory: LiveDirectory
    execution: GraphQLExecution
    answering: Callable[[SessionRepository], Directory] = Directory

    def context(self, caller: Caller) -> Context:
        pool: RecordingPool = self.directory.reading
        observer = ObserverByProvider({"demo": DeclaredObserver()})
        bound_sessions = BoundSessions(BindingRepository(pool), observer)
        session_trees = SessionTrees(SessionTreeRepository(pool))
        publishing = Publishing(self.directory.writing)
        return Context(caller, self.answering(SessionRepository(pool)), bound_sessions, session_trees, publishing)

    def answer(self, caller: Caller, request: GraphQLRequest, *, compiled: bool) -> tuple[GraphQLAnswer, bytes, int]:
        """The answer, its bytes without incident ids, and the number of statements."""
        self.directory.reading.statements.clear()
        answer = self.runner.run(
            self.execution.answer(request, self.context(caller), lambda _cost: None, compiled=compiled)
        )
        body = orjson.dumps(answer.members, option=orjson.OPT_UTC_Z)
        return answer, re.sub(rb'"incident":"[0-9a-f]+"', b'"incident":""', body), self.directory.statement_count

    def same(self, caller: Caller, document: str, variables: dict[str, Any] | None = None) -> GraphQLAnswer:
        """The answer of the plan, which is that of the ordinary executor."""
        request = GraphQLRequest(document, None, variables or {})
        answer, body, statements = self.answer(caller, request, compiled=True)
        _, expected, most = self.answer(caller, request, compiled=False)
        assert body == expected
        assert statements <= most
        return answer


@contextmanager
def opened_world(address: Address) -> Iterator[World]:
    """A world on the empty database at `address`."""
    with asyncio.Runner() as runner, pytest.MonkeyPatch.context() as patch:
        patch.setattr(bound_session_module, "datetime", StoppedClock)
        stack = AsyncExitStack()
        directory = runner.run(stack.enter_async_context(open_live_directory(address.dsn)))
        runner.run(directory.store(*RECORDS))
        yield World(runner, directory, GraphQLExecution(schema, GENEROUS))
        runner.run(stack.aclose())


@pytest.fixture(scope="module")
def world(cluster: Address, template: Address) -> Iterator[World]:
    """The world of this module, which its tests leave as it is."""

    async def execute(statement: str) -> None:
        connection = await asyncpg.connect(cluster.dsn)
        await connection.execute(statement)
        await connection.close()

    asyncio.run(execute(f"CREATE DATABASE compiled TEMPLATE {template.database}"))
    with opened_world(cluster.with_database("compiled")) as opened:
        yield opened
    asyncio.run(execute("DROP DATABASE compiled WITH (FORCE)"))


def test_generated_documents_are_answered_alike(world: World) -> None:
    seen: dict[str, int] = {"compiled": 0, "ordinary": 0, "refused": 0, "erroneous": 0}

    @settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
    @given(generated=documents(schema._schema), caller=st.sampled_from(CALLERS))
    def check(generated: Generated, caller: Caller) -> None:
        answer = world.same(caller, generated.document, generated.variables)
        kind = "refused" if "data" not in answer.members else "compiled" if answer.compiled else "ordinary"
        seen[kind] += 1
        seen["erroneous"] += "errors" in answer.members

    check()
    assert seen["compiled"] > 50, seen


@pytest.mark.parametrize(("document", "variables"), COMPILED, ids=lambda value: ascii(value)[:60])
def test_what_clients_ask_is_compiled_and_answered_alike(
    world: World, document: str, variables: dict[str, Any]
) -> None:
    for caller in CALLERS:
        assert world.same(caller, document, variables).compiled


@pytest.mark.parametrize(("document", "variables"), ORDINARY, ids=lambda value: ascii(value)[:60])
def test_what_no_plan_covers_is_handed_over_whole(world: World, document: str, variables: dict[str, Any]) -> None:
    for caller in CALLERS:
        assert not world.same(caller, document, variables).compiled


def readme_documents() -> list[str]:
    """Every GraphQL document of the README, and those inside its commands."""
    readme = (Path(__file__).parents[2] / "README.md").read_text()
    blocks = re.findall(r"```graphql\n(.*?)```", readme, re.DOTALL)
    return blocks + [orjson.loads(body)["query"] for body in re.findall(r"-d '(\{.*?\})'", readme)]


@pytest.mark.parametrize("document", [*readme_documents(), BOUND, whole_page("scope: ALL, first: 2")])
def test_every_operation_of_the_readme_and_of_the_tests_is_compiled(world: World, document: str) -> None:
    variables = {"after": None, "id": "roses", "binding": "bind", "conversationBindingId": "bind"}
    assert world.same(ADA_IN_GARDEN, document, variables).compiled


def test_the_readme_has_documents() -> None:
    assert len(readme_documents()) >= 5


# ------------------------------------------------------------------------------------------------ columns
@pytest.mark.parametrize(
    ("selection", "read"),
    [
        ("nodes { __typename }", set()),
        ("edges { cursor }", set()),
        ("nodes { id lastActivityAt }", set()),
        ("nodes { title } edges { node { path } }", {"title", "path"}),
        ("nodes { currentTurn { id } }", {"current_turn_id", "current_turn_status", "current_turn_waiting_for"}),
        ("nodes { title @skip(if: true) path @include(if: true) }", {"path"}),
    ],
)
@pytest.mark.parametrize("scope", ["ALL", "ALL, offset: 1", 'PROJECT, projectId: "garden"'])
def test_only_the_columns_of_what_is_selected_are_read(
    world: World, selection: str, read: set[str], scope: str
) -> None:
    document = f"{{ sessions(scope: {scope}) {{ ... on SessionConnection {{ {selection} }} }} }}"
    answer, _, statements = world.answer(ADA, GraphQLRequest(document, None, {}), compiled=True)
    assert "errors" not in answer.members
    assert statements == 1
    sql = world.directory.reading.statements[0].sql
    columns = {"title", "path", "created_at", "current_turn_id", "current_turn_status", "current_turn_waiting_for"}
    assert {column for column in columns if f"sessions.{column}" in sql} == read


@pytest.mark.parametrize(
    ("selection", "read"),
    [
        ("nodes { name depth queue { status } }", set()),
        ("nodes { session { id } }", set()),
        ("nodes { session { title } } again: nodes { session { createdAt } }", {"title", "created_at"}),
        ("nodes { session { currentTurn { id } } }", {"current_turn_status", "current_turn_waiting_for"}),
    ],
)
def test_only_the_columns_of_the_sessions_that_are_selected_of_a_tree_are_read(
    world: World, selection: str, read: set[str]
) -> None:
    document = f'{{ sessionTree(sessionId: "leaf") {{ ... on SessionTree {{ {selection} }} }} }}'
    answer, _, statements = world.answer(ADA, GraphQLRequest(document, None, {}), compiled=True)
    assert "errors" not in answer.members
    assert statements == 1
    sql = world.directory.reading.statements[0].sql
    columns = {"title", "project_id", "status", "created_at", "current_turn_status", "current_turn_waiting_for"}
    assert {column for column in columns if f"sessions.{column}" in sql} == read


# ------------------------------------------------------------------------------------------------ errors
class DefectiveDirectory(Directory):
    """Finds one session, with a defect in it."""

    defect: dict[str, Any]
    asked = 0

    async def session(self, caller: Caller, session_id: str, **_options: object) -> Session | SessionNotFound:
        DefectiveDirectory.asked += 1
        found = await super().session(caller, session_id)
        assert isinstance(found, Session)
        return found._replace(**self.defect)


DEFECTS: list[dict[str, Any]] = [
    {"path": None},
    {"title": 7},
    {"title": []},
    {"path": True},
    {"status": "OPEN"},
    {"status": "PLANTED"},
    {"last_activity_at": "PLANTED"},
    {"last_activity_at": None},
    {"current_turn": "PLANTED"},
    {"last_activity_at": datetime(2026, 1, 1, 12, tzinfo=timezone(timedelta(hours=2)))},
    {"last_activity_at": datetime(999, 1, 1, 12, 0, 0, 1, tzinfo=UTC)},
]


@pytest.mark.parametrize("defect", DEFECTS, ids=str)
def test_a_record_that_is_not_as_declared_is_told_alike_and_asked_for_once(
    world: World, defect: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DefectiveDirectory, "defect", defect, raising=False)
    defective = World(world.runner, world.directory, world.execution, DefectiveDirectory)
    DefectiveDirectory.asked = 0
    document = '{ s: session(id: "roses") { ... on Session { title path status lastActivityAt currentTurn { id } } } }'
    answer = defective.same(ADA, document)
    assert DefectiveDirectory.asked == 2  # by the plan, and by the ordinary execution that it is compared with
    assert "PLANTED" not in str(answer.members.get("errors"))


@pytest.mark.parametrize(
    "document",
    [
        "{ sessions(scope: ALL) { __typename } }",
        '{ caller { kind } one: session(id: "roses") { __typename } }',
        "{ sessions(scope: ALL) { ... on SessionConnection { totalCount } } }",
        '{ boundSession(conversationBindingId: "bind") { ... on BindingUnverified { reason } } }',
        '{ sessionTree(sessionId: "roses") { ... on SessionTree { rootSessionId } } }',
    ],
)
def test_a_store_that_does_not_answer_is_told_alike(world: World, document: str) -> None:
    answered, world.directory.reading._closed = world.directory.reading._closed, True
    try:
        world.same(ADA, document)
    finally:
        world.directory.reading._closed = answered
