"""The guards of sessions, as problems that a person understands."""

from collections.abc import Iterator, Mapping

from data.publishing.arrival import Arrival
from data.publishing.place import crowded_out, name_among_siblings
from data.publishing.row import SessionRow
from data.publishing.tree import MAX_PATH, Placement
from data.records import Key, Problem


def session_problems(
    sessions: Mapping[Key, Arrival[SessionRow]],
    siblings: Mapping[Key, SessionRow],
    standing: Mapping[Key, SessionRow],
    placement: Placement,
) -> Iterator[Problem]:
    """What is wrong with `sessions`, where `siblings` are stored under the names that they come to, and `standing` are
    all rows that were placed."""
    for key, arrival in sessions.items():
        yield from _problems_of_parent(arrival, placement.rows.get(key))
    for key in placement.circling:
        yield Problem(sessions[key].index, "parentId", "must lead to a root: these parents go round in a circle")
    for index in sorted({_lengthening(key, sessions, standing) for key in placement.too_long}):
        yield Problem(index, "name", f"makes a path longer than {MAX_PATH} characters")
    for arrival in crowded_out(sessions, siblings, name_among_siblings):
        yield Problem(arrival.index, "name", "another session below this parent has this name, or had it when deleted")


def _problems_of_parent(arrival: Arrival[SessionRow], placed: SessionRow | None) -> Iterator[Problem]:
    if arrival.stored is not None and arrival.row.parent_id != arrival.stored.parent_id:
        yield Problem(arrival.index, "parentId", "must stay as it is: a stored session never gets another parent")
    elif arrival.row.parent_id is None and arrival.row.name != "root":
        yield Problem(arrival.index, "name", "must be root: the session has no parent")
    if placed is not None and arrival.row.project_id != placed.project_id:
        yield Problem(arrival.index, "projectId", "must be the project of the parent")


def _lengthening(
    key: Key | None, sessions: Mapping[Key, Arrival[SessionRow]], standing: Mapping[Key, SessionRow]
) -> int:
    """The position of what lengthened the path of a session: itself or the nearest above that is new or has a longer
    name now."""
    while key is not None:
        arrival = sessions.get(key)
        if arrival is not None and (arrival.stored is None or len(arrival.row.name) > len(arrival.stored.name)):
            return arrival.index
        key = standing[key].parent_key
    raise AssertionError("a path does not grow by itself")
