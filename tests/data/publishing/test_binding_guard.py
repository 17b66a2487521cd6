"""Bindings through their life, and their guards at the end of a batch."""

import pytest

from data.pool import Pool
from tests.data.dump import rows
from tests.data.publishing.refusal import refused
from tests.records import binding, project, store


@pytest.fixture(autouse=True)
async def garden(pool: Pool) -> None:
    await store(pool, project(), project("field", grant="WRITE"))


async def statuses(pool: Pool) -> dict[str, str]:
    return {binding_id: row["status"] for binding_id, row in (await rows(pool, "bindings")).items()}


@pytest.mark.parametrize("conversation", ["chat", "", None])
async def test_one_active_binding_of_a_conversation(pool: Pool, conversation: str | None) -> None:
    await store(pool, binding("b", conversation=conversation))
    assert await refused(pool, binding("c", conversation=conversation)) == [(0, "conversation")]
    await store(pool, binding("b", conversation=conversation))


async def test_two_new_ones_in_one_conversation_are_a_problem_of_the_second(pool: Pool) -> None:
    assert await refused(pool, binding("z", conversation="c"), binding("a", conversation="c")) == [(1, "conversation")]


async def test_one_that_stays_is_no_problem_the_newcomer_before_it_is(pool: Pool) -> None:
    await store(pool, binding("old", conversation="c"))
    assert await refused(pool, binding("new", conversation="c"), binding("old", conversation="c")) == [
        (0, "conversation")
    ]


@pytest.mark.parametrize(
    "other",
    [
        {"provider": "slack"},
        {"connection": "second"},
        {"conversation": "another"},
        {"conversation": None},
        {"conversation": ""},
        {"conversation": "Chat"},
        {"appId": "phone"},
        {"userId": "bob"},
        {"status": "REVOKED"},
    ],
    ids=str,
)
async def test_another_conversation_owner_or_app_is_another_place(pool: Pool, other: dict[str, str]) -> None:
    await store(pool, project(appId="phone"), project(userId="bob"), binding("b", conversation="chat"))
    await store(pool, binding("c", **{"conversation": "chat", **other}))


async def test_another_operator_audience_or_project_is_the_same_place(pool: Pool) -> None:
    await store(pool, binding("b", conversation="chat"))
    others = {"operator": "o", "audience": "GROUP", "projectId": "field", "providerApp": "x", "kind": "STEWARD"}
    assert await refused(pool, binding("c", conversation="chat", **others)) == [(0, "conversation")]


@pytest.mark.parametrize("swapped", [False, True])
async def test_a_new_binding_may_stand_before_the_revocation_that_frees_its_place(pool: Pool, swapped: bool) -> None:
    await store(pool, binding("old", conversation="c"))
    batch = [binding("new", conversation="c"), binding("old", conversation="c", status="REVOKED", replacedBy="new")]
    await store(pool, *(reversed(batch) if swapped else batch))
    assert await statuses(pool) == {"old": "REVOKED", "new": "ACTIVE"}
    assert (await rows(pool, "bindings"))["old"]["replaced_by"] == "new"


async def test_active_bindings_may_change_places_in_a_circle(pool: Pool) -> None:
    await store(pool, *(binding(f"b{n}", conversation=f"c{n}") for n in range(3)))
    await store(pool, *(binding(f"b{n}", conversation=f"c{(n + 1) % 3}") for n in range(3)))
    stored = await rows(pool, "bindings")
    assert {key: row["conversation"] for key, row in stored.items()} == {"b0": "c1", "b1": "c2", "b2": "c0"}
    assert {row["status"] for row in stored.values()} == {"ACTIVE"}


async def test_a_place_that_a_binding_left_is_free(pool: Pool) -> None:
    await store(pool, binding("b", conversation="first"))
    await store(pool, binding("c", conversation="first"), binding("b", conversation="second"))
    assert await refused(pool, binding("d", conversation="second")) == [(0, "conversation")]


async def test_revoked_is_final(pool: Pool) -> None:
    await store(pool, binding("b", status="REVOKED"))
    assert await refused(pool, binding("b")) == [(0, "status")]
    await store(pool, binding("b", status="REVOKED", revokedAt="2026-01-01T00:00:00Z"))
    await store(pool, binding("c", conversation="chat of b"))


async def test_write_needs_a_project_that_offers_it_after_the_batch(pool: Pool) -> None:
    assert await refused(pool, binding("b", grant="WRITE")) == [(0, "grant")]
    assert await refused(pool, project("field"), binding("b", projectId="field", grant="WRITE")) == [(1, "grant")]
    await store(pool, binding("b", grant="WRITE"), project("garden", grant="WRITE"))


async def test_a_project_may_be_narrowed_under_a_write_binding(pool: Pool) -> None:
    await store(pool, binding("b", projectId="field", grant="WRITE"))
    await store(pool, project("field", grant="READ"))
    assert (await rows(pool, "bindings"))["b"]["grant"] == "WRITE"


async def test_a_deleted_project_can_be_bound(pool: Pool) -> None:
    await store(pool, project(status="DELETED"), binding("b"))


async def test_texts_of_any_length_make_a_place(pool: Pool) -> None:
    long = "x" * 100_000
    await store(pool, binding("b", connection=long, conversation=long + "1"))
    await store(pool, binding("c", connection=long, conversation=long + "2"))
    assert await refused(pool, binding("d", connection=long, conversation=long + "1")) == [(0, "conversation")]
