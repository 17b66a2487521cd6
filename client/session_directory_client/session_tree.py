"""The status panel."""

from dataclasses import dataclass
from typing import TypeAlias

from session_directory_client.enums import QueueStatus, RunStatus
from session_directory_client.fields import (
    Fields,
    choice,
    integer,
    item,
    items,
    optional_item,
    optional_text,
    text,
)
from session_directory_client.sessions import Session, SessionNotFound, read_not_found, read_session
from session_directory_client.union import Readers, UnknownAnswer, read_member, read_unknown


@dataclass(frozen=True, slots=True)
class Run:
    """A run of a turn."""

    id: str
    status: RunStatus


@dataclass(frozen=True, slots=True)
class SessionQueue:
    """What waits for a session."""

    status: QueueStatus
    pending_inputs: int


@dataclass(frozen=True, slots=True)
class SessionTreeNode:
    """A member of the tree with its current run, its result run and its queue."""

    session: Session
    name: str
    depth: int
    parent_session_id: str | None
    run: Run | None
    result_run_id: str | None
    queue: SessionQueue


@dataclass(frozen=True, slots=True)
class SessionTree:
    """A whole tree in preorder: a parent before its children, siblings by name."""

    root_session_id: str
    nodes: tuple[SessionTreeNode, ...]


@dataclass(frozen=True, slots=True)
class PanelNotAllowed:
    """The panel is for people, never for runs."""

    message: str


SessionTreeResult: TypeAlias = SessionTree | SessionNotFound | PanelNotAllowed | UnknownAnswer


def read_session_tree(fields: Fields) -> SessionTreeResult:
    """Of `SessionTreeResult`."""
    return read_member(fields, _READERS, read_unknown)


def _tree(fields: Fields) -> SessionTree:
    return SessionTree(root_session_id=text(fields, "rootSessionId"), nodes=items(_node, fields, "nodes"))


def _node(fields: Fields) -> SessionTreeNode:
    return SessionTreeNode(
        session=item(read_session, fields, "session"),
        name=text(fields, "name"),
        depth=integer(fields, "depth"),
        parent_session_id=optional_text(fields, "parentSessionId"),
        run=optional_item(_run, fields, "run"),
        result_run_id=optional_text(fields, "resultRunId"),
        queue=item(_queue, fields, "queue"),
    )


def _run(fields: Fields) -> Run:
    return Run(id=text(fields, "id"), status=choice(RunStatus, fields, "status"))


def _queue(fields: Fields) -> SessionQueue:
    return SessionQueue(status=choice(QueueStatus, fields, "status"), pending_inputs=integer(fields, "pendingInputs"))


def _not_allowed(fields: Fields) -> PanelNotAllowed:
    return PanelNotAllowed(message=text(fields, "message"))


_READERS: Readers[SessionTreeResult] = {
    "SessionTree": _tree,
    "SessionNotFound": read_not_found,
    "PanelNotAllowed": _not_allowed,
}
