"""Reading trees of sessions for a caller: the one statement of the status panel."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import CTE, ColumnElement, Select, Subquery, Text, and_, any_, bindparam, func, select

from data.caller import Caller
from data.ownership import owned
from data.pool import Pool
from data.session import SESSION_ATTRIBUTES
from data.session_columns import SESSION_COLUMNS, ByAttributes, Columns
from data.session_tree import SessionTreeNode, nodes_of
from data.statement import Statement
from data.tables import LIVE_RUN, PENDING_INPUT, queued_inputs, runs, sessions, turns, visible

_SESSION_ID = bindparam("session_id", type_=Text)

# No character of a step sorts before a space, as '-' does before '/': these texts sort as the lists of steps do, a
# parent before its children and every subtree together.
_STEPS = func.replace(sessions.c.path, "/", " ")
_DEPTH = func.length(sessions.c.path) - func.length(func.replace(sessions.c.path, "/", "")) - 1


def _members(columns: Columns) -> CTE:
    """The visible sessions that have the root of a visible one."""
    asked = sessions.alias("asked")
    of_node = (sessions.c.name, _DEPTH.label("depth"), sessions.c.parent_id, sessions.c.queue_paused)
    to_join = (sessions.c.current_turn_id.label("turn_id"), _STEPS.label("steps"))
    in_tree = and_(owned(sessions), visible(sessions), sessions.c.root_session_id == asked.c.root_session_id)
    found = select(*columns, *of_node, *to_join).join_from(asked, sessions, in_tree)
    return found.where(owned(asked), visible(asked), asked.c.id == _SESSION_ID).cte("members")


def _among(column: ColumnElement[Any], ids: ColumnElement[Any]) -> ColumnElement[bool]:
    """Whether `column` is one of `ids`. PostgreSQL walks once through an index for an array, where a join would search
    it for each id: that is half of the statement's time."""
    return column == any_(func.array(select(ids).scalar_subquery()))


def _current_turns(members: CTE) -> CTE:
    current = select(turns.c.id, turns.c.current_run_id, turns.c.result_run_id)
    return current.where(owned(turns), _among(turns.c.id, members.c.turn_id)).cte("turn")


def _current_runs(turn: CTE) -> Subquery:
    current = select(runs.c.id, runs.c.status)
    return current.where(owned(runs), _among(runs.c.id, turn.c.current_run_id)).subquery("run")


def _pending_inputs(members: CTE) -> Subquery:
    """How many there are of each session that has any."""
    counted = select(queued_inputs.c.session_id, func.count().label("inputs")).group_by(queued_inputs.c.session_id)
    of_members = _among(queued_inputs.c.session_id, members.c.id)
    return counted.where(owned(queued_inputs), of_members, PENDING_INPUT).subquery("pending")


def _live_sessions(members: CTE) -> Select[Any]:
    """The ids of those with a live run."""
    return select(runs.c.session_id).where(owned(runs), _among(runs.c.session_id, members.c.id), LIVE_RUN)


def _tree(columns: Columns) -> Select[Any]:
    """Everything is found for all members at once, and then joined.

    The joins are FULL, although nothing on their right stands alone: PostgreSQL can only hash or merge these. It might
    else choose a loop over all for each, where it expects one member because most trees have one.
    """
    members = _members(columns)
    turn = _current_turns(members)
    run = _current_runs(turn)
    pending = _pending_inputs(members)
    joined = (
        members.join(turn, turn.c.id == members.c.turn_id, full=True)
        .join(run, run.c.id == turn.c.current_run_id, full=True)
        .join(pending, pending.c.session_id == members.c.id, full=True)
    )
    of_node = (
        members.c.name,
        members.c.depth,
        members.c.parent_id,
        run.c.id,
        run.c.status,
        turn.c.result_run_id,
        members.c.queue_paused,
        members.c.id.in_(_live_sessions(members)),
        func.coalesce(pending.c.inputs, 0),
    )
    of_session = (members.c[column.name] for column in SESSION_COLUMNS)
    return select(*of_session, *of_node).select_from(joined).order_by(members.c.steps)


class SessionTreeRepository:
    """The trees of a caller, each in one statement whatever it holds."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._statements = ByAttributes(lambda columns: Statement(_tree(columns)))

    async def nodes(
        self, caller: Caller, session_id: str, *, attributes: frozenset[str] = SESSION_ATTRIBUTES
    ) -> Sequence[SessionTreeNode]:
        """Every visible member of the tree that a session is in, in preorder by the steps of their paths, in code
        points; none if the session is unknown, deleted or somebody else's.

        `attributes` are those of the sessions that will be read: the others may be None. It takes a connection for
        itself and gives it back; StoreUnavailableError when the database fails.
        """
        reading = self._statements.reading(attributes)
        async with self._pool.connection() as connection:
            rows = await reading.rows(connection, user_id=caller.user_id, app_id=caller.app_id, session_id=session_id)
        return nodes_of(rows)
