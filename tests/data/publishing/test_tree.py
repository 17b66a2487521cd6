"""Trees of sessions: paths, moves, deletions, and the guards of names and parents."""

from typing import Any

import pytest

from data.pool import Pool
from tests.data.dump import rows
from tests.data.publishing.refusal import refused
from tests.records import project, session, store

DERIVED = ("path", "root_session_id", "project_id", "deleted", "project_deleted")


def member(session_id: str, parent_id: str, **fields: object) -> Any:
    return session(session_id, parentId=parent_id, **{"name": session_id, **fields})


@pytest.fixture(autouse=True)
async def tree(pool: Pool) -> None:
    """r > (a > (b > c), d), in a project; and another root."""
    await store(
        pool,
        project(),
        project("field"),
        session("r"),
        member("a", "r"),
        member("b", "a"),
        member("c", "b"),
        member("d", "r"),
        session("lone"),
    )


async def derived(pool: Pool, column: str) -> dict[str, Any]:
    return {key: row[column] for key, row in (await rows(pool, "sessions")).items()}


async def hidden(pool: Pool) -> set[str]:
    return {key for key, deleted in (await derived(pool, "deleted")).items() if deleted}


async def test_a_tree_has_the_paths_of_its_names_and_one_root(pool: Pool) -> None:
    assert await derived(pool, "path") == {
        "r": "/root",
        "a": "/root/a",
        "b": "/root/a/b",
        "c": "/root/a/b/c",
        "d": "/root/d",
        "lone": "/root",
    }
    assert await derived(pool, "root_session_id") == {**dict.fromkeys("rabcd", "r"), "lone": "lone"}


async def test_a_member_may_be_called_root(pool: Pool) -> None:
    await store(pool, session("again", parentId="r"), session("more", parentId="again"))
    assert (await derived(pool, "path"))["more"] == "/root/root/root"


async def test_a_renamed_member_takes_the_paths_of_its_descendants_along(pool: Pool) -> None:
    await store(pool, member("a", "r", name="new"))
    assert await derived(pool, "path") == {
        "r": "/root",
        "a": "/root/new",
        "b": "/root/new/b",
        "c": "/root/new/b/c",
        "d": "/root/d",
        "lone": "/root",
    }


async def test_renames_at_several_depths_come_together(pool: Pool) -> None:
    await store(
        pool, member("c", "b", name="z"), member("e", "c"), member("a", "r", name="x"), member("b", "a", name="y")
    )
    paths = await derived(pool, "path")
    assert [paths[key] for key in "abcde"] == ["/root/x", "/root/x/y", "/root/x/y/z", "/root/d", "/root/x/y/z/e"]


async def test_siblings_may_swap_names(pool: Pool) -> None:
    await store(pool, member("a", "r", name="d"), member("d", "r", name="a"))
    paths = await derived(pool, "path")
    assert (paths["a"], paths["c"], paths["d"]) == ("/root/d", "/root/d/b/c", "/root/a")


async def test_a_name_that_a_sibling_leaves_may_be_taken_in_the_same_batch(pool: Pool) -> None:
    await store(pool, member("new", "r", name="a"), member("a", "r", name="old"))
    assert (await derived(pool, "path"))["c"] == "/root/old/b/c"


async def test_names_are_unique_below_one_parent_deleted_ones_included(pool: Pool) -> None:
    await store(pool, member("d", "r", status="DELETED"))
    assert await refused(pool, member("x", "r", name="d")) == [(0, "name")]
    assert await refused(pool, member("x", "lone", name="n"), member("y", "lone", name="n")) == [(1, "name")]
    assert await refused(pool, member("a", "r", name="d"), member("d", "r")) == [(0, "name")]
    await store(pool, member("x", "lone", name="d"), member("y", "r", name="D"), member("z", "a", name="a"))


# ------------------------------------------------------------------------------------------------ parents


async def test_a_circle_of_parents_is_a_problem_of_each_in_it_and_below(pool: Pool) -> None:
    assert await refused(pool, member("x", "y"), member("y", "z"), member("z", "x"), member("low", "x")) == [
        (n, "parentId") for n in range(4)
    ]
    assert await refused(pool, session("x", parentId="x", name="x")) == [(0, "parentId")]


async def test_a_stored_parent_never_changes(pool: Pool) -> None:
    assert await refused(pool, member("d", "a")) == [(0, "parentId")]
    assert await refused(pool, session("d")) == [(0, "parentId")]
    assert await refused(pool, member("lone", "r")) == [(0, "parentId")]
    assert await refused(pool, session("r", parentId="c")) == [(0, "parentId")]
    assert await refused(pool, member("a", "d"), member("d", "a")) == [(0, "parentId"), (1, "parentId")]


async def test_children_of_a_missing_parent_are_no_further_problem(pool: Pool) -> None:
    assert await refused(pool, member("x", "none"), member("y", "x"), member("z", "y")) == [(0, "parentId")]


async def test_a_tree_of_500_in_a_row_comes_in_one_batch_in_any_order(pool: Pool) -> None:
    await store(
        pool, *reversed([session("s0"), *(session(f"s{n}", parentId=f"s{n - 1}", name="n") for n in range(1, 500))])
    )
    assert (await derived(pool, "path"))["s499"] == "/root" + "/n" * 499


# ------------------------------------------------------------------------------------------------ length of a path


async def deep(pool: Pool) -> str:
    """A chain below `d`; returns its last member, whose path is 1,023 characters long."""
    steps = [*(f"{n:064}" for n in range(15)), "x" * (1023 - len("/root/d") - 15 * 65 - 1)]
    await store(pool, *(member(step, parent) for parent, step in zip(["d", *steps], steps, strict=False)))
    assert len((await derived(pool, "path"))[steps[-1]]) == 1023
    return steps[-1]


async def test_a_path_of_1024_characters_is_the_longest(pool: Pool) -> None:
    last = await deep(pool)
    assert await refused(pool, member("new", last, name="n")) == [(0, "name")]
    await store(pool, member("d", "r", name="dd"))
    assert await refused(pool, member("d", "r", name="ddd")) == [(0, "name")]


async def test_a_path_that_grows_is_a_problem_of_the_nearest_that_is_new_or_longer(pool: Pool) -> None:
    last = await deep(pool)
    second = f"{1:064}"
    found = await refused(
        pool,
        member(last, f"{14:064}", name=last),
        member(second, f"{0:064}", name="short"),
        member("d", "r", name="d" * 64),
        member("new", last, name="n" * 64),
    )
    assert found == [(2, "name")]
    await store(pool, member(second, f"{0:064}", name="short"), member("d", "r", name="d" * 60))
    assert await refused(pool, member("d", "r", name="d" * 64), member(second, f"{0:064}", name="s" * 64)) == [
        (1, "name")
    ]


# ------------------------------------------------------------------------------------------------ projects


async def test_a_root_that_moves_takes_the_whole_tree_along(pool: Pool) -> None:
    await store(pool, session("r", projectId="field"))
    assert await derived(pool, "project_id") == {**dict.fromkeys("rabcd", "field"), "lone": "garden"}


async def test_a_member_has_the_project_that_its_root_has_after_the_batch(pool: Pool) -> None:
    assert await refused(pool, member("b", "a", projectId="field")) == [(0, "projectId")]
    assert await refused(pool, session("r", projectId="field"), member("c", "b")) == [(1, "projectId")]
    assert await refused(pool, member("new", "c", projectId="field")) == [(0, "projectId")]
    assert await refused(
        pool, session("x"), member("y", "x", projectId="field"), member("z", "y", projectId="field")
    ) == [
        (1, "projectId"),
        (2, "projectId"),
    ]
    await store(pool, member("b", "a", projectId="field"), session("r", projectId="field"))
    assert (await derived(pool, "project_id"))["c"] == "field"


async def test_a_tree_that_moves_is_shown_or_hidden_with_its_new_project(pool: Pool) -> None:
    await store(pool, project("field", status="DELETED"))
    await store(pool, session("r", projectId="field"))
    assert await derived(pool, "project_deleted") == {**dict.fromkeys("rabcd", True), "lone": False}
    await store(pool, session("r", projectId="garden"))
    assert await derived(pool, "project_deleted") == dict.fromkeys(["r", "a", "b", "c", "d", "lone"], False)


async def test_a_deleted_project_hides_its_sessions_and_comes_back_with_them(pool: Pool) -> None:
    await store(pool, session("far", projectId="field"), project(appId="phone"), session("r", appId="phone"))
    await store(pool, project(status="DELETED"))
    everyone = ["r", "a", "b", "c", "d", "lone"]
    async with pool.connection() as connection:
        gone = await connection.fetch("SELECT id, app_id FROM sessions WHERE project_deleted")
    assert {(row["id"], row["app_id"]) for row in gone} == {(key, "desk") for key in everyone}
    await store(pool, member("late", "c"))
    assert (await derived(pool, "project_deleted"))["late"]
    await store(pool, project())
    assert not any((await derived(pool, "project_deleted")).values())


async def test_a_project_that_comes_back_while_a_tree_moves_in_shows_all_of_it(pool: Pool) -> None:
    await store(pool, project("field", status="DELETED"), session("far", projectId="field"))
    await store(pool, project("field"), session("r", projectId="field"), project("garden", status="DELETED"))
    gone = await derived(pool, "project_deleted")
    assert {key for key, deleted in gone.items() if deleted} == {"lone"}


# ------------------------------------------------------------------------------------------------ deletion


async def test_a_deleted_session_vanishes_with_its_descendants_and_comes_back_with_them(pool: Pool) -> None:
    await store(pool, member("a", "r", status="DELETED"))
    assert await hidden(pool) == {"a", "b", "c"}
    await store(pool, member("a", "r"))
    assert await hidden(pool) == set()


async def test_a_session_deleted_by_itself_stays_so_when_its_parent_comes_back(pool: Pool) -> None:
    await store(pool, member("a", "r", status="DELETED"), member("c", "b", status="DELETED"))
    await store(pool, member("a", "r", status="ARCHIVED"))
    assert await hidden(pool) == {"c"}


async def test_a_member_that_comes_below_a_deleted_one_is_hidden(pool: Pool) -> None:
    await store(pool, session("r", status="DELETED"))
    await store(pool, member("late", "c"))
    assert await hidden(pool) == {"r", "a", "b", "c", "d", "late"}
    assert (await derived(pool, "path"))["late"] == "/root/a/b/c/late"


async def test_closed_and_archived_sessions_hide_nobody(pool: Pool) -> None:
    await store(pool, session("r", status="CLOSED"), member("a", "r", status="ARCHIVED"))
    assert await hidden(pool) == set()


async def test_a_hidden_member_that_changes_stays_hidden(pool: Pool) -> None:
    await store(pool, member("a", "r", status="DELETED"))
    await store(pool, member("c", "b", title="x", name="z"))
    assert await hidden(pool) == {"a", "b", "c"}
    assert (await derived(pool, "path"))["c"] == "/root/a/b/z"


async def test_one_owners_tree_changes_nobody_elses(pool: Pool) -> None:
    other = {"userId": "bob"}
    await store(pool, project(**other), project("field", **other), session("r", **other), member("a", "r", **other))
    await store(
        pool, session("r", projectId="field", status="DELETED"), member("a", "r", projectId="field", name="new")
    )
    async with pool.connection() as connection:
        [row] = await connection.fetch("SELECT * FROM sessions WHERE user_id = 'bob' AND id = 'a'")
    assert [row[column] for column in DERIVED] == ["/root/a", "r", "garden", False, False]
