"""Who sees what: one matrix over kinds of caller, root fields and rows."""

import json
from dataclasses import dataclass

import pytest

from data.caller import Caller, CallerKind
from data.records import RawRecord
from tests.callers import ADA, ADA_IN_GARDEN, PUBLISHER, RUN_IN_GARDEN
from tests.live_directory import LiveDirectory
from tests.records import binding, bound_session, project

CALLERS = {"person": ADA, "person in a project": ADA_IN_GARDEN, "run": RUN_IN_GARDEN, "publisher": PUBLISHER}

DOCUMENT = """
query($project: ID, $session: ID!, $binding: ID!) {
  project: sessions(projectId: $project) { ...Sessions }
  all: sessions(scope: ALL) { ...Sessions }
  session(id: $session) { __typename ... on Session { title } }
  boundSession(conversationBindingId: $binding) { __typename ... on BoundSession { session { title } } }
  sessionTree(sessionId: $session) { __typename ... on SessionTree { nodes { session { title } } } }
}
fragment Sessions on SessionsResult {
  ... on SessionConnection { totalCount nodes { id title } }
  ... on SessionsRefused { code }
}
"""


@dataclass(frozen=True)
class Row:
    """A session with its binding, and where it is to be seen by Ada at her desk."""

    name: str
    owner: dict[str, object]
    project_id: str
    in_project: bool
    in_all: bool
    bound: str

    @property
    def records(self) -> list[RawRecord]:
        """Everything in them that could leak says whose it is."""
        whose = "stranger" if self.owner else "own"
        identity = {"bindingId": self.name, "channelId": f"project.external.{self.name}.source"}
        records = (
            project(self.project_id, name=whose),
            binding(self.name, projectId=self.project_id, operator=whose, connection=whose, conversation=self.name),
            bound_session(self.name, projectId=self.project_id, title=f"{whose} {self.name}", **identity),
        )
        return [dict(record) | self.owner for record in records]


OWN: dict[str, object] = {}
ROWS = [
    Row("in the garden", OWN, "garden", in_project=True, in_all=True, bound="BoundSession"),
    Row("in the house", OWN, "house", in_project=False, in_all=True, bound="BoundSession"),
    Row("deleted", OWN, "garden", in_project=False, in_all=False, bound="NoOpenSession"),
    Row("of a deleted project", OWN, "ruin", in_project=False, in_all=False, bound="BindingChanged"),
    Row("of eve", {"userId": "eve"}, "garden", in_project=False, in_all=False, bound="BindingInvalid"),
    Row("of another app", {"appId": "phone"}, "garden", in_project=False, in_all=False, bound="BindingInvalid"),
    Row("of eve elsewhere", {"userId": "eve"}, "secret", in_project=False, in_all=False, bound="BindingInvalid"),
]


async def fill(directory: LiveDirectory) -> None:
    for row in ROWS:
        await directory.store(*row.records)
    await directory.store(dict(ROWS[2].records[2]) | {"status": "DELETED"})
    await directory.store(project("ruin", status="DELETED"))


def assert_nothing_of_strangers(directory: LiveDirectory, answer: object) -> None:
    assert "stranger" not in json.dumps(answer)
    for statement in directory.reading.statements:
        assert {"eve", "phone"}.isdisjoint(statement.arguments)
        assert "stranger" not in repr(statement.rows)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
@pytest.mark.parametrize("caller", [ADA, ADA_IN_GARDEN, RUN_IN_GARDEN], ids=list(CALLERS)[:3])
async def test_a_caller_sees_their_own_rows_and_nothing_of_others(
    directory: LiveDirectory, caller: Caller, row: Row
) -> None:
    await fill(directory)
    current = "garden" if caller.project_id is None else None
    answer = await directory.ask(caller, DOCUMENT, project=current, session=row.name, binding=row.name)
    own = f"own {row.name}"

    listed = {scope: [node["title"] for node in answer[scope]["nodes"]] for scope in ("project", "all")}
    assert (own in listed["project"], own in listed["all"]) == (row.in_project, row.in_all)
    assert (answer["project"]["totalCount"], answer["all"]["totalCount"]) == (1, 2)
    assert answer["session"] == (
        {"__typename": "Session", "title": own} if row.in_all else {"__typename": "SessionNotFound"}
    )
    bound = {"__typename": row.bound} | ({"session": {"title": own}} if row.bound == "BoundSession" else {})
    assert answer["boundSession"] == bound
    if caller.kind is CallerKind.RUN:
        assert answer["sessionTree"] == {"__typename": "PanelNotAllowed"}
    elif row.in_all:
        assert answer["sessionTree"] == {"__typename": "SessionTree", "nodes": [{"session": {"title": own}}]}
    else:
        assert answer["sessionTree"] == {"__typename": "SessionNotFound"}
    assert_nothing_of_strangers(directory, answer)


@pytest.mark.parametrize("project_id", ["secret", "ruin", "nowhere"])
async def test_a_person_cannot_name_a_project_that_is_not_theirs(directory: LiveDirectory, project_id: str) -> None:
    await fill(directory)
    answer = await directory.ask(ADA, DOCUMENT, project=project_id, session="x", binding="x")
    assert answer["project"] == {"code": "PROJECT_NOT_FOUND"}
    assert_nothing_of_strangers(directory, answer)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
async def test_a_publisher_reads_nothing_and_runs_no_statement(directory: LiveDirectory, row: Row) -> None:
    await fill(directory)
    answer = await directory.ask(PUBLISHER, DOCUMENT, project="garden", session=row.name, binding=row.name)
    assert answer == {
        "project": {"code": "CALLER_NOT_ALLOWED"},
        "all": {"code": "CALLER_NOT_ALLOWED"},
        "session": {"__typename": "SessionNotFound"},
        "boundSession": {"__typename": "BindingInvalid"},
        "sessionTree": {"__typename": "SessionNotFound"},
    }
    assert directory.statement_count == 0
