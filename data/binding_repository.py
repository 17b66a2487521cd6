"""Reading conversation bindings for a caller: the two statements of a bound session."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Select,
    Text,
    and_,
    bindparam,
    func,
    literal_column,
    select,
    true,
    union_all,
)

from data.binding import (
    Binding,
    BindingAudience,
    BindingKind,
    BindingStatus,
    BoundProject,
    ConversationSession,
    Fence,
    ProjectStatus,
    WorkspaceGrant,
)
from data.caller import Caller
from data.ownership import owned
from data.pool import Pool
from data.session import SESSION_ATTRIBUTES, SessionStatus, sessions_of
from data.session_columns import SESSION_COLUMNS, ByAttributes, Columns
from data.statement import Statement
from data.tables import bindings, projects, sessions, visible

MAX_OPEN = 1_000
"""How many OPEN sessions of one binding are read. More than one is refused whatever they are; the bound keeps a damaged
history from filling the memory."""

_READ_OF = ((SessionStatus.OPEN, MAX_OPEN), (SessionStatus.CLOSED, 1))

_DECIDING = frozenset({"id", "project_id", "status", "last_activity_at"})
"""What of a session decides whether it is the one, and where it stands."""

_BINDING_ID = bindparam("binding_id", type_=Text)

_BINDING = (
    bindings.c.kind,
    bindings.c.audience,
    bindings.c.grant,
    bindings.c.status,
    bindings.c.id,
    bindings.c.project_id,
    bindings.c.provider,
    bindings.c.connection,
    bindings.c.provider_app,
    bindings.c.operator,
    bindings.c.conversation,
    bindings.c.executor_id,
    bindings.c.replaced_by,
    bindings.c.revoked_at,
)
_PROJECT = (projects.c.id, projects.c.status, projects.c.grant)
_IDENTITY = (sessions.c.executor_id, sessions.c.channel_id, sessions.c.goal_id, sessions.c.source_id)


def _constant(value: str | int) -> ColumnElement[Any]:
    """A word or number of this program, in the SQL text itself. As a parameter it would hide how rare an OPEN session
    is: PostgreSQL would plan for each call then, which takes longer than the statement."""
    return literal_column(repr(value))


def _newest(columns: Columns, status: SessionStatus, limit: int) -> Select[Any]:
    of_binding = select(*_IDENTITY, *columns).where(
        owned(sessions), visible(sessions), sessions.c.binding_id == bindings.c.id
    )
    newest = of_binding.order_by(sessions.c.last_activity_at.desc(), sessions.c.id.desc()).limit(_constant(limit))
    return newest.where(sessions.c.status == _constant(status.value))


def _sharing_the_workspace() -> FromClause:
    """How many ACTIVE projects have the workspace of the binding's project; 0, if that has none."""
    other = projects.alias("other")
    same = and_(
        owned(other), other.c.status == _constant(ProjectStatus.ACTIVE.value), other.c.workspace == projects.c.workspace
    )
    return select(func.count().label("workspaces")).where(same).lateral("sharing")


def _fence(columns: Columns) -> Select[Any]:
    """One row for each session, or one with NULLs for none; no row if the binding is not there."""
    project = and_(owned(projects), projects.c.id == bindings.c.project_id)
    sharing = _sharing_the_workspace()
    newest = (_newest(columns, status, limit) for status, limit in _READ_OF)
    found = union_all(*newest).lateral("found")
    joined = bindings.outerjoin(projects, project).join(sharing, true()).outerjoin(found, true())
    fence = select(*_BINDING, *_PROJECT, *sharing.c, *found.c).select_from(joined)
    there = fence.where(owned(bindings), bindings.c.id == _BINDING_ID)
    return there.order_by(found.c.last_activity_at.desc(), found.c.id.desc())


_READ = Statement(select(*_BINDING).where(owned(bindings), bindings.c.id == _BINDING_ID))


class BindingRepository:
    """The bindings of a caller. Both methods take a connection for themselves and give it back; StoreUnavailableError
    when the database fails."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._fences = ByAttributes(lambda columns: Statement(_fence(columns)), needed=_DECIDING)

    async def binding(self, caller: Caller, binding_id: str) -> Binding | None:
        """The binding, or None if there is none under the caller's owner and app."""
        rows = await self._rows(_READ, caller, binding_id)
        return _binding_of(rows[0]) if rows else None

    async def fence(
        self, caller: Caller, binding_id: str, *, attributes: frozenset[str] = SESSION_ATTRIBUTES
    ) -> Fence | None:
        """The binding again, with its project and its sessions, all of one snapshot; None if it is not there.

        `attributes` are those of the sessions that will be read, besides those that the decision reads: the others may
        be None.
        """
        rows = await self._rows(self._fences.reading(attributes), caller, binding_id)
        return _fence_of(rows) if rows else None

    async def _rows(self, statement: Statement, caller: Caller, binding_id: str) -> Sequence[Sequence[Any]]:
        async with self._pool.connection() as connection:
            rows = await statement.rows(connection, user_id=caller.user_id, app_id=caller.app_id, binding_id=binding_id)
        return [tuple(row) for row in rows]


def _fence_of(rows: Sequence[Sequence[Any]]) -> Fence:
    project_at = len(_BINDING)
    workspaces_at = project_at + len(_PROJECT)
    first, sessions_at = rows[0], workspaces_at + 1
    return Fence(
        _binding_of(first[:project_at]),
        _project_of(first[project_at:workspaces_at]),
        first[workspaces_at],
        _sessions_of([row[sessions_at:] for row in rows if row[-len(SESSION_COLUMNS)] is not None]),
    )


def _binding_of(row: Sequence[Any]) -> Binding:
    kind, audience, grant, status, *rest = row
    return Binding(BindingKind[kind], BindingAudience[audience], WorkspaceGrant[grant], BindingStatus[status], *rest)


def _project_of(values: Sequence[Any]) -> BoundProject | None:
    project_id, status, grant = values
    return None if project_id is None else BoundProject(project_id, ProjectStatus[status], WorkspaceGrant[grant])


def _sessions_of(rows: Sequence[Sequence[Any]]) -> Sequence[ConversationSession]:
    identity = len(_IDENTITY)
    sessions = sessions_of(row[identity:] for row in rows)
    return [ConversationSession(session, *row[:identity]) for session, row in zip(sessions, rows, strict=True)]
