"""`session(id)`: the same visibility as the listings."""

import pytest

from tests.callers import ADA, ADA_IN_GARDEN, PUBLISHER, RUN_IN_GARDEN
from tests.live_directory import LiveDirectory
from tests.records import project, session

SESSION = """
query($id: ID!) {
  session(id: $id) {
    __typename
    ... on Session { id projectId status }
    ... on SessionNotFound { sessionId message }
  }
}
"""


@pytest.mark.parametrize("status", ["OPEN", "CLOSED", "ARCHIVED"])
async def test_a_visible_session_of_any_project_is_found(directory: LiveDirectory, status: str) -> None:
    await directory.store(project("house"), session("kitchen", projectId="house", status=status))
    for caller in (ADA, ADA_IN_GARDEN, RUN_IN_GARDEN):
        answer = await directory.ask(caller, SESSION, id="kitchen")
        assert answer["session"] == {
            "__typename": "Session",
            "id": "kitchen",
            "projectId": "house",
            "status": status,
        }
        assert directory.statement_count == 1


async def test_unknown_deleted_and_anothers_are_one_and_the_same_answer(directory: LiveDirectory) -> None:
    unknown = await directory.ask(ADA, SESSION, id="roses")
    assert unknown["session"]["__typename"] == "SessionNotFound"
    assert unknown["session"]["sessionId"] == "roses"
    statements = [(done.sql, done.arguments, done.rows) for done in directory.reading.statements]
    assert len(statements) == 1

    await directory.store(project(userId="eve"), session("roses", userId="eve"))
    await directory.store(project(appId="phone"), session("roses", appId="phone"))
    await directory.store(project(), session("parent"), session("roses", parentId="parent", name="roses"))
    by_its_parent = session("parent", status="DELETED")
    by_itself = session("roses", parentId="parent", name="roses", status="DELETED")
    for deleted in (by_its_parent, by_itself):
        await directory.store(deleted)
        assert await directory.ask(ADA, SESSION, id="roses") == unknown
        assert [(done.sql, done.arguments, done.rows) for done in directory.reading.statements] == statements
    await directory.store(session("parent"), session("roses", parentId="parent", name="roses"))
    assert (await directory.ask(ADA, SESSION, id="roses"))["session"]["__typename"] == "Session"
    await directory.store(project(status="DELETED"))
    assert await directory.ask(ADA, SESSION, id="roses") == unknown


async def test_a_publisher_finds_no_session_and_nothing_is_read(directory: LiveDirectory) -> None:
    await directory.store(project(), session("roses"))
    unknown = await directory.ask(ADA, SESSION, id="unknown")
    answer = await directory.ask(PUBLISHER, SESSION, id="roses")
    assert answer["session"] == unknown["session"] | {"sessionId": "roses"}
    assert directory.statement_count == 0


@pytest.mark.parametrize("session_id", ["", "\x00", "ro\x00ses", " roses", "roses\n", "x" * 161])
async def test_an_id_that_could_not_be_one_never_reaches_sql(directory: LiveDirectory, session_id: str) -> None:
    unknown = await directory.ask(ADA, SESSION, id="unknown")
    answer = await directory.ask(ADA, SESSION, id=session_id)
    assert answer["session"] == unknown["session"] | {"sessionId": session_id}
    assert directory.statement_count == 0


async def test_ids_are_compared_byte_for_byte(directory: LiveDirectory) -> None:
    composed, decomposed = "é", "e\u0301"
    await directory.store(project(), session(composed), session("Roses"))
    for session_id, found in ((composed, "Session"), (decomposed, "SessionNotFound"), ("roses", "SessionNotFound")):
        answer = await directory.ask(ADA, SESSION, id=session_id)
        assert answer["session"]["__typename"] == found


async def test_an_id_may_be_written_as_a_number(directory: LiveDirectory) -> None:
    await directory.store(project(), session("7"))
    answer = await directory.ask(ADA, "{ session(id: 7) { ... on Session { id } } }")
    assert answer["session"] == {"id": "7"}
