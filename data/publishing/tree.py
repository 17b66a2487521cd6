"""Where sessions stand: path, root, project and deletion, which a session has from its ancestors."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from data.publishing.arrival import Arrival
from data.publishing.row import SessionRow
from data.records import Key, ProjectRecord

MAX_PATH = 1024


@dataclass(frozen=True, slots=True)
class Placement:
    """Sessions in their places; those whose path is too long; those whose parents never lead to a root.

    Below a session without a place nobody has one.
    """

    rows: dict[Key, SessionRow] = field(default_factory=dict)
    too_long: list[Key] = field(default_factory=list)
    circling: list[Key] = field(default_factory=list)


def place(sessions: Mapping[Key, SessionRow], projects: Mapping[Key, ProjectRecord]) -> Placement:
    """Put every session below its parent, in any depth.

    A stored session whose parent is not among `sessions` keeps its place: where anything changes above, the whole tree
    is there. A new one has no place without its parent. Of a root whose project is not among `projects`, nothing is
    known to change about the project.
    """
    children: defaultdict[Key | None, list[Key]] = defaultdict(list)
    for key, row in sessions.items():
        children[row.parent_key if row.parent_key in sessions else None].append(key)
    placement = Placement()
    reached: set[Key] = set()
    waiting = [(key, _at_the_top(sessions[key], projects)) for key in children[None]]
    while waiting:
        key, placed = waiting.pop()
        reached.add(key)
        if placed is not None and len(placed.path) > MAX_PATH:
            placement.too_long.append(key)
            placed = None
        if placed is not None:
            placement.rows[key] = placed
        waiting += [(child, placed and _below(placed, sessions[child])) for child in children[key]]
    placement.circling.extend(key for key in sessions if key not in reached)
    return placement


def _at_the_top(row: SessionRow, projects: Mapping[Key, ProjectRecord]) -> SessionRow | None:
    if row.parent_id is not None:
        return row if row.path else None
    project = projects.get(row.key_of(row.project_id))
    return replace(
        row,
        path="/root",
        root_session_id=row.id,
        deleted=row.status == "DELETED",
        project_deleted=row.project_deleted if project is None else project.status == "DELETED",
    )


def _below(parent: SessionRow, row: SessionRow) -> SessionRow:
    return replace(
        row,
        path=f"{parent.path}/{row.name}",
        root_session_id=parent.root_session_id,
        project_id=parent.project_id,
        deleted=parent.deleted or row.status == "DELETED",
        project_deleted=parent.project_deleted,
    )


def roots_of_changed_trees(sessions: Mapping[Key, Arrival[SessionRow]]) -> set[Key]:
    """The roots of the stored trees in which a session's name, deletion or project changes, and so that of others."""
    return {
        arrival.stored.key_of(arrival.stored.root_session_id)
        for arrival in sessions.values()
        if arrival.stored is not None and _handed_down(arrival.row) != _handed_down(arrival.stored)
    }


def _handed_down(row: SessionRow) -> tuple[object, ...]:
    return row.name, row.status == "DELETED", row.project_id
