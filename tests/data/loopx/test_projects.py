"""Projects, which only bindings and sessions tell of. No database."""

import pytest

from data.loopx.home import read_home
from data.loopx.projects import project_entries
from tests.data.loopx.copied_home import ANSWERS, BINDINGS, PROJECT_SESSION, CopiedHome, session_file

BINDING = ANSWERS["bindings"]["project"]
NOTES = ANSWERS["workspaces"]["/srv/workspaces/notes"]


@pytest.fixture
def notes(home: CopiedHome) -> CopiedHome:
    """A home with one session, one binding, and thus one workspace."""
    home.keep(PROJECT_SESSION)
    for name, binding in ANSWERS["bindings"].items():
        if name != "project":
            home.remove_binding(binding)
    return home


@pytest.mark.parametrize("written_by", ["nobody", "binding", "context"])
def test_a_workspace_is_written_in_if_a_binding_or_a_context_may(notes: CopiedHome, written_by: str) -> None:
    if written_by == "binding":
        notes.change_binding(BINDING, grant="workspace_write")
    if written_by == "context":
        notes.change_context(PROJECT_SESSION, grant="workspace_write")
    [entry] = project_entries(read_home(notes.path), writable=())
    assert entry.file == session_file(PROJECT_SESSION)
    assert entry.record == {
        "record": "project",
        "id": NOTES,
        "name": "notes",
        "workspace": NOTES,
        "grant": "READ" if written_by == "nobody" else "WRITE",
    }


def test_a_workspace_that_only_a_binding_names_has_no_name(notes: CopiedHome) -> None:
    notes.keep()
    [entry] = project_entries(read_home(notes.path), writable=())
    assert entry.file == BINDINGS
    assert (entry.record["id"], entry.record["name"], entry.record["workspace"]) == (NOTES, None, NOTES)


def test_a_goal_without_a_workspace_is_a_project_of_its_own(notes: CopiedHome) -> None:
    document = notes.read(session_file(PROJECT_SESSION))
    del document["project_context"]
    notes.write(session_file(PROJECT_SESSION), {**document, "goal_id": "harvest", "channel_id": "goal.harvest"})
    goal, _ = project_entries(read_home(notes.path), writable=())
    assert goal.record == {"record": "project", "id": "goal.harvest", "name": None, "workspace": None, "grant": "READ"}
