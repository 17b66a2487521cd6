"""Rows of the bindings file. No database."""

from typing import Any

import pytest

from data.loopx.bindings import read_bindings
from data.loopx.documents import DamageError

ROW: dict[str, Any] = {
    "binding_id": "b",
    "transport_ref": "notes-app",
    "provider_ref": "app",
    "operator_ref": "owner",
    "context_kind": "project",
    "project_ref": "p",
    "executor_endpoint_id": "codex",
    "grant": "workspace_read",
    "enabled": True,
}


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, {"kind": "PROJECT", "audience": "PRIVATE", "grant": "READ", "status": "ACTIVE"}),
        ({"context_kind": "steward", "grant": "portfolio_read"}, {"kind": "STEWARD", "grant": "READ"}),
        ({"grant": "workspace_write"}, {"grant": "WRITE"}),
        ({"audience": "group"}, {"audience": "GROUP"}),
        ({"audience": "public"}, {"audience": "UNKNOWN"}),
        ({"audience": None}, {"audience": "UNKNOWN"}),
        ({"audience": ["group"]}, {"audience": "UNKNOWN"}),
        ({"enabled": False}, {"status": "REVOKED"}),
        ({"enabled": "true"}, {"status": "REVOKED"}),
        ({"enabled": 1}, {"status": "REVOKED"}),
        ({"enabled": None}, {"status": "REVOKED"}),
    ],
)
def test_a_row_becomes_a_record(fields: dict[str, object], expected: dict[str, str]) -> None:
    record = read_bindings({"bindings": [{**ROW, **fields}]}).rows["b"].record()
    assert {name: record[name] for name in expected} == expected
    assert record == {
        "record": "binding",
        "id": "b",
        "projectId": "p",
        "kind": record["kind"],
        "audience": record["audience"],
        "provider": "lark",
        "connection": "notes-app",
        "providerApp": "app",
        "operator": "owner",
        "executorId": "codex",
        "grant": record["grant"],
        "status": record["status"],
    }


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"context_kind": "team"}, "its context_kind is unknown"),
        ({"context_kind": None}, "its context_kind is not a text"),
        ({"grant": "workspace_admin"}, "its grant is unknown"),
        ({"grant": ["workspace_write"]}, "its grant is not a text"),
        ({"project_ref": 5}, "its project_ref is not a text"),
    ],
)
def test_a_row_that_says_no_sense_is_set_apart_and_not_taken_for_gone(fields: dict[str, object], reason: str) -> None:
    bindings = read_bindings({"bindings": [{**ROW, **fields}, {**ROW, "binding_id": "other"}]})
    assert bindings.reasons == [f"binding b: {reason}"]
    assert list(bindings.rows) == ["other"]
    assert not bindings.has_lost("b")
    assert bindings.has_lost("gone")


def test_rows_with_one_id_are_none_of_them_believed() -> None:
    bindings = read_bindings({"bindings": [ROW, {**ROW, "enabled": False}]})
    assert bindings.reasons == ["binding b: it is there more than once"]
    assert not bindings.rows


@pytest.mark.parametrize("row", [None, [], "b", {}, {**ROW, "binding_id": None}, {**ROW, "binding_id": 7}])
def test_beside_a_row_without_an_id_nothing_is_known_to_be_gone(row: object) -> None:
    bindings = read_bindings({"bindings": [ROW, row]})
    assert bindings.reasons == ["bindings[1] has no binding_id"]
    assert list(bindings.rows) == ["b"]
    assert not bindings.has_lost("gone")


def test_without_a_list_there_are_no_bindings_to_be_read() -> None:
    with pytest.raises(DamageError, match="it holds no list of bindings"):
        read_bindings({"bindings": None})
