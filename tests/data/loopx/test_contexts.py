"""Contexts of sessions. No database."""

import pytest

from data.loopx.contexts import read_context

CONTEXT = {
    "project_ref": "p",
    "workspace_path": "/srv/workspaces/notes",
    "audience": "bound_owner",
    "grant": "workspace_write",
    "binding_id": "b",
    "source_ref": "s",
    "provider_ref": "app",
    "operator_ref": "owner",
}


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/srv/workspaces/notes", "notes"),
        ("/srv/workspaces/notes/", "notes"),
        ("notes", "notes"),
        ("/srv/мои заметки", "мои заметки"),
        (r"C:\Users\ada\notes", "notes"),
        ("C:/Users/ada/notes", "notes"),
        ("/", None),
        ("", None),
        (None, None),
    ],
)
def test_a_workspace_is_named_by_the_last_step_of_its_path(path: str | None, name: str | None) -> None:
    context = read_context({"project_context": {**CONTEXT, "workspace_path": path}})
    assert context is not None
    assert context.workspace_name == name


@pytest.mark.parametrize(
    ("audience", "expected"),
    [("bound_owner", "PRIVATE"), ("bound_group", "GROUP"), ("local_owner", "UNKNOWN"), (None, "UNKNOWN")],
)
@pytest.mark.parametrize(("field", "kind"), [("project_context", "PROJECT"), ("steward_context", "STEWARD")])
def test_a_context_makes_a_tombstone_without_a_connection(
    field: str, kind: str, audience: str | None, expected: str
) -> None:
    context = read_context({field: {**CONTEXT, "audience": audience}})
    assert context is not None
    assert context.tombstone("codex") == {
        "record": "binding",
        "id": "b",
        "projectId": "p",
        "kind": kind,
        "audience": expected,
        "provider": "lark",
        "connection": "",
        "providerApp": "app",
        "operator": "owner",
        "executorId": "codex",
        "grant": "WRITE",
        "status": "REVOKED",
    }


def test_a_null_context_is_none() -> None:
    assert read_context({"project_context": None}) is None
