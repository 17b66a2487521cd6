"""Runs never see the status panel: nothing that a run can obtain holds a queue, a run or a result."""

import json
import re
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from graphql import (
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLUnionType,
    build_client_schema,
    get_introspection_query,
    get_named_type,
)

from data.embedded import Address
from data.pool import Pool
from providers.declared import DeclaredObserver
from server.limits import Limits
from tests.records import binding, bound_session, project, queued_input, run, session, store, turn
from tests.server.live_server import LiveServer, live_server

OF_THE_PANEL = re.compile(r"run|queue|result|pending", re.IGNORECASE)
PANEL_TYPES = {"SessionTree", "SessionTreeNode", "Run", "RunStatus", "SessionQueue", "QueueStatus"}
IN_AN_HOUR = (datetime.now(UTC) + timedelta(hours=1)).isoformat()

# What only the panel tells is called secret. The run that asks is `run`.
RECORDS = (
    project(),
    binding(),
    bound_session("roses", queuePaused=True),
    session("child", parentId="roses", name="child"),
    turn("turn", "roses", status="RUNNING", currentRunId="run", resultRunId="secret result"),
    run("run", "roses", "turn", status="RUNNING", leaseExpiresAt=IN_AN_HOUR),
    turn("other", "child", status="COMPLETED", currentRunId="secret run", resultRunId="secret result"),
    run("secret run", "child", "other", status="COMPLETED"),
    queued_input("input", "child", status="PENDING"),
    binding("gone", status="REVOKED"),
    binding("empty"),
    session("closed", bindingId="empty", status="CLOSED"),
)

IDS = ("roses", "child", "closed", "nowhere", "", "x\\u0000")
CALLS = {
    "caller": [""],
    "sessions": ["", "(first: 1)", "(scope: ALL)", "(scope: ALL, offset: 1)", "(offset: -1)", '(projectId: "house")'],
    "session": [f'(id: "{name}")' for name in IDS],
    "boundSession": [f'(conversationBindingId: "{name}")' for name in ("bind", "gone", "empty", "nowhere", "")],
    "sessionTree": [f'(sessionId: "{name}")' for name in IDS],
    "publish": ["(records: [])"],
}
"""Every root field with arguments for each kind of answer."""


@pytest.fixture
async def server(database: Address, writing: Pool) -> AsyncIterator[LiveServer]:
    await store(writing, *RECORDS)
    async with live_server(database.dsn, {"demo": DeclaredObserver()}, limits=Limits(aliases=100)) as opened:
        yield opened


async def introspected(server: LiveServer) -> GraphQLSchema:
    """The schema, as a run is told about it."""
    answer = await server.ask(get_introspection_query(), run="run")
    return build_client_schema(answer.json()["data"])


def everything_of(output: GraphQLNamedType) -> str:
    """A selection of all that values of a type can hold; each field is named with its type."""
    if isinstance(output, GraphQLUnionType):
        members = (f"... on {one.name} {everything_of(one)}" for one in output.types)
        return f"{{ __typename {' '.join(members)} }}"
    if not isinstance(output, GraphQLObjectType):
        return ""
    fields = (
        f"{output.name}_{name}: {name} {everything_of(get_named_type(field.type))}"
        for name, field in output.fields.items()
    )
    return f"{{ {' '.join(fields)} }}"


async def answers(server: LiveServer, schema: GraphQLSchema, **claims: Any) -> list[tuple[str, Any]]:
    """What is answered to every call that selects everything, with the name of its root field."""
    answered = []
    for keyword, root in (("query", schema.query_type), ("mutation", schema.mutation_type)):
        assert root is not None
        for name, field in root.fields.items():
            selection = everything_of(get_named_type(field.type))
            for arguments in CALLS[name]:
                answer = await server.ask(f"{keyword} {{ {name}{arguments} {selection} }}", **claims)
                answered.append((name, answer.json()["data"][name]))
    assert {name for name, _ in answered} == CALLS.keys()
    return answered


def is_of_the_panel(field: str) -> bool:
    """Whether a field, named with its type, tells of a run, a queue or a result."""
    return OF_THE_PANEL.search(field.partition(".")[2]) is not None


def fields_in(data: Any) -> Iterator[tuple[str, Any]]:
    """Every field in an answer, as its type and name, with its value."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield key.replace("_", ".", 1), value
            yield from fields_in(value)
    elif isinstance(data, list):
        for item in data:
            yield from fields_in(item)


def reachable(start: GraphQLNamedType) -> dict[str, GraphQLNamedType]:
    """The types of everything that is in a value of a type, by their names."""
    found: dict[str, GraphQLNamedType] = {}
    waiting = [start]
    while waiting:
        one = waiting.pop()
        if one.name not in found:
            found[one.name] = one
            waiting += one.types if isinstance(one, GraphQLUnionType) else ()
            fields = one.fields.values() if isinstance(one, GraphQLObjectType) else ()
            waiting += [get_named_type(field.type) for field in fields]
    return found


async def test_no_answer_to_a_run_holds_anything_of_the_panel(server: LiveServer) -> None:
    for name, answer in await answers(server, await introspected(server), run="run"):
        of_the_panel = {field: value for field, value in fields_in(answer) if is_of_the_panel(field)}
        assert of_the_panel == ({"Caller.runId": "run"} if name == "caller" else {})
        assert "secret" not in json.dumps(answer)
        if name == "sessionTree":
            assert answer.keys() == {"__typename", "PanelNotAllowed_message"}


async def test_no_type_that_a_run_is_answered_with_leads_to_the_panel(server: LiveServer) -> None:
    schema = await introspected(server)
    obtained = {answer.get("__typename", "Caller") for _, answer in await answers(server, schema, run="run")}
    assert {"SessionConnection", "SessionsRefused", "Session", "BoundSession", "NoOpenSession"} < obtained
    for typename in obtained:
        types = reachable(schema.type_map[typename])
        fields = {f"{name}.{field}" for name, one in types.items() for field in getattr(one, "fields", ())}
        assert PANEL_TYPES.isdisjoint(types)
        assert set(filter(is_of_the_panel, fields)) == ({"Caller.runId"} if typename == "Caller" else set())


async def test_a_person_is_shown_it_by_the_same_documents(server: LiveServer) -> None:
    schema = await introspected(server)
    trees = [answer for name, answer in await answers(server, schema, project="garden") if name == "sessionTree"]
    assert {field for field, _ in fields_in(trees) if is_of_the_panel(field)} == {
        "SessionTreeNode.run",
        "SessionTreeNode.resultRunId",
        "SessionTreeNode.queue",
        "SessionQueue.pendingInputs",
    }
    assert reachable(schema.type_map["SessionTreeResult"]).keys() >= PANEL_TYPES
    assert "secret run" in json.dumps(trees)
    assert "secret result" in json.dumps(trees)
