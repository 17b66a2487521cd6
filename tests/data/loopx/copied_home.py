"""A LoopX home to be damaged: a copy of the real one."""

import hashlib
import json
import os
import shutil
from pathlib import Path
from typing import Any

FIXTURES = Path(__file__).parent.parent / "fixtures"
REAL_HOME = FIXTURES / "loopx-home"
ANSWERS: dict[str, Any] = json.loads((FIXTURES / "loopx-home.answers.json").read_text())

BINDINGS = "chat/conversation-bindings.json"

# Sessions of the real home, by what they are.
PROJECT_SESSION = "9eab7ebda70a4ef28d5591b827f4a800"
STEWARD_SESSION = "10c027509caa428b9e1353643c28e699"
GONE_BINDING_SESSION = "354eaed5d795493c9d47f8a5a0f878be"
GOAL_SESSION = "45039084f9c14c44b17bf08a464bcc8c"
WORKSPACE_SESSION = "23944e1567054a509f76096696f8cc9b"  # with two turns


class CopiedHome:
    """A copy of the real home at `path`. Files are named by their paths in it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        shutil.copytree(REAL_HOME, path)

    def keep(self, *sessions: str) -> None:
        """Remove all sessions but these."""
        for directory in (self.path / "chat/sessions").iterdir():
            if directory.name not in sessions:
                shutil.rmtree(directory)

    def read(self, file: str) -> dict[str, Any]:
        document: dict[str, Any] = json.loads((self.path / file).read_text())
        return document

    def write(self, file: str, document: object) -> None:
        (self.path / file).write_text(json.dumps(document))

    def change(self, file: str, **fields: object) -> None:
        """Set top-level fields of a file."""
        self.write(file, {**self.read(file), **fields})

    def change_session(self, session: str, **fields: object) -> None:
        self.change(session_file(session), **fields)

    def change_context(self, session: str, **fields: object) -> None:
        """Set fields of the one context of a session."""
        document = self.read(session_file(session))
        document[context_of(document)].update(fields)
        self.write(session_file(session), document)

    def change_binding(self, binding: str, **fields: object) -> None:
        document = self.read(BINDINGS)
        [row] = [row for row in document["bindings"] if row["binding_id"] == binding]
        row.update(fields)
        self.write(BINDINGS, document)

    def remove_binding(self, binding: str) -> None:
        document = self.read(BINDINGS)
        document["bindings"] = [row for row in document["bindings"] if row["binding_id"] != binding]
        self.write(BINDINGS, document)

    def turns(self, session: str) -> list[str]:
        """The turn files of a session."""
        files = sorted((self.path / "chat/sessions" / session / "turns").glob("*.json"))
        return [str(file.relative_to(self.path)) for file in files]

    def add_turn(self, session: str, turn: str, **fields: object) -> str:
        """Add a turn file and return its path."""
        file = f"chat/sessions/{session}/turns/{turn}.json"
        (self.path / file).parent.mkdir(exist_ok=True)
        base = {"schema_version": "loopx_chat_turn_state_v1", "turn_id": turn, "created_at": "2026-10-20T10:00:00Z"}
        self.write(file, {**base, **fields})
        return file


def session_file(session: str) -> str:
    return f"chat/sessions/{session}/session.json"


def context_of(document: dict[str, Any]) -> str:
    return "steward_context" if "steward_context" in document else "project_context"


def tree_hash(path: Path) -> str:
    """A hash over the names, kinds, modes, times and contents of everything below `path`."""
    digest = hashlib.sha256()
    for directory, directories, files in os.walk(path):
        directories.sort()
        for name in ["", *sorted(files)]:
            entry = Path(directory, name)
            status = entry.lstat()
            digest.update(
                f"{entry.relative_to(path)} {status.st_mode} {status.st_size} {status.st_mtime_ns}\n".encode()
            )
            digest.update(entry.read_bytes() if name else b"")
    return digest.hexdigest()
