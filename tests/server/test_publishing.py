"""Publishing as the server executes it: one table of bad records for all doors, and what coercion decides before."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest

from data import publishing
from data.caller import Caller
from data.embedded import Address
from data.pool import Pool
from data.records import RawRecord
from schema.build import schema
from schema.context import Context
from server.graphql_execution import GraphQLExecution
from server.limits import Limits
from server.request_body import GraphQLRequest
from tests.callers import PUBLISHER
from tests.data.bad_records import BAD_RECORDS, WORLD, BadRecord
from tests.data.dump import dump
from tests.live_directory import LiveDirectory, open_live_directory
from tests.record_inputs import PUBLISH, record_input, record_inputs
from tests.records import project, session, store


@dataclass
class Platform:
    """The back end of a platform, and the server's execution in front of the directory."""

    directory: LiveDirectory
    execution: GraphQLExecution

    @property
    def pool(self) -> Pool:
        return self.directory.writing

    async def answer(self, variables: dict[str, Any], document: str = PUBLISH, caller: Caller = PUBLISHER) -> Any:
        """The members of the answer."""
        request = GraphQLRequest(document, None, variables)
        context: Context = self.directory.context(caller)
        return (await self.execution.answer(request, context, lambda _cost: None)).members

    async def publish(self, *records: RawRecord) -> Any:
        """What became of a batch."""
        return (await self.answer(record_inputs(*records)))["data"]["publish"]

    async def errors(self, variables: dict[str, Any], document: str = PUBLISH) -> list[tuple[str, str]]:
        """Code and message of each error of a call that stores nothing."""
        before = await dump(self.pool)
        answer = await self.answer(variables, document)
        assert "data" not in answer
        assert await dump(self.pool) == before
        return [(error["extensions"]["code"], error["message"]) for error in answer["errors"]]


@pytest.fixture
async def platform(database: Address) -> AsyncIterator[Platform]:
    async with open_live_directory(database.dsn) as directory:
        yield Platform(directory, GraphQLExecution(schema, Limits()))


# ------------------------------------------------------------------------------------------------ one table
def is_text(value: object) -> bool:
    """Whether it has no half of a surrogate pair: those are HTTP 400."""
    return not isinstance(value, str) or not any("\ud800" <= one <= "\udfff" for one in value)


def as_coerced(bad: BadRecord) -> RawRecord | None:
    """The good record that GraphQL makes of a typed one: an ID may be written as a number, and 1 as 1.0."""
    if bad.message == "must be an id" and bad.field and isinstance(bad.record[bad.field], int):
        return {**bad.record, bad.field: str(bad.record[bad.field])}
    return {**bad.record, "version": 1} if bad.name == "version 1.0" else None


ON_THE_WIRE = [bad for bad in BAD_RECORDS if all(map(is_text, bad.record.values()))]
UNTYPED = [bad for bad in BAD_RECORDS if not bad.typed]
COERCED = [bad for bad in ON_THE_WIRE if bad.typed and as_coerced(bad)]
ERRORS_OF_THE_CALL = [bad for bad in ON_THE_WIRE if bad.typed and not as_coerced(bad)]


def test_every_bad_record_is_sent_once_and_those_without_text_are_bad_requests() -> None:
    assert all(bad.typed for bad in BAD_RECORDS if bad not in ON_THE_WIRE)
    assert len({bad.name for bad in BAD_RECORDS}) == len(BAD_RECORDS)
    assert all((UNTYPED, COERCED, ERRORS_OF_THE_CALL))


async def test_a_bad_record_is_the_same_problem_as_through_import_and_nothing_is_stored(
    platform: Platform, subtests: pytest.Subtests
) -> None:
    await store(platform.pool, *WORLD)
    before = await dump(platform.pool)
    for bad in UNTYPED:
        with subtests.test(bad.name):
            of_another_app = bad.record["appId"] != PUBLISHER.app_id
            batch = [project("good"), bad.record]
            answer = await platform.publish(*batch)
            assert answer["__typename"] == "PublishRefused"
            imported = await publishing.publish(platform.pool, batch, app_id=PUBLISHER.app_id)
            assert isinstance(imported, publishing.PublishRefused)
            assert [(one["index"], one["field"], one["message"]) for one in answer["problems"]] == [
                (one.index, one.field, one.message) for one in imported.problems
            ]
            if not of_another_app:
                [problem] = answer["problems"]
                assert (problem["index"], problem["field"]) == (1, bad.field)
                assert bad.message in problem["message"]
    assert await dump(platform.pool) == before


async def test_what_coercion_decides_is_an_error_of_the_call_at_its_position_and_nothing_is_stored(
    platform: Platform, subtests: pytest.Subtests
) -> None:
    await store(platform.pool, *WORLD)
    before = await dump(platform.pool)
    for bad in ERRORS_OF_THE_CALL:
        with subtests.test(bad.name):
            answer = await platform.answer(record_inputs(project("good"), bad.record))
            assert "data" not in answer
            for error in answer["errors"]:
                assert error["extensions"] == {"code": "BAD_USER_INPUT"}
                assert "Variable '$records' has invalid value at [1]" in error["message"]
    assert await dump(platform.pool) == before


async def test_what_coercion_makes_good_is_as_good_as_if_it_had_been_written_so(
    platform: Platform, subtests: pytest.Subtests
) -> None:
    assert COERCED
    await store(platform.pool, *WORLD)
    for bad in COERCED:
        with subtests.test(bad.name):
            good = as_coerced(bad)
            assert good is not None
            answer = await platform.publish(bad.record)
            after = await dump(platform.pool)
            again = await platform.publish(good)
            assert answer["__typename"] == again["__typename"]
            assert answer.get("problems") == again.get("problems")
            assert await dump(platform.pool) == after


# ------------------------------------------------------------------------------------------------ oneOf
GOOD = record_input(project("p"))


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param({}, id="none"),
        pytest.param({**GOOD, **record_input(session("s", projectId="p"))}, id="two"),
        pytest.param({"project": None}, id="null"),
        pytest.param({**GOOD, "session": None}, id="one and null"),
        pytest.param(None, id="no record"),
        pytest.param([GOOD], id="a list"),
    ],
)
async def test_a_record_that_is_not_exactly_one_is_an_error_of_the_call(platform: Platform, bad: object) -> None:
    errors = await platform.errors({"records": [GOOD, bad]})
    assert errors
    for code, message in errors:
        assert code == "BAD_USER_INPUT"
        assert "[1]" in message


LITERAL = 'mutation { publish(records: [{project: {userId: "ada", appId: "desk", id: "p"}}, %s]) { __typename } }'


@pytest.mark.parametrize(
    "bad",
    [
        "{}",
        '{project: {userId: "ada", appId: "desk", id: "q"}, run: null}',
        "{project: null}",
        "null",
        "{message: {}}",
        '{project: {userId: "ada", appId: "desk"}}',
        '{project: {userId: "ada", appId: "desk", id: "q", color: "red"}}',
        '{project: {userId: "ada", appId: "desk", id: "q", status: "ACTIVE"}}',
        '{queuedInput: {userId: "ada", appId: "desk", id: "q", sessionId: "s", status: PENDING, receivedAt: 7}}',
    ],
)
async def test_a_literal_that_is_no_record_does_not_validate(platform: Platform, bad: str) -> None:
    errors = await platform.errors({}, LITERAL % bad)
    assert {code for code, _ in errors} == {"GRAPHQL_VALIDATION_FAILED"}


async def test_a_nullable_variable_is_no_member(platform: Platform) -> None:
    document = "mutation($p: ProjectRecord) { publish(records: [{project: $p}]) { __typename } }"
    errors = await platform.errors({"p": GOOD["project"]}, document)
    assert {code for code, _ in errors} == {"GRAPHQL_VALIDATION_FAILED"}


async def test_records_may_come_as_literals_variables_and_one_without_a_list(platform: Platform) -> None:
    literal = """mutation($id: ID!, $p: ProjectRecord!, $r: RecordInput!) {
      publish(records: [
        {project: {userId: "ada", appId: "desk", id: $id, grant: WRITE}}, {project: $p}, $r
        {session: {userId: "ada", appId: "desk", id: "s", projectId: $id, createdAt: "2026-01-01T01:00:00+01:00"}}
      ]) { ... on Published { accepted } }
    }"""
    variables = {"id": "a", "p": record_input(project("b"))["project"], "r": record_input(project("c"))}
    answer = await platform.answer(variables, literal)
    assert answer == {"data": {"publish": {"accepted": 4}}}
    assert (await platform.answer({"records": record_input(project("d"))}))["data"]["publish"]["accepted"] == 1
    stored = await dump(platform.pool)
    assert [row["id"] for row in stored["projects"]] == ["a", "b", "c", "d"]
    assert stored["sessions"][0]["created_at"].isoformat() == "2026-01-01T00:00:00+00:00"


# ------------------------------------------------------------------------------------------------ fields
async def test_only_what_was_given_is_told_and_null_is_absent(platform: Platform) -> None:
    await platform.publish(
        project(), session("s", title="A title", goalId="g", createdAt="2026-01-01T00:00:00Z", version=7)
    )
    await platform.publish(session("s", title=None, createdAt=None, version=None))
    [row] = (await dump(platform.pool))["sessions"]
    assert (row["title"], row["goal_id"], row["version"]) == (None, None, 7)
    assert row["created_at"].isoformat() == "2026-01-01T00:00:00+00:00"
    assert (row["name"], row["status"], row["queue_paused"]) == ("root", "OPEN", False)


# ------------------------------------------------------------------------------------------------ cost
EVERYTHING = """
mutation($records: [RecordInput!]!) {
  a0: __typename
  publish(records: $records) {
    __typename
    a1: __typename a2: __typename a3: __typename a4: __typename a5: __typename a6: __typename a7: __typename
    ... on Published { accepted stale a8: accepted a9: stale }
    ... on Refusal { message a10: message }
    ... on PublishRefused { message problems { __typename index field message a11: index a12: field } }
  }
}
"""


async def test_500_records_and_whatever_is_selected_cost_no_more_than_a_request_may(platform: Platform) -> None:
    batch = [project(f"p{number}") for number in range(500)]
    answer = await platform.answer(record_inputs(*batch), EVERYTHING)
    assert (answer["data"]["publish"]["accepted"], answer["data"]["publish"]["stale"]) == (500, 0)


async def test_one_more_than_500_is_refused_as_a_batch_and_nothing_is_stored(platform: Platform) -> None:
    batch = [project(f"p{number}") for number in range(501)]
    answer = await platform.answer(record_inputs(*batch), EVERYTHING)
    [problem] = answer["data"]["publish"]["problems"]
    assert (problem["index"], problem["field"]) == (500, None)
    assert problem["message"] == "a batch holds at most 500 records"
    assert (await dump(platform.pool))["projects"] == []


@pytest.mark.parametrize("record", [pytest.param(GOOD, id="good"), pytest.param(7, id="bad")])
async def test_a_list_without_end_is_refused_before_it_is_looked_at(platform: Platform, record: object) -> None:
    errors = await platform.errors({"records": [record] * 50_000})
    assert [code for code, _ in errors] == ["LIMIT_EXCEEDED"]


async def test_many_bad_records_bring_a_handful_of_errors(platform: Platform) -> None:
    assert len(await platform.errors({"records": [7] * 5_000})) == 5


# ------------------------------------------------------------------------------------------------ several at once
async def test_batches_of_one_request_follow_one_another_each_for_itself(platform: Platform) -> None:
    document = """mutation($a: [RecordInput!]!, $b: [RecordInput!]!, $c: [RecordInput!]!) {
      a: publish(records: $a) { __typename }
      b: publish(records: $b) { __typename }
      c: publish(records: $c) { __typename }
    }"""
    variables: dict[str, Any] = {
        "a": [record_input(project())],
        "b": [record_input(session("s", projectId="nowhere"))],
        "c": [record_input(session("s"))],
    }
    answer = await platform.answer(variables, document)
    kinds = [outcome["__typename"] for outcome in answer["data"].values()]
    assert kinds == ["Published", "PublishRefused", "Published"]
