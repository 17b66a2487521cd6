"""`boundSession` over a real database: each member of the union, for conversations of the provider `demo`."""

from typing import Any

import pytest

from data.caller import Caller
from data.records import RawRecord
from tests.callers import ADA, ADA_IN_GARDEN, PUBLISHER, RUN_IN_GARDEN, person
from tests.live_directory import LiveDirectory
from tests.records import binding, bound_session, project, session

BOUND = """
query($id: ID!) {
  boundSession(conversationBindingId: $id) {
    __typename
    ... on BindingRefusal { conversationBindingId message nextStep }
    ... on BoundSession { conversationBindingId kind session { id status } channelId goalId verifiedAt }
    ... on NoOpenSession { lastClosedSession { id status } }
    ... on BindingInvalid { invalid: reason }
    ... on BindingUnverified { unverified: reason }
    ... on BindingRevoked { revokedAt }
    ... on BindingChanged { changed replacedBy }
    ... on BindingAmbiguous { ambiguous }
  }
}
"""

HOUSE = {"projectId": "house"}


async def bound(directory: LiveDirectory, caller: Caller = ADA, binding_id: str = "bind") -> dict[str, Any]:
    answer: dict[str, Any] = (await directory.ask(caller, BOUND, id=binding_id))["boundSession"]
    return answer


@pytest.mark.parametrize("caller", [ADA, ADA_IN_GARDEN, RUN_IN_GARDEN], ids=["person", "in a project", "run"])
async def test_the_one_open_session_is_found(directory: LiveDirectory, caller: Caller) -> None:
    await directory.store(
        project(),
        binding(),
        bound_session("roses"),
        bound_session("old", sourceId="older", status="CLOSED"),
        session("unbound"),
    )
    answer = await bound(directory, caller)
    assert answer.pop("verifiedAt").endswith("Z")
    assert answer == {
        "__typename": "BoundSession",
        "conversationBindingId": "bind",
        "kind": "PROJECT",
        "session": {"id": "roses", "status": "OPEN"},
        "channelId": "project.external.bind.source",
        "goalId": None,
    }
    assert directory.statement_count == 2


async def test_a_stewards_session_is_found(directory: LiveDirectory) -> None:
    steward = {"channelId": "manager.external.native.bind.source", "goalId": "loopx-manager"}
    await directory.store(project(), binding(kind="STEWARD"), bound_session("roses", **steward))
    answer = await bound(directory)
    assert (answer["__typename"], answer["kind"], answer["goalId"]) == ("BoundSession", "STEWARD", "loopx-manager")


REFUSALS: list[tuple[str, list[RawRecord], dict[str, Any], int]] = [
    ("unknown", [], {"__typename": "BindingInvalid", "invalid": "UNKNOWN", "nextStep": "RECONNECT"}, 1),
    (
        "replaced",
        [binding("next"), binding(status="REVOKED", replacedBy="next"), bound_session("roses")],
        {"__typename": "BindingChanged", "changed": "BINDING", "replacedBy": "next", "nextStep": "RECONNECT"},
        1,
    ),
    (
        "revoked",
        [binding(status="REVOKED", revokedAt="2026-11-30T17:00:00Z"), bound_session("roses")],
        {"__typename": "BindingRevoked", "revokedAt": "2026-11-30T17:00:00.000000Z", "nextStep": "RECONNECT"},
        1,
    ),
    (
        "a group",
        [binding(audience="GROUP"), bound_session("roses")],
        {"__typename": "BindingNotPrivate", "nextStep": "CONTINUE_IN_PROVIDER"},
        1,
    ),
    (
        "another provider",
        [binding(provider="lark"), bound_session("roses")],
        {"__typename": "BindingUnverified", "unverified": "PROVIDER_UNAVAILABLE", "nextStep": "RETRY"},
        2,
    ),
    (
        "workspace twice",
        [project(workspace="files"), project("other", workspace="files"), binding(), bound_session("roses")],
        {"__typename": "BindingAmbiguous", "ambiguous": "WORKSPACE", "nextStep": "ASK_OPERATOR"},
        2,
    ),
    (
        "another project",
        [binding(), bound_session("roses", **HOUSE)],
        {"__typename": "BindingChanged", "changed": "SESSION", "replacedBy": None, "nextStep": "START_NEW"},
        2,
    ),
    (
        "another channel",
        [binding(), bound_session("roses", channelId=None)],
        {"__typename": "BindingChanged", "changed": "SESSION", "replacedBy": None, "nextStep": "START_NEW"},
        2,
    ),
    (
        "another executor",
        [binding(), bound_session("roses", executorId="other")],
        {"__typename": "BindingChanged", "changed": "EXECUTOR", "replacedBy": None, "nextStep": "RECONNECT"},
        2,
    ),
    (
        "two open",
        [binding(), bound_session("roses"), bound_session("tulips")],
        {"__typename": "BindingAmbiguous", "ambiguous": "SESSION", "nextStep": "ASK_OPERATOR"},
        2,
    ),
    (
        "none open",
        [binding()],
        {"__typename": "NoOpenSession", "lastClosedSession": None, "nextStep": "START_NEW"},
        2,
    ),
]


@pytest.mark.parametrize(
    ("records", "expected", "statements"), [case[1:] for case in REFUSALS], ids=[case[0] for case in REFUSALS]
)
async def test_each_refusal_names_its_reason_and_the_next_step(
    directory: LiveDirectory, records: list[RawRecord], expected: dict[str, Any], statements: int
) -> None:
    projects = [project(), project("house")]
    named = {record["id"] for record in records if record["record"] == "project"}
    await directory.store(*(one for one in projects if one["id"] not in named), *records)
    answer = await bound(directory)
    assert answer.pop("message")
    assert answer == {"conversationBindingId": "bind"} | expected
    assert directory.statement_count == statements


async def test_a_deleted_project_and_a_withdrawn_grant_are_changes(directory: LiveDirectory) -> None:
    await directory.store(project(grant="WRITE"), binding(grant="WRITE"), bound_session("roses"))
    assert (await bound(directory))["__typename"] == "BoundSession"
    await directory.store(project(grant="READ"))
    assert (await bound(directory))["changed"] == "GRANT"
    await directory.store(project(grant="READ", status="DELETED"))
    assert (await bound(directory))["changed"] == "WORKSPACE"


async def test_a_deleted_project_does_not_make_a_workspace_ambiguous(directory: LiveDirectory) -> None:
    await directory.store(
        project(workspace="files"),
        project("other", workspace="files", status="DELETED"),
        project(userId="eve", workspace="files"),
        project(appId="phone", workspace="files"),
        binding(),
        bound_session("roses"),
    )
    assert (await bound(directory))["__typename"] == "BoundSession"


async def test_projects_without_a_workspace_are_not_ambiguous(directory: LiveDirectory) -> None:
    await directory.store(project(), project("house"), binding(), bound_session("roses"))
    assert (await bound(directory))["__typename"] == "BoundSession"


async def test_without_an_open_session_the_newest_closed_one_is_named(directory: LiveDirectory) -> None:
    tied = {"createdAt": "2026-11-30T17:00:00Z", "lastActivityAt": "2026-11-30T17:00:00Z", "status": "CLOSED"}
    later = {"createdAt": "2026-11-30T18:00:00Z", "lastActivityAt": "2026-11-30T18:00:00Z"}
    await directory.store(
        project(),
        binding(),
        bound_session("a", **tied),
        bound_session("é", **tied),
        bound_session("Z", **tied),
        bound_session("archived", **later, status="ARCHIVED"),
        bound_session("deleted", **later, status="DELETED"),
    )
    assert (await bound(directory))["lastClosedSession"] == {"id": "é", "status": "CLOSED"}


async def test_history_that_does_not_match_cannot_block(directory: LiveDirectory) -> None:
    damaged: dict[str, object] = {"executorId": "other", "channelId": None, "goalId": "other", "sourceId": None}
    await directory.store(
        project(),
        project("house"),
        binding(),
        bound_session("roses"),
        bound_session("closed", **damaged, status="CLOSED", **HOUSE),
        bound_session("archived", **damaged, status="ARCHIVED"),
        bound_session("deleted", **damaged),
        bound_session("parent"),
        bound_session("child", **damaged, parentId="parent", name="child"),
    )
    await directory.store(bound_session("deleted", **damaged, status="DELETED"))
    await directory.store(bound_session("parent", status="DELETED"))
    assert (await bound(directory))["session"] == {"id": "roses", "status": "OPEN"}


async def test_a_later_open_session_that_does_not_match_is_looked_at_before_the_number(
    directory: LiveDirectory,
) -> None:
    old = {"createdAt": "2026-11-01T00:00:00Z", "lastActivityAt": "2026-11-01T00:00:00Z"}
    await directory.store(
        project(),
        binding(),
        *(bound_session(f"s{number}") for number in range(5)),
        bound_session("oldest", executorId="other", **old),
    )
    assert (await bound(directory))["changed"] == "EXECUTOR"


@pytest.mark.parametrize("binding_id", ["", " bind", "bind\x00", "\nbind", "x" * 161])
async def test_an_id_that_could_not_be_one_never_reaches_sql(directory: LiveDirectory, binding_id: str) -> None:
    answer = await bound(directory, binding_id=binding_id)
    assert (answer["invalid"], answer["nextStep"]) == ("MALFORMED_ID", "FIX_CALL")
    assert answer["conversationBindingId"] == binding_id
    assert directory.statement_count == 0


async def test_strangers_bindings_are_the_same_answer_and_statements_as_none(directory: LiveDirectory) -> None:
    unknown = await bound(directory)
    statements = [(done.sql, done.arguments, done.rows) for done in directory.reading.statements]
    for stranger in ({"userId": "eve"}, {"appId": "phone"}):
        records = (project(), binding(), bound_session("roses"))
        await directory.store(*(dict(record) | stranger for record in records))
        assert await bound(directory) == unknown
        assert [(done.sql, done.arguments, done.rows) for done in directory.reading.statements] == statements
    assert (await bound(directory, person("eve")))["__typename"] == "BoundSession"


async def test_to_a_publisher_every_binding_is_unknown_and_nothing_is_read(directory: LiveDirectory) -> None:
    unknown = await bound(directory)
    await directory.store(project(), binding(), bound_session("roses"))
    assert await bound(directory, PUBLISHER) == unknown
    assert (await bound(directory, PUBLISHER, " "))["invalid"] == "UNKNOWN"
    assert directory.statement_count == 0
