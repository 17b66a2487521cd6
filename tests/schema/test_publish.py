"""Life cycles as a platform tells them through the mutation, and as people then see them."""

from typing import Any

import pytest

from data.records import RawRecord
from tests.callers import ADA, ADA_IN_GARDEN, PUBLISHER
from tests.data.dump import dump, rows
from tests.live_directory import LiveDirectory
from tests.record_inputs import PUBLISH, record_inputs
from tests.records import binding, bound_session, project, queued_input, run, session, turn


async def publish(directory: LiveDirectory, *records: RawRecord) -> Any:
    return (await directory.ask(PUBLISHER, PUBLISH, **record_inputs(*records)))["publish"]


async def published(directory: LiveDirectory, *records: RawRecord) -> None:
    """Every record is applied."""
    assert await publish(directory, *records) == {"__typename": "Published", "accepted": len(records), "stale": 0}


async def refused(directory: LiveDirectory, *records: RawRecord) -> list[tuple[int, str | None, str]]:
    """The problems. Nothing is stored."""
    before = await dump(directory.writing)
    answer = await publish(directory, *records)
    assert answer["__typename"] == "PublishRefused"
    assert await dump(directory.writing) == before
    return [(one["index"], one["field"], one["message"]) for one in answer["problems"]]


async def listed(directory: LiveDirectory) -> dict[str, str]:
    """The sessions that Ada sees in her garden, with their status."""
    answer = await directory.ask(ADA_IN_GARDEN, "{ sessions { ... on SessionConnection { nodes { id status } } } }")
    return {node["id"]: node["status"] for node in answer["sessions"]["nodes"]}


async def current_turn(directory: LiveDirectory, session_id: str) -> Any:
    document = "query($id: ID!) { session(id: $id) { ... on Session { currentTurn { id status waitingFor } } } }"
    return (await directory.ask(ADA, document, id=session_id))["session"]["currentTurn"]


# ------------------------------------------------------------------------------------------------ sessions
async def test_a_session_is_opened_closed_archived_deleted_and_undeleted(directory: LiveDirectory) -> None:
    await published(directory, project(), session("s"), session("other"))
    assert await listed(directory) == {"s": "OPEN", "other": "OPEN"}
    for status in ("CLOSED", "ARCHIVED", "OPEN"):
        await published(directory, session("s", status=status))
        assert await listed(directory) == {"s": status, "other": "OPEN"}
    await published(directory, session("s", status="DELETED"))
    assert await listed(directory) == {"other": "OPEN"}
    await published(directory, session("s", status="CLOSED"))
    assert await listed(directory) == {"s": "CLOSED", "other": "OPEN"}


async def test_a_deleted_session_takes_all_below_along_and_back(directory: LiveDirectory) -> None:
    tree = [session("r"), session("a", parentId="r", name="a"), session("b", parentId="a", name="b")]
    await published(directory, project(), *tree)
    await published(directory, session("a", parentId="r", name="a", status="DELETED"))
    assert await listed(directory) == {"r": "OPEN"}
    await published(directory, tree[1])
    assert set(await listed(directory)) == {"r", "a", "b"}


async def test_a_deleted_project_hides_its_sessions_and_erases_nothing(directory: LiveDirectory) -> None:
    await published(directory, project(), session("s"), project("house"))
    await published(directory, project(status="DELETED"))
    answer = await directory.ask(ADA, '{ session(id: "s") { __typename } }')
    assert answer == {"session": {"__typename": "SessionNotFound"}}
    await published(directory, project())
    assert await listed(directory) == {"s": "OPEN"}


async def test_siblings_swap_names_in_one_batch(directory: LiveDirectory) -> None:
    await published(
        directory, project(), session("r"), session("a", parentId="r", name="x"), session("b", parentId="r", name="y")
    )
    [problem] = await refused(directory, session("a", parentId="r", name="y"))
    assert problem == (0, "name", "another session below this parent has this name, or had it when deleted")
    await published(directory, session("a", parentId="r", name="y"), session("b", parentId="r", name="x"))
    stored = await rows(directory.writing, "sessions")
    assert {one: row["path"] for one, row in stored.items()} == {"r": "/root", "a": "/root/y", "b": "/root/x"}


# ------------------------------------------------------------------------------------------------ turns
async def test_the_current_turn_moves_and_its_wait_ends_with_it(directory: LiveDirectory) -> None:
    await published(directory, project(), session("s"))
    assert await current_turn(directory, "s") is None
    waits = turn("t1", "s", status="WAITING", waitingFor="APPROVAL", createdAt="2026-01-01T00:00:00Z")
    await published(directory, waits)
    assert await current_turn(directory, "s") == {"id": "t1", "status": "WAITING", "waitingFor": "APPROVAL"}
    follows = turn("t2", "s", status="RUNNING", createdAt="2026-01-02T00:00:00Z")
    [problem] = await refused(directory, follows)
    assert problem == (
        0,
        "status",
        "another turn of this session is RUNNING, WAITING or CANCELLING: end it in the same batch",
    )
    await published(directory, follows, {**waits, "status": "COMPLETED"})
    assert await current_turn(directory, "s") == {"id": "t2", "status": "RUNNING", "waitingFor": None}
    await published(directory, turn("t0", "s", status="FAILED", createdAt="2025-01-01T00:00:00Z"))
    assert (await current_turn(directory, "s"))["id"] == "t2"


async def test_a_turn_of_a_deleted_session_is_stored_and_shows_nothing(directory: LiveDirectory) -> None:
    await published(directory, project(), session("s", status="DELETED"))
    await published(
        directory,
        turn("t", "s", status="RUNNING", currentRunId="r"),
        run("r", "s", "t", status="RUNNING"),
        queued_input("q", "s", status="PENDING"),
    )
    assert await listed(directory) == {}
    await published(directory, session("s"))
    assert (await current_turn(directory, "s"))["id"] == "t"


# ------------------------------------------------------------------------------------------------ bindings
BOUND = """
query($id: ID!) {
  boundSession(conversationBindingId: $id) {
    __typename
    ... on BoundSession { session { id } }
    ... on BindingChanged { changed replacedBy }
  }
}
"""


async def bound(directory: LiveDirectory, binding_id: str) -> Any:
    return (await directory.ask(ADA, BOUND, id=binding_id))["boundSession"]


async def test_a_binding_is_revoked_for_good(directory: LiveDirectory) -> None:
    await published(directory, project(), binding(), bound_session("s"))
    assert await bound(directory, "bind") == {"__typename": "BoundSession", "session": {"id": "s"}}
    await published(directory, binding(status="REVOKED", revokedAt="2026-01-01T00:00:00Z"))
    assert await bound(directory, "bind") == {"__typename": "BindingRevoked"}
    [problem] = await refused(directory, binding())
    assert problem == (0, "status", "REVOKED is final: a new connection gets a binding with a new id")


async def test_a_binding_takes_the_place_of_another_in_one_batch(directory: LiveDirectory) -> None:
    await published(directory, project(), binding(conversation="chat"))
    heir = binding("heir", conversation="chat")
    [problem] = await refused(directory, heir)
    assert problem == (
        0,
        "conversation",
        "another binding is ACTIVE for this provider, connection and conversation: revoke it in the same batch",
    )
    await published(directory, heir, binding(conversation="chat", status="REVOKED", replacedBy="heir"))
    assert await bound(directory, "bind") == {
        "__typename": "BindingChanged",
        "changed": "BINDING",
        "replacedBy": "heir",
    }


# ------------------------------------------------------------------------------------------------ batches
async def test_the_same_batch_twice_leaves_the_same_rows_and_counts_what_is_stale(directory: LiveDirectory) -> None:
    batch = [project(version=1), session("s", version=5), turn("t", "s", status="RUNNING"), binding(version=2)]
    await published(directory, *batch)
    before = await dump(directory.writing)
    assert await publish(directory, *batch) == {"__typename": "Published", "accepted": 1, "stale": 3}
    assert await dump(directory.writing) == before
    older = session("s", status="CLOSED", version=4)
    newer = session("s", status="ARCHIVED", version=6)
    assert await publish(directory, older) == {"__typename": "Published", "accepted": 0, "stale": 1}
    assert await listed(directory) == {"s": "OPEN"}
    await published(directory, newer)
    assert await listed(directory) == {"s": "ARCHIVED"}


async def test_no_batch_is_too_small(directory: LiveDirectory) -> None:
    await published(directory)


async def test_records_may_stand_in_any_order(directory: LiveDirectory) -> None:
    await published(
        directory,
        run("r", "child", "t", status="RUNNING"),
        turn("t", "child", status="RUNNING", currentRunId="r"),
        session("child", parentId="root", name="child", bindingId="bind"),
        session("root"),
        binding(),
        project(),
    )


async def test_one_problem_anywhere_and_nothing_is_stored(directory: LiveDirectory) -> None:
    problems = await refused(
        directory,
        project(),
        session("s", createdAt="yesterday"),
        project("far", appId="phone"),
        session("t", projectId="nowhere"),
        turn("u", "t", status="RUNNING", createdAt="2999-01-01T00:00:00Z"),
        session("t"),
    )
    assert [(index, field) for index, field, _ in problems] == [
        (1, "createdAt"),
        (2, "appId"),
        (3, "projectId"),
        (4, "createdAt"),
        (5, "id"),
    ]


async def test_of_many_problems_the_first_hundred_are_told(directory: LiveDirectory) -> None:
    problems = await refused(directory, *(session(f"s{number}") for number in range(101)))
    assert [index for index, _, _ in problems] == list(range(100))


@pytest.mark.parametrize(
    ("records", "places"),
    [
        pytest.param([project("p"), project("p")], [(1, "id")], id="the same id twice"),
        pytest.param([project("p", appId="phone")], [(0, "appId")], id="another app"),
        pytest.param(
            [session("x", projectId="house"), session("y", parentId="x", name="y")],
            [(1, "projectId")],
            id="a parent in another project",
        ),
        pytest.param(
            [session("x", parentId="y", name="x"), session("y", parentId="x", name="y")],
            [(0, "parentId"), (1, "parentId")],
            id="a circle of parents",
        ),
    ],
)
async def test_what_a_batch_may_not_hold_is_a_problem_at_its_place(
    directory: LiveDirectory, records: list[RawRecord], places: list[tuple[int, str]]
) -> None:
    await published(directory, project(), project("house"))
    assert [(index, field) for index, field, _ in await refused(directory, *records)] == places
