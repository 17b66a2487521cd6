"""`sessions`: which sessions, in which order, in which pages (rules.md, section 2)."""

import pytest

from data.caller import Caller
from tests.callers import ADA, ADA_IN_GARDEN, RUN_IN_GARDEN, person
from tests.live_directory import LiveDirectory
from tests.records import project, session, turn
from tests.schema.pages import at, ids, ids_of, page

# ------------------------------------------------------------------------------------------------ what is visible


async def test_closed_and_archived_sessions_are_listed_with_their_status(directory: LiveDirectory) -> None:
    await directory.store(
        project(), at(3, "open"), at(2, "closed", status="CLOSED"), at(1, "archived", status="ARCHIVED")
    )
    for scope in ("PROJECT", "ALL"):
        answer = await directory.ask(
            ADA_IN_GARDEN,
            "query($scope: SessionScope!) {"
            " sessions(scope: $scope) { ... on SessionConnection { nodes { id status } } } }",
            scope=scope,
        )
        assert [(node["id"], node["status"]) for node in answer["sessions"]["nodes"]] == [
            ("open", "OPEN"),
            ("closed", "CLOSED"),
            ("archived", "ARCHIVED"),
        ]


async def test_deleted_sessions_and_their_descendants_are_not_listed(directory: LiveDirectory) -> None:
    await directory.store(
        project(),
        session("root"),
        session("child", parentId="root", name="child", status="DELETED"),
        session("grandchild", parentId="child", name="grandchild"),
        session("sibling", parentId="root", name="sibling"),
    )
    for scope in ("PROJECT", "ALL"):
        assert set(await ids(directory, ADA_IN_GARDEN, scope=scope)) == {"root", "sibling"}


async def test_the_sessions_of_a_deleted_project_are_not_listed(directory: LiveDirectory) -> None:
    await directory.store(project(), project("house"), session("roses"), session("kitchen", projectId="house"))
    await directory.store(project("house", status="DELETED"))
    assert await ids(directory, ADA, scope="ALL") == ["roses"]


async def test_project_lists_its_own_sessions_and_all_lists_every_project(directory: LiveDirectory) -> None:
    await directory.store(project(), project("house"), at(1, "roses"), at(2, "kitchen", projectId="house"))
    assert await ids(directory, ADA_IN_GARDEN) == ["roses"]
    assert await ids(directory, RUN_IN_GARDEN) == ["roses"]
    assert await ids(directory, ADA_IN_GARDEN, scope="ALL") == ["kitchen", "roses"]


async def test_a_person_without_a_project_names_one(directory: LiveDirectory) -> None:
    await directory.store(project(), project("house"), session("roses"), session("kitchen", projectId="house"))
    assert await ids(directory, ADA, projectId="house") == ["kitchen"]


@pytest.mark.parametrize("caller", [ADA_IN_GARDEN, RUN_IN_GARDEN], ids=["person", "run"])
async def test_a_project_that_agrees_with_the_token_may_be_named(directory: LiveDirectory, caller: Caller) -> None:
    await directory.store(project(), session("roses"))
    assert await ids(directory, caller, projectId="garden") == ["roses"]


async def test_a_session_is_shown_with_its_current_turn(directory: LiveDirectory) -> None:
    await directory.store(
        project(),
        at(1, "roses", title="Rosen schneiden 🌹"),
        turn("old", "roses", status="COMPLETED", createdAt="2026-11-30T17:02:00Z", finishedAt="2026-11-30T17:03:00Z"),
        turn("new", "roses", status="WAITING", waitingFor="ANSWER", createdAt="2026-11-30T17:04:00.5Z"),
        at(2, "pruning", parentId="roses", name="pruning"),
    )
    answer = await directory.ask(
        ADA_IN_GARDEN,
        """{ sessions { ... on SessionConnection { nodes {
            id title path rootSessionId projectId status lastActivityAt createdAt
            currentTurn { id status waitingFor }
        } } } }""",
    )
    assert answer["sessions"]["nodes"] == [
        {
            "id": "roses",
            "title": "Rosen schneiden 🌹",
            "path": "/root",
            "rootSessionId": "roses",
            "projectId": "garden",
            "status": "OPEN",
            "lastActivityAt": "2026-11-30T17:04:00.500000Z",
            "createdAt": "2026-11-30T17:01:00.000000Z",
            "currentTurn": {"id": "new", "status": "WAITING", "waitingFor": "ANSWER"},
        },
        {
            "id": "pruning",
            "title": None,
            "path": "/root/pruning",
            "rootSessionId": "roses",
            "projectId": "garden",
            "status": "OPEN",
            "lastActivityAt": "2026-11-30T17:02:00.000000Z",
            "createdAt": "2026-11-30T17:02:00.000000Z",
            "currentTurn": None,
        },
    ]


# ------------------------------------------------------------------------------------------------ the order


@pytest.mark.parametrize("scope", ["PROJECT", "ALL"])
async def test_newest_activity_comes_first_and_ties_go_by_the_bytes_of_the_id(
    directory: LiveDirectory, scope: str
) -> None:
    tied = ["Z", "a", "é", "😀", "ä", "aa", "0"]
    await directory.store(project(), at(1, "old"), *(at(2, tie) for tie in tied), at(3, "new"))
    expected = ["new", *sorted(tied, key=str.encode, reverse=True), "old"]
    assert await ids(directory, ADA_IN_GARDEN, scope=scope) == expected


@pytest.mark.parametrize("scope", ["PROJECT", "ALL"])
async def test_pages_of_tied_sessions_neither_repeat_nor_miss_one(directory: LiveDirectory, scope: str) -> None:
    tied = ["Z", "a", "é", "😀", "ä", "aa", "0"]
    await directory.store(project(), *(at(2, tie) for tie in tied))
    seen: list[str] = []
    after = None
    while after is not None or not seen:
        connection = await page(directory, ADA_IN_GARDEN, scope=scope, first=2, after=after)
        seen += ids_of(connection)
        after = connection["pageInfo"]["endCursor"] if connection["pageInfo"]["hasNextPage"] else None
    assert seen == sorted(tied, key=str.encode, reverse=True)


# ------------------------------------------------------------------------------------------------ PROJECT is complete


async def test_a_project_comes_whole_without_first(directory: LiveDirectory) -> None:
    await directory.store(project(), *(at(minute, f"s{minute:02}") for minute in range(40)))
    connection = await page(directory, ADA_IN_GARDEN)
    assert ids_of(connection) == [f"s{minute:02}" for minute in reversed(range(40))]
    assert (connection["scope"], connection["offset"], connection["returnedCount"]) == ("PROJECT", 0, 40)
    assert connection["nextOffset"] is None
    assert connection["pageInfo"]["hasNextPage"] is False


async def test_a_project_beyond_the_limit_is_refused_and_never_cut(directory: LiveDirectory) -> None:
    directory.project_limit = 5
    await directory.store(project(), *(at(minute, f"s{minute}") for minute in range(5)))
    assert len(await ids(directory, ADA_IN_GARDEN)) == 5
    await directory.store(at(5, "s5"))
    refused = await page(directory, ADA_IN_GARDEN)
    assert (refused["code"], refused["argument"]) == ("PROJECT_TOO_LARGE", "first")
    assert "first" in refused["message"]
    assert directory.statement_count == 1


async def test_a_project_beyond_the_limit_can_be_paged(directory: LiveDirectory) -> None:
    directory.project_limit = 2
    await directory.store(project(), *(at(minute, f"s{minute}") for minute in range(5)))
    connection = await page(directory, ADA_IN_GARDEN, first=4)
    assert ids_of(connection) == ["s4", "s3", "s2", "s1"]
    rest = await page(directory, ADA_IN_GARDEN, after=connection["pageInfo"]["endCursor"])
    assert ids_of(rest) == ["s0"]


async def test_a_project_is_paged_by_up_to_a_thousand(directory: LiveDirectory) -> None:
    await directory.store(project(), *(at(minute, f"s{minute}") for minute in range(3)))
    assert await ids(directory, ADA_IN_GARDEN, first=1_000) == ["s2", "s1", "s0"]
    connection = await page(directory, ADA_IN_GARDEN, first=1)
    assert ids_of(connection) == ["s2"]
    assert connection["nextOffset"] is None
    assert connection["pageInfo"]["hasNextPage"] is True


async def test_an_empty_project_is_an_empty_page(directory: LiveDirectory) -> None:
    await directory.store(project())
    connection = await page(directory, ADA_IN_GARDEN)
    assert connection["nodes"] == connection["edges"] == []
    assert connection["pageInfo"] == {
        "hasNextPage": False,
        "hasPreviousPage": False,
        "startCursor": None,
        "endCursor": None,
    }
    assert directory.statement_count == 1


# ------------------------------------------------------------------------------------------------ ALL by offset


async def test_all_gives_ten_unless_asked_for_fewer(directory: LiveDirectory) -> None:
    await directory.store(project(), *(at(minute, f"s{minute:02}") for minute in range(12)))
    assert len(await ids(directory, ADA, scope="ALL")) == 10
    assert len(await ids(directory, ADA, scope="ALL", first=None)) == 10
    assert len(await ids(directory, ADA, scope="ALL", first=3)) == 3


@pytest.mark.parametrize("offset", [0, 1, 7, 11, 12, 13, 999_999, 1_000_000])
async def test_any_offset_cuts_the_same_order(directory: LiveDirectory, offset: int) -> None:
    whole = [f"s{minute:02}" for minute in reversed(range(12))]
    await directory.store(project(), *(at(minute, f"s{minute:02}") for minute in range(12)))
    connection = await page(directory, ADA, scope="ALL", offset=offset, first=5)
    assert ids_of(connection) == whole[offset : offset + 5]
    assert (connection["offset"], connection["returnedCount"]) == (offset, len(whole[offset : offset + 5]))
    more = offset + 5 < 12
    assert connection["nextOffset"] == (offset + 5 if more else None)
    assert connection["pageInfo"]["hasNextPage"] is more
    assert connection["pageInfo"]["hasPreviousPage"] is (offset != 0)
    assert directory.statement_count == 1


async def test_the_next_offset_leads_through_the_whole_history(directory: LiveDirectory) -> None:
    await directory.store(project(), *(at(minute, f"s{minute:02}") for minute in range(25)))
    seen: list[str] = []
    offset: int | None = 0
    while offset is not None:
        connection = await page(directory, ADA, scope="ALL", offset=offset)
        seen += ids_of(connection)
        offset = connection["nextOffset"]
    assert seen == [f"s{minute:02}" for minute in reversed(range(25))]


# ------------------------------------------------------------------------------------------------ cursors


async def test_edges_and_nodes_are_the_same_sessions(directory: LiveDirectory) -> None:
    await directory.store(project(), at(1, "a"), at(2, "b"), at(3, "c"))
    connection = await page(directory, ADA_IN_GARDEN)
    assert [edge["node"] for edge in connection["edges"]] == connection["nodes"]
    cursors = [edge["cursor"] for edge in connection["edges"]]
    assert len(set(cursors)) == 3
    assert connection["pageInfo"]["startCursor"] == cursors[0]
    assert connection["pageInfo"]["endCursor"] == cursors[-1]


@pytest.mark.parametrize("scope", ["PROJECT", "ALL"])
async def test_a_page_behind_a_cursor_has_no_offset(directory: LiveDirectory, scope: str) -> None:
    await directory.store(project(), at(1, "a"), at(2, "b"), at(3, "c"))
    first = await page(directory, ADA_IN_GARDEN, scope=scope, first=1)
    connection = await page(directory, ADA_IN_GARDEN, scope=scope, first=1, after=first["pageInfo"]["endCursor"])
    assert ids_of(connection) == ["b"]
    assert (connection["offset"], connection["nextOffset"]) == (None, None)
    assert connection["pageInfo"]["hasPreviousPage"] is True
    assert connection["pageInfo"]["hasNextPage"] is True
    assert directory.statement_count == 1


@pytest.mark.parametrize("scope", ["PROJECT", "ALL"])
async def test_a_cursor_outlives_its_own_session(directory: LiveDirectory, scope: str) -> None:
    await directory.store(project(), at(1, "a"), at(2, "b"), at(3, "c"), at(4, "d"))
    first = await page(directory, ADA_IN_GARDEN, scope=scope, first=2)
    await directory.store(session("c", status="DELETED"))
    assert await ids(directory, ADA_IN_GARDEN, scope=scope, after=first["pageInfo"]["endCursor"]) == ["b", "a"]


@pytest.mark.parametrize("scope", ["PROJECT", "ALL"])
async def test_a_cursor_stays_where_it_was_when_its_session_moves(directory: LiveDirectory, scope: str) -> None:
    await directory.store(project(), at(1, "a"), at(2, "b"), at(3, "c"), at(4, "d"))
    first = await page(directory, ADA_IN_GARDEN, scope=scope, first=2)
    await directory.store(at(5, "c"))
    assert await ids(directory, ADA_IN_GARDEN, scope=scope, after=first["pageInfo"]["endCursor"]) == ["b", "a"]
    assert await ids(directory, ADA_IN_GARDEN, scope=scope) == ["c", "d", "b", "a"]


@pytest.mark.parametrize("scope", ["PROJECT", "ALL"])
async def test_another_owners_cursor_shows_its_bearer_their_own_sessions(directory: LiveDirectory, scope: str) -> None:
    eve = person("eve", project_id="garden")
    await directory.store(
        project(), at(1, "a"), at(3, "c"), project(userId="eve"), at(2, "b", userId="eve"), at(4, "d", userId="eve")
    )
    stolen = await page(directory, eve, scope=scope, first=1)
    assert await ids(directory, ADA_IN_GARDEN, scope=scope, after=stolen["pageInfo"]["endCursor"]) == ["c", "a"]


@pytest.mark.parametrize("scope", ["PROJECT", "ALL"])
@pytest.mark.parametrize("instant", ["0001-01-01T00:00:00.000001Z", "2026-11-30T17:55:25.145076Z"])
async def test_microseconds_and_the_earliest_instants_can_be_paged(
    directory: LiveDirectory, scope: str, instant: str
) -> None:
    await directory.store(project(), *(session(tie, createdAt=instant, lastActivityAt=instant) for tie in "abc"))
    first = await page(directory, ADA_IN_GARDEN, scope=scope, first=2)
    assert await ids(directory, ADA_IN_GARDEN, scope=scope, after=first["pageInfo"]["endCursor"]) == ["a"]
