"""Writing what a batch changes, and nothing else."""

from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from sqlalchemy import Boolean, Table, Text, Update, update

from data.publishing.arrival import Arrival, Arrivals
from data.publishing.given import Given
from data.publishing.place import conversation, evicted, turn_of_session
from data.publishing.row import SessionRow
from data.publishing.row_table import BINDINGS, IDENTITY, PROJECTS, QUEUED_INPUTS, RUNS, SESSIONS, TURNS
from data.records import Key, ProjectRecord, Record
from data.statement import Connection, Statement
from data.tables import bindings, sessions, turns

Row = TypeVar("Row", bound=Record)


async def store(connection: Connection, arrivals: Arrivals, sessions_after: Collection[SessionRow]) -> None:
    """Write the arrivals that change anything, and these sessions; what is referred to before what refers to it."""
    await PROJECTS.write(connection, _changed(arrivals.projects))
    await _amend(connection, _REVOKE, _ROWS, evicted(arrivals.bindings, conversation))
    await BINDINGS.write(connection, _changed(arrivals.bindings))
    await SESSIONS.write(connection, sessions_after)
    await _amend(connection, _END, _ROWS, evicted(arrivals.turns, turn_of_session))
    await TURNS.write(connection, _changed(arrivals.turns))
    await RUNS.write(connection, _changed(arrivals.runs))
    await QUEUED_INPUTS.write(connection, _changed(arrivals.queued_inputs))
    await _amend(connection, _SHOW_OR_HIDE, _PROJECTS, _shown_or_hidden(arrivals.projects))


def _changed(arrivals: Mapping[Key, Arrival[Row]]) -> Sequence[Row]:
    return [arrival.row for arrival in arrivals.values() if arrival.changed]


def _shown_or_hidden(projects: Mapping[Key, Arrival[ProjectRecord]]) -> Sequence[tuple[object, ...]]:
    """The stored projects whose status changes, each with whether it is DELETED now."""
    return [
        (*key, arrival.row.status == "DELETED")
        for key, arrival in projects.items()
        if arrival.stored is not None and arrival.stored.status != arrival.row.status
    ]


async def _amend(
    connection: Connection, statement: Statement, given: Given, tuples: Collection[tuple[object, ...]]
) -> None:
    if tuples:
        await statement.rows(connection, **given.filled(tuples))


_ROWS = Given.texts(*IDENTITY)
_PROJECTS = Given({**dict.fromkeys(("user_id", "app_id", "project_id"), Text(collation="C")), "deleted": Boolean()})


def _of_given_rows(table: Table) -> Update:
    return update(table).where(*(table.c[name] == _ROWS.table.c[name] for name in IDENTITY))


# Rows that leave their place for another, before all are written as they will be.
_REVOKE = Statement(_of_given_rows(bindings).values(status="REVOKED"))
_END = Statement(_of_given_rows(turns).values(status="CANCELLED", finished_at=turns.c.created_at, waiting_for=None))

_SHOW_OR_HIDE = Statement(
    update(sessions)
    .where(
        *(sessions.c[name] == _PROJECTS.table.c[name] for name in ("user_id", "app_id", "project_id")),
        sessions.c.project_deleted != _PROJECTS.table.c.deleted,
    )
    .values(project_deleted=_PROJECTS.table.c.deleted)
)
