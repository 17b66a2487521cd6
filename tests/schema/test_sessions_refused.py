"""The refusals of `sessions`, and their order (rules.md, section 2)."""

from datetime import UTC, datetime
from typing import Any

import pytest

from data.caller import Caller
from data.session import Position
from resolvers.cursor import Cursor
from resolvers.listing import Listing, SessionScope
from tests.callers import ADA, ADA_IN_GARDEN, PUBLISHER, RUN_IN_GARDEN, person
from tests.live_directory import LiveDirectory
from tests.records import project, session
from tests.schema.pages import at, ids, page

HERE = Position(datetime(2026, 11, 30, 17, 30, tzinfo=UTC), "roses")
OF_ALL = Cursor(Listing(SessionScope.ALL), HERE).encode()
OF_GARDEN = Cursor(Listing(SessionScope.PROJECT, "garden"), HERE).encode()
OF_HOUSE = Cursor(Listing(SessionScope.PROJECT, "house"), HERE).encode()

BY_THE_ARGUMENTS: list[tuple[Caller, dict[str, object], str, str | None]] = [
    (PUBLISHER, {}, "CALLER_NOT_ALLOWED", None),
    (PUBLISHER, {"scope": "ALL"}, "CALLER_NOT_ALLOWED", None),
    (ADA, {"scope": "ALL", "projectId": "garden"}, "PROJECT_NOT_APPLICABLE", "projectId"),
    (ADA_IN_GARDEN, {"scope": "ALL", "projectId": "garden"}, "PROJECT_NOT_APPLICABLE", "projectId"),
    (RUN_IN_GARDEN, {"scope": "ALL", "projectId": ""}, "PROJECT_NOT_APPLICABLE", "projectId"),
    (ADA_IN_GARDEN, {"projectId": "house"}, "PROJECT_FIXED", "projectId"),
    (ADA_IN_GARDEN, {"projectId": ""}, "PROJECT_FIXED", "projectId"),
    (RUN_IN_GARDEN, {"projectId": "house"}, "PROJECT_FIXED", "projectId"),
    (ADA, {}, "PROJECT_REQUIRED", "projectId"),
    (ADA, {"projectId": None}, "PROJECT_REQUIRED", "projectId"),
    (ADA, {"scope": "ALL", "offset": -1}, "OFFSET_NEGATIVE", "offset"),
    (ADA_IN_GARDEN, {"offset": -(2**31)}, "OFFSET_NEGATIVE", "offset"),
    (ADA, {"scope": "ALL", "offset": 1_000_001}, "OFFSET_TOO_LARGE", "offset"),
    (ADA_IN_GARDEN, {"offset": 2**31 - 1}, "OFFSET_TOO_LARGE", "offset"),
    (ADA, {"scope": "ALL", "offset": 1, "after": OF_ALL}, "OFFSET_WITH_CURSOR", "offset"),
    (ADA_IN_GARDEN, {"offset": 1, "after": OF_GARDEN}, "OFFSET_WITH_CURSOR", "offset"),
    (ADA_IN_GARDEN, {"offset": 1}, "OFFSET_NEEDS_ALL", "offset"),
    (ADA, {"scope": "ALL", "first": 0}, "PAGE_SIZE_INVALID", "first"),
    (ADA, {"scope": "ALL", "first": -1}, "PAGE_SIZE_INVALID", "first"),
    (ADA, {"scope": "ALL", "first": 11}, "PAGE_SIZE_INVALID", "first"),
    (ADA_IN_GARDEN, {"first": 0}, "PAGE_SIZE_INVALID", "first"),
    (ADA_IN_GARDEN, {"first": 1_001}, "PAGE_SIZE_INVALID", "first"),
    (ADA, {"scope": "ALL", "after": ""}, "CURSOR_INVALID", "after"),
    (ADA, {"scope": "ALL", "after": "\x00"}, "CURSOR_INVALID", "after"),
    (ADA, {"scope": "ALL", "after": f"{OF_ALL}="}, "CURSOR_INVALID", "after"),
    (ADA, {"scope": "ALL", "after": OF_GARDEN}, "CURSOR_INVALID", "after"),
    (ADA_IN_GARDEN, {"after": OF_ALL}, "CURSOR_INVALID", "after"),
    (ADA_IN_GARDEN, {"after": OF_HOUSE}, "CURSOR_INVALID", "after"),
    (RUN_IN_GARDEN, {"after": OF_HOUSE}, "CURSOR_INVALID", "after"),
]


@pytest.mark.parametrize(("caller", "arguments", "code", "argument"), BY_THE_ARGUMENTS)
async def test_what_the_arguments_decide_is_refused_before_any_sql(
    directory: LiveDirectory, caller: Caller, arguments: dict[str, object], code: str, argument: str | None
) -> None:
    await directory.store(project(), project("house"), at(30, "roses"))
    refused = await page(directory, caller, **arguments)
    assert (refused["code"], refused["argument"]) == (code, argument)
    assert directory.statement_count == 0


async def test_an_invalid_cursor_is_always_the_same_text(directory: LiveDirectory) -> None:
    refusals = [
        await page(directory, caller, **arguments)
        for caller, arguments, code, _argument in BY_THE_ARGUMENTS
        if code == "CURSOR_INVALID"
    ]
    assert all(refused == refusals[0] for refused in refusals)


async def test_where_several_refusals_apply_the_first_in_the_order_answers(directory: LiveDirectory) -> None:
    """One request with everything wrong; each mending shows the next refusal."""
    await directory.store(project(), session("roses"), session("tulips"))
    directory.project_limit = 1
    nowhere = person("ada", project_id="nowhere")
    of_nowhere = Cursor(Listing(SessionScope.PROJECT, "nowhere"), HERE).encode()
    wrong: dict[str, Any] = {"scope": "ALL", "projectId": "house", "offset": -1, "first": 0, "after": "nonsense"}
    in_project = wrong | {"scope": "PROJECT"}
    mended: list[tuple[str, Caller, dict[str, Any]]] = [
        ("CALLER_NOT_ALLOWED", PUBLISHER, wrong),
        ("PROJECT_NOT_APPLICABLE", nowhere, wrong),
        ("PROJECT_FIXED", nowhere, in_project),
        ("PROJECT_REQUIRED", ADA, in_project | {"projectId": None}),
        ("OFFSET_NEGATIVE", nowhere, in_project | {"projectId": None}),
        ("OFFSET_TOO_LARGE", nowhere, in_project | {"projectId": None, "offset": 1_000_001}),
        ("OFFSET_WITH_CURSOR", nowhere, in_project | {"projectId": None, "offset": 3}),
        ("OFFSET_NEEDS_ALL", nowhere, in_project | {"projectId": None, "offset": 3, "after": None}),
        ("PAGE_SIZE_INVALID", nowhere, in_project | {"projectId": None, "offset": 0}),
        ("CURSOR_INVALID", nowhere, in_project | {"projectId": None, "offset": 0, "first": None}),
        ("PROJECT_NOT_FOUND", nowhere, {"after": of_nowhere}),
        ("PROJECT_TOO_LARGE", ADA_IN_GARDEN, {}),
    ]
    for code, caller, arguments in mended:
        assert (await page(directory, caller, **arguments))["code"] == code


@pytest.mark.parametrize("arguments", [{}, {"first": 5}, {"after": OF_HOUSE}])
async def test_a_project_that_is_unknown_deleted_or_anothers_is_one_and_the_same_refusal(
    directory: LiveDirectory, arguments: dict[str, object]
) -> None:
    house = project("house"), at(1, "kitchen", projectId="house")
    strangers = [record | {"userId": "eve"} for record in map(dict, house)]
    of_another_app = [record | {"appId": "phone"} for record in map(dict, house)]
    unknown = await page(directory, ADA, projectId="house", **arguments)
    assert (unknown["code"], unknown["argument"]) == ("PROJECT_NOT_FOUND", "projectId")
    statements = [(done.sql, done.arguments, done.rows) for done in directory.reading.statements]
    assert len(statements) == 1

    for records in (strangers, of_another_app, (*house, project("house", status="DELETED"))):
        await directory.store(*records[:2])
        await directory.store(*records[2:])
        assert await page(directory, ADA, projectId="house", **arguments) == unknown
        assert [(done.sql, done.arguments, done.rows) for done in directory.reading.statements] == statements


@pytest.mark.parametrize("project_id", ["", "\x00", " garden", "x" * 161, "gar\nden"])
async def test_a_project_id_that_could_not_be_one_never_reaches_sql(directory: LiveDirectory, project_id: str) -> None:
    unknown = await page(directory, ADA, projectId="unknown")
    assert await page(directory, ADA, projectId=project_id) == unknown
    assert directory.statement_count == 0


async def test_a_deleted_project_of_the_token_is_not_found_and_no_argument_mends_it(directory: LiveDirectory) -> None:
    await directory.store(project())
    await directory.store(project(status="DELETED"))
    refused = await page(directory, ADA_IN_GARDEN)
    assert (refused["code"], refused["argument"]) == ("PROJECT_NOT_FOUND", None)


async def test_null_is_the_same_as_left_out(directory: LiveDirectory) -> None:
    await directory.store(project(), session("roses"))
    assert await ids(directory, ADA_IN_GARDEN, first=None, after=None, projectId=None) == ["roses"]


@pytest.mark.parametrize("year", [1, 9999])
@pytest.mark.parametrize("listing", [Listing(SessionScope.ALL), Listing(SessionScope.PROJECT, "garden")])
async def test_a_forged_cursor_at_the_ends_of_time_is_answered(
    directory: LiveDirectory, listing: Listing, year: int
) -> None:
    await directory.store(project(), session("roses"))
    end = (datetime.min if year == 1 else datetime.max).replace(tzinfo=UTC)  # noqa: DTZ901
    after = Cursor(listing, Position(end, "roses")).encode()
    found = await ids(directory, ADA_IN_GARDEN, scope=listing.scope.name, after=after)
    assert found == ([] if year == 1 else ["roses"])
