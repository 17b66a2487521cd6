"""Reading sessions for a caller: every statement of the directory."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from sqlalchemy import TIMESTAMP, BigInteger, ColumnElement, FromClause, Select, Text, bindparam, func, select, true
from sqlalchemy import tuple_ as row_value

from data.caller import Caller
from data.ownership import owned
from data.pool import Pool
from data.session import SESSION_ATTRIBUTES, Position, Session, sessions_of
from data.session_columns import ByAttributes, Columns
from data.statement import Statement
from data.tables import projects, sessions, visible

_LIMIT = bindparam("limit", type_=BigInteger)
_OFFSET = bindparam("offset", type_=BigInteger)
_PROJECT_ID = bindparam("project_id", type_=Text)
_SESSION_ID = bindparam("session_id", type_=Text)

# A row comparison, and no OR of its parts: PostgreSQL reads one range of the index, flat at every depth.
_BEHIND = row_value(sessions.c.last_activity_at, sessions.c.id) < row_value(
    bindparam("last_activity_at", type_=TIMESTAMP(timezone=True)), bindparam("last_id", type_=Text)
)


def _newest_first(rows: FromClause) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
    """The directory's order; total, because ids are unique."""
    return rows.c.last_activity_at.desc(), rows.c.id.desc()


def _one(columns: Columns) -> Select[Any]:
    return select(*columns).where(owned(sessions), visible(sessions), sessions.c.id == _SESSION_ID)


def _page(columns: Columns, *conditions: ColumnElement[bool]) -> Select[Any]:
    shown = select(*columns).where(owned(sessions), visible(sessions), *conditions)
    return shown.order_by(*_newest_first(sessions)).limit(_LIMIT)


def _page_at_offset(columns: Columns) -> Select[Any]:
    """Ids first and then the rows: skipped rows are read from the index alone (measured.md, Growth)."""
    order = select(sessions.c.id, sessions.c.last_activity_at).where(owned(sessions), visible(sessions))
    place = order.order_by(*_newest_first(sessions)).offset(_OFFSET).limit(_LIMIT).subquery("place")
    rows = select(*columns).join_from(place, sessions, sessions.c.id == place.c.id)
    return rows.where(owned(sessions), visible(sessions)).order_by(*_newest_first(place))


def _page_of_project(columns: Columns, *conditions: ColumnElement[bool]) -> Select[Any]:
    """No row: there is no such ACTIVE project. One row of NULLs: the project is there and the page is empty."""
    page = _page(columns, sessions.c.project_id == projects.c.id, *conditions).lateral("page")
    of_project = select(*page.c).select_from(projects.outerjoin(page, true()))
    active = of_project.where(owned(projects), projects.c.id == _PROJECT_ID, projects.c.status == "ACTIVE")
    return active.order_by(*_newest_first(page))


def _count(*conditions: ColumnElement[bool]) -> Select[Any]:
    return select(func.count()).select_from(sessions).where(owned(sessions), visible(sessions), *conditions)


_COUNT = Statement(_count())
_COUNT_OF_PROJECT = Statement(_count(sessions.c.project_id == _PROJECT_ID))


class _Statements:
    """The statements that read the given columns of sessions, each compiled when it is first needed."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns

    @cached_property
    def one(self) -> Statement:
        return Statement(_one(self._columns))

    @cached_property
    def first(self) -> Statement:
        return Statement(_page(self._columns))

    @cached_property
    def after(self) -> Statement:
        return Statement(_page(self._columns, _BEHIND))

    @cached_property
    def at_offset(self) -> Statement:
        return Statement(_page_at_offset(self._columns))

    @cached_property
    def first_of_project(self) -> Statement:
        return Statement(_page_of_project(self._columns))

    @cached_property
    def after_in_project(self) -> Statement:
        return Statement(_page_of_project(self._columns, _BEHIND))


class SessionRepository:
    """The visible sessions of a caller (rules.md, section 2), newest first, each page in one statement.

    Every method takes a connection for itself and gives it back; StoreUnavailableError when the database fails.
    `attributes` are those of the sessions that will be read: the others may be None. A place in the order is always
    there.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._statements = ByAttributes(_Statements)

    async def session(
        self, caller: Caller, session_id: str, *, attributes: frozenset[str] = SESSION_ATTRIBUTES
    ) -> Session | None:
        """The session, or None if it is unknown, deleted or somebody else's."""
        found = await self._rows(self._statements.reading(attributes).one, caller, session_id=session_id)
        return next(iter(sessions_of(found)), None)

    async def page(
        self,
        caller: Caller,
        *,
        limit: int,
        offset: int = 0,
        after: Position | None = None,
        attributes: frozenset[str] = SESSION_ATTRIBUTES,
    ) -> Sequence[Session]:
        """At most `limit` sessions of all projects: those behind `after`, or else those from `offset` on."""
        reading = self._statements.reading(attributes)
        if after is not None:
            found = await self._rows(reading.after, caller, limit=limit, **_place(after))
        elif offset:
            found = await self._rows(reading.at_offset, caller, limit=limit, offset=offset)
        else:
            found = await self._rows(reading.first, caller, limit=limit)
        return sessions_of(found)

    async def page_of_project(
        self,
        caller: Caller,
        project_id: str,
        *,
        limit: int,
        after: Position | None = None,
        attributes: frozenset[str] = SESSION_ATTRIBUTES,
    ) -> Sequence[Session] | None:
        """At most `limit` sessions of a project, behind `after` if given; None if the caller has no such ACTIVE
        project."""
        reading = self._statements.reading(attributes)
        if after is not None:
            values = {"limit": limit, "project_id": project_id, **_place(after)}
            found = await self._rows(reading.after_in_project, caller, **values)
        else:
            found = await self._rows(reading.first_of_project, caller, limit=limit, project_id=project_id)
        if not found:
            return None
        return sessions_of(found) if found[0][0] is not None else []

    async def count(self, caller: Caller) -> int:
        """How many sessions of all projects are visible."""
        return int((await self._rows(_COUNT, caller))[0][0])

    async def count_of_project(self, caller: Caller, project_id: str) -> int:
        """How many sessions of a project are visible."""
        return int((await self._rows(_COUNT_OF_PROJECT, caller, project_id=project_id))[0][0])

    async def _rows(self, statement: Statement, caller: Caller, **values: object) -> Sequence[Any]:
        async with self._pool.connection() as connection:
            return await statement.rows(connection, user_id=caller.user_id, app_id=caller.app_id, **values)


def _place(after: Position) -> dict[str, object]:
    return {"last_activity_at": after.last_activity_at, "last_id": after.session_id}
