"""`sessionTree`: the status panel (rules.md, section 5)."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pytest

from data.caller import Caller
from data.records import RawRecord
from tests.callers import ADA, ADA_IN_GARDEN, PUBLISHER, RUN_IN_GARDEN, person
from tests.live_directory import LiveDirectory
from tests.records import project, queued_input, run, session, turn

TREE = """
query($id: ID!) {
  sessionTree(sessionId: $id) {
    __typename
    ... on SessionTree {
      rootSessionId
      nodes {
        session { id title path rootSessionId projectId status lastActivityAt createdAt
                  currentTurn { id status waitingFor } }
        name depth parentSessionId run { id status } resultRunId queue { status pendingInputs }
      }
    }
    ... on SessionNotFound { sessionId message }
    ... on PanelNotAllowed { message }
  }
}
"""

# The tree of the garden in preorder: who stands below whom.
PARENTS = {
    "root": None,
    "beds": "root",
    "roses": "beds",
    "tulips": "beds",
    "lawn": "root",
    "mowing": "lawn",
    "noon": "mowing",
}
MEMBERS = list(PARENTS)


def member(name: str, **fields: object) -> RawRecord:
    return session(name, **({"parentId": PARENTS[name], "name": name} | fields))


GARDEN = [member(name) for name in MEMBERS]


async def tree(directory: LiveDirectory, session_id: str, caller: Caller = ADA) -> Any:
    return (await directory.ask(caller, TREE, id=session_id))["sessionTree"]


async def nodes(directory: LiveDirectory, session_id: str) -> Mapping[str, Any]:
    """The nodes of the tree by the ids of their sessions, in their order."""
    found = await tree(directory, session_id)
    return {node["session"]["id"]: node for node in found["nodes"]}


async def members(directory: LiveDirectory, session_id: str) -> list[str]:
    return list(await nodes(directory, session_id))


# ------------------------------------------------------------------------------------------------ which sessions


@pytest.mark.parametrize("caller", [ADA, ADA_IN_GARDEN, person("ada", project_id="house")], ids=["any", "own", "other"])
async def test_any_member_finds_the_whole_tree_in_one_statement(directory: LiveDirectory, caller: Caller) -> None:
    await directory.store(project(), *reversed(GARDEN), session("another"))
    of_the_root = await tree(directory, "root", caller)
    assert of_the_root["rootSessionId"] == "root"
    assert [node["session"]["id"] for node in of_the_root["nodes"]] == MEMBERS
    for name in MEMBERS:
        assert await tree(directory, name, caller) == of_the_root
        assert directory.statement_count == 1


async def test_a_node_says_where_it_stands(directory: LiveDirectory) -> None:
    await directory.store(project(), *GARDEN)
    assert [
        (node["name"], node["depth"], node["parentSessionId"]) for node in (await nodes(directory, "noon")).values()
    ] == [
        ("root", 0, None),
        ("beds", 1, "root"),
        ("roses", 2, "beds"),
        ("tulips", 2, "beds"),
        ("lawn", 1, "root"),
        ("mowing", 2, "lawn"),
        ("noon", 3, "mowing"),
    ]


async def test_a_session_alone_is_a_tree(directory: LiveDirectory) -> None:
    await directory.store(project(), session("alone", title="Allein 🌹", createdAt="2026-11-30T17:00:00.5Z"))
    assert await tree(directory, "alone") == {
        "__typename": "SessionTree",
        "rootSessionId": "alone",
        "nodes": [
            {
                "session": {
                    "id": "alone",
                    "title": "Allein 🌹",
                    "path": "/root",
                    "rootSessionId": "alone",
                    "projectId": "garden",
                    "status": "OPEN",
                    "lastActivityAt": "2026-11-30T17:00:00.500000Z",
                    "createdAt": "2026-11-30T17:00:00.500000Z",
                    "currentTurn": None,
                },
                "name": "root",
                "depth": 0,
                "parentSessionId": None,
                "run": None,
                "resultRunId": None,
                "queue": {"status": "READY", "pendingInputs": 0},
            }
        ],
    }


async def test_closed_and_archived_members_stay_with_all_below_them(directory: LiveDirectory) -> None:
    await directory.store(project(), *GARDEN)
    await directory.store(member("beds", status="ARCHIVED"), member("lawn", status="CLOSED"))
    found = await nodes(directory, "roses")
    assert list(found) == MEMBERS
    assert [found[name]["session"]["status"] for name in ("root", "beds", "roses", "lawn", "mowing")] == [
        "OPEN",
        "ARCHIVED",
        "OPEN",
        "CLOSED",
        "OPEN",
    ]


async def test_a_deleted_member_takes_its_descendants_along(directory: LiveDirectory) -> None:
    await directory.store(project(), *GARDEN)
    await directory.store(member("lawn", status="DELETED"))
    for name in ("root", "beds", "tulips"):
        assert await members(directory, name) == ["root", "beds", "roses", "tulips"]
    await directory.store(member("lawn"))
    assert await members(directory, "root") == MEMBERS


async def test_what_is_not_visible_is_not_found_and_all_such_answers_are_the_same(directory: LiveDirectory) -> None:
    unknown = await tree(directory, "mowing")
    assert unknown["__typename"] == "SessionNotFound"
    assert unknown["sessionId"] == "mowing"
    statements = [(done.sql, done.arguments, done.rows) for done in directory.reading.statements]
    await directory.store(project(), *GARDEN)
    for deleted, again in (
        (member("mowing", status="DELETED"), member("mowing")),
        (member("lawn", status="DELETED"), member("lawn")),
        (member("root", status="DELETED"), member("root")),
        (project(status="DELETED"), project()),
    ):
        await directory.store(deleted)
        assert await tree(directory, "mowing") == unknown
        assert [(done.sql, done.arguments, done.rows) for done in directory.reading.statements] == statements
        await directory.store(again)
        assert await members(directory, "mowing") == MEMBERS


@pytest.mark.parametrize("whose", [{"userId": "eve"}, {"appId": "phone"}], ids=["another owner", "another app"])
async def test_a_tree_of_others_is_never_seen_nor_mixed_with_ones_own(
    directory: LiveDirectory, whose: dict[str, object]
) -> None:
    theirs: Sequence[RawRecord] = [
        project(),
        *GARDEN,
        session("secret", parentId="root", name="secret", queuePaused=True),
        turn("turn", "roses", status="RUNNING", currentRunId="run", resultRunId="result"),
        run("run", "roses", "turn", status="RUNNING"),
        queued_input("input", "roses", status="PENDING"),
    ]
    await directory.store(*(dict(record) | whose for record in theirs))
    for name in (*MEMBERS, "secret"):
        assert (await tree(directory, name))["__typename"] == "SessionNotFound"
        assert not any(done.rows for done in directory.reading.statements)
    await directory.store(project(), *GARDEN)
    found = await nodes(directory, "root")
    assert list(found) == MEMBERS
    assert found["roses"] | {"session": None} == {
        "session": None,
        "name": "roses",
        "depth": 2,
        "parentSessionId": "beds",
        "run": None,
        "resultRunId": None,
        "queue": {"status": "READY", "pendingInputs": 0},
    }


# ------------------------------------------------------------------------------------------------ the order


async def test_siblings_stand_by_the_code_points_of_their_names_each_with_all_below_it(
    directory: LiveDirectory,
) -> None:
    names = ["-", "--", "0", "10", "9", "A", "Z", "_", "a", "a-", "a-b", "a0", "aA", "a_b", "aa", "b"]
    assert names == sorted(names)
    await directory.store(
        project(),
        session("top"),
        *(session(f"of {name}", parentId="top", name=name) for name in reversed(names)),
        *(session(f"below {name}", parentId=f"of {name}", name="z") for name in names),
        *(session(f"least below {name}", parentId=f"of {name}", name="-") for name in names),
    )
    assert await members(directory, "below a") == [
        "top",
        *(f"{step}{name}" for name in names for step in ("of ", "least below ", "below ")),
    ]


class Planted(NamedTuple):
    """A session of a random tree."""

    id: str
    parent: str | None
    name: str
    status: str

    @property
    def record(self) -> RawRecord:
        return session(self.id, parentId=self.parent, name=self.name, status=self.status)


def random_tree(chance: random.Random, size: int) -> list[Planted]:
    """Sessions with many names that are prefixes of each other, some of them deleted."""
    planted = [Planted("0", None, "root", "OPEN")]
    while len(planted) < size:
        name = "".join(chance.choices("-_0aAz", k=chance.choice([1, 1, 2, 3])))
        parent = chance.choice(planted).id
        if (parent, name) not in {(one.parent, one.name) for one in planted}:
            status = chance.choice(["OPEN", "OPEN", "OPEN", "CLOSED", "ARCHIVED", "DELETED"])
            planted.append(Planted(str(len(planted)), parent, name, status))
    return planted


def preorder(planted: Sequence[Planted], parent: str | None = None) -> list[str]:
    """What the rules say: a parent before its children, these by the code points of their names, without the deleted
    and all below them."""
    children = [one for one in planted if one.parent == parent and one.status != "DELETED"]
    children.sort(key=lambda one: [ord(character) for character in one.name])
    return [session_id for child in children for session_id in (child.id, *preorder(planted, child.id))]


@pytest.mark.parametrize("seed", range(3))
async def test_a_random_tree_is_what_the_rules_say_with_every_subtree_in_one_piece(
    directory: LiveDirectory, seed: int
) -> None:
    chance = random.Random(seed)
    planted = random_tree(chance, 150)
    await directory.store(project(), *(one.record for one in planted))
    found = await nodes(directory, "0")
    shown = list(found)
    assert shown == preorder(planted)
    assert 30 < len(shown) < len(planted)
    for name in chance.sample(shown, 3):
        assert await members(directory, name) == shown
    paths = [node["session"]["path"] for node in found.values()]
    for place, path in enumerate(paths, 1):
        below = [other for other in paths if other.startswith(f"{path}/")]
        assert paths[place : place + len(below)] == below
        assert found[shown[place - 1]]["depth"] == path.count("/") - 1


# ------------------------------------------------------------------------------------------------ runs and queues


async def test_the_current_run_and_the_result_run_are_those_of_the_current_turn(directory: LiveDirectory) -> None:
    await directory.store(
        project(),
        *GARDEN,
        turn("old", "roses", status="FAILED", currentRunId="first", resultRunId="first", createdAt="2026-01-01T00:00Z"),
        run("first", "roses", "old", status="FAILED"),
        turn("new", "roses", status="COMPLETED", currentRunId="third", resultRunId="second"),
        run("second", "roses", "new", status="YIELDED"),
        run("third", "roses", "new", status="COMPLETED"),
        run("stray", "tulips", "new", status="COMPLETED"),
    )
    found = await nodes(directory, "root")
    assert (found["roses"]["run"], found["roses"]["resultRunId"]) == ({"id": "third", "status": "COMPLETED"}, "second")
    assert found["roses"]["session"]["currentTurn"] == {"id": "new", "status": "COMPLETED", "waitingFor": None}
    for other in set(MEMBERS) - {"roses"}:
        assert (found[other]["run"], found[other]["resultRunId"]) == (None, None)


async def test_a_run_that_has_no_record_is_null_and_the_result_is_named_all_the_same(directory: LiveDirectory) -> None:
    await directory.store(
        project(), *GARDEN, turn("turn", "roses", status="COMPLETED", currentRunId="lost", resultRunId="lost too")
    )
    found = (await nodes(directory, "root"))["roses"]
    assert (found["run"], found["resultRunId"]) == (None, "lost too")


async def test_two_turns_may_name_one_run(directory: LiveDirectory) -> None:
    await directory.store(
        project(),
        *GARDEN,
        turn("here", "roses", status="RUNNING", currentRunId="shared"),
        turn("there", "tulips", status="RUNNING", currentRunId="shared"),
        run("shared", "roses", "here", status="RUNNING"),
    )
    found = await nodes(directory, "root")
    assert list(found) == MEMBERS
    assert found["roses"]["run"] == found["tulips"]["run"] == {"id": "shared", "status": "RUNNING"}
    assert [found[name]["queue"]["status"] for name in ("roses", "tulips")] == ["RUNNING", "READY"]


LIVE = ["PENDING", "RUNNING", "CANCEL_REQUESTED"]
ENDED = ["COMPLETED", "FAILED", "CANCELLED", "INTERRUPTED", "YIELDED"]


@pytest.mark.parametrize(
    ("paused", "statuses", "queue"),
    [
        (False, [], "READY"),
        (False, ENDED, "READY"),
        *((False, [*ENDED, status], "RUNNING") for status in LIVE),
        (False, LIVE, "RUNNING"),
        (True, [], "PAUSED"),
        (True, ENDED, "PAUSED"),
        *((True, [status], "PAUSED") for status in LIVE),
    ],
)
async def test_a_queue_is_paused_before_it_runs_and_runs_while_any_run_is_live(
    directory: LiveDirectory, paused: bool, statuses: Sequence[str], queue: str
) -> None:
    await directory.store(
        project(),
        *GARDEN,
        session("bulbs", parentId="beds", name="bulbs", queuePaused=paused),
        turn("turn", "bulbs", status="COMPLETED"),
        *(run(f"run {status}", "bulbs", "turn", status=status) for status in statuses),
    )
    found = await nodes(directory, "root")
    queues = {name: node["queue"]["status"] for name, node in found.items()}
    assert queues == dict.fromkeys(MEMBERS, "READY") | {"bulbs": queue}
    assert found["bulbs"]["run"] is None  # a live run counts, whether or not the current turn names it


async def test_inputs_are_counted_while_they_are_pending(directory: LiveDirectory) -> None:
    await directory.store(
        project(),
        *GARDEN,
        *(queued_input(f"r{number}", "roses", status="PENDING") for number in range(3)),
        queued_input("consumed", "roses", status="CONSUMED"),
        queued_input("cancelled", "tulips", status="CANCELLED"),
        queued_input("waiting", "noon", status="PENDING"),
    )
    found = await nodes(directory, "root")
    pending = {name: node["queue"]["pendingInputs"] for name, node in found.items()}
    assert pending == dict.fromkeys(MEMBERS, 0) | {"roses": 3, "noon": 1}
    assert {node["queue"]["status"] for node in found.values()} == {"READY"}


# ------------------------------------------------------------------------------------------------ who may ask


@pytest.mark.parametrize("session_id", ["root", "unknown", "", "x\x00"])
async def test_a_run_is_not_allowed_and_a_publisher_finds_nothing_and_neither_is_read_for(
    directory: LiveDirectory, session_id: str
) -> None:
    await directory.store(project(), *GARDEN)
    unknown = await tree(directory, "unknown")
    refused = await tree(directory, session_id, RUN_IN_GARDEN)
    assert (refused["__typename"], set(refused)) == ("PanelNotAllowed", {"__typename", "message"})
    assert directory.statement_count == 0
    assert await tree(directory, session_id, PUBLISHER) == unknown | {"sessionId": session_id}
    assert directory.statement_count == 0


@pytest.mark.parametrize("session_id", ["", "\x00", "ro\x00ot", " root", "root\n", "x" * 161])
async def test_an_id_that_could_not_be_one_never_reaches_sql(directory: LiveDirectory, session_id: str) -> None:
    unknown = await tree(directory, "unknown")
    assert await tree(directory, session_id) == unknown | {"sessionId": session_id}
    assert directory.statement_count == 0
