"""Many rows of one table at once, whoever owns them: found by the values of some columns, written as they are."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import fields
from operator import attrgetter
from typing import Any, Generic, TypeVar

import asyncpg
from sqlalchemy import ColumnElement, Executable, Table, TextClause, select, true
from sqlalchemy.dialects.postgresql import insert

from data.publishing.given import Given
from data.publishing.row import SessionRow, TurnRow
from data.records import BindingRecord, Key, ProjectRecord, QueuedInputRecord, Record, RunRecord
from data.statement import Connection, Statement
from data.tables import bindings, projects, queued_inputs, runs, sessions, turns

Row = TypeVar("Row", bound=Record)

IDENTITY = ("user_id", "app_id", "id")


class RowTable(Generic[Row]):
    """A table whose columns are the attributes of `row_type`."""

    def __init__(self, row_type: type[Row], table: Table) -> None:
        self.table = table
        self.columns = [table.c[field.name] for field in fields(row_type)]
        self._row_type = row_type
        self._by_identity = Lookup(self, *(table.c[name] for name in IDENTITY))
        self._given = Given({column.name: column.type for column in self.columns})
        self._values = attrgetter(*(column.name for column in self.columns))
        self._upsert = Statement(self._upsertion())

    def _upsertion(self) -> Executable:
        names = [column.name for column in self.columns]
        insertion = insert(self.table).from_select(names, select(*self._given.table.c))
        others = {name: insertion.excluded[name] for name in names if name not in IDENTITY}
        return insertion.on_conflict_do_update(index_elements=IDENTITY, set_=others)

    def rows(self, records: Iterable[asyncpg.Record]) -> dict[Key, Row]:
        """The rows in an answer of the database, by identity."""
        rows = [self._row_type(**record) for record in records]
        return {row.key: row for row in rows}

    async def load(self, connection: Connection, keys: Collection[Key]) -> dict[Key, Row]:
        """Those of the rows with these identities that are there."""
        return await self._by_identity.find(connection, keys)

    async def write(self, connection: Connection, rows: Collection[Row]) -> None:
        """Insert these rows, or put them in the place of those with their identities."""
        if rows:
            await self._upsert.rows(connection, **self._given.filled(map(self._values, rows)))


class Lookup(Generic[Row]):
    """Finds the rows in which the columns `sought` have one of the tuples of values that are given, `where` more is
    asked than that."""

    def __init__(self, rows: RowTable[Row], *sought: ColumnElement[Any], where: Sequence[TextClause] = ()) -> None:
        self._rows = rows
        self._given = Given.texts(*(f"value_{position}" for position in range(len(sought))))
        alike = (column == value for column, value in zip(sought, self._given.table.c, strict=True))
        # The offset keeps the planner from reading the whole table to join it: one way into an index for each tuple.
        found = select(*rows.columns).where(*alike, *where).offset(0).lateral("found")
        self._statement = Statement(select(*found.c).select_from(self._given.table.join(found, true())))

    async def find(self, connection: Connection, tuples: Collection[tuple[str, ...]]) -> dict[Key, Row]:
        """Those rows, by identity. No tuples, no statement."""
        if not tuples:
            return {}
        return self._rows.rows(await self._statement.rows(connection, **self._given.filled(tuples)))


PROJECTS = RowTable(ProjectRecord, projects)
BINDINGS = RowTable(BindingRecord, bindings)
SESSIONS = RowTable(SessionRow, sessions)
TURNS = RowTable(TurnRow, turns)
RUNS = RowTable(RunRecord, runs)
QUEUED_INPUTS = RowTable(QueuedInputRecord, queued_inputs)
