"""Reading trees of sessions for a caller: the one statement of the status panel."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, Text, and_, bindparam, exists, func, select

from data.caller import Caller
from data.ownership import owned
from data.pool import Pool
from data.session import OPTIONAL_ATTRIBUTES, SESSION_ATTRIBUTES, session_columns
from data.session_tree import SessionTreeNode, nodes_of
from data.statement import Statement
from data.tables import LIVE_RUN, PENDING_INPUT, queued_inputs, runs, sessions, turns, visible

_SESSION_ID = bindparam("session_id", type_=Text)
_asked = sessions.alias("asked")
_live = runs.alias("live")

# No character of a step sorts before a space, as '-' sorts before '/': so these texts sort as the lists of steps do, a
# parent before its children and every subtree together.
_PREORDER = func.replace(sessions.c.path, "/", " ")
_DEPTH = func.length(sessions.c.path) - func.length(func.replace(sessions.c.path, "/", "")) - 1


def _is_live() -> ColumnElement[bool]:
    return exists().where(owned(_live), _live.c.session_id == sessions.c.id, LIVE_RUN)


def _pending_inputs() -> ColumnElement[int]:
    of_session = queued_inputs.c.session_id == sessions.c.id
    count = select(func.count()).select_from(queued_inputs).where(owned(queued_inputs), of_session, PENDING_INPUT)
    return count.scalar_subquery()


def _tree(columns: Sequence[ColumnElement[Any]]) -> Select[Any]:
    """The visible sessions that have the root of a visible one."""
    of_node = (
        sessions.c.name,
        _DEPTH,
        sessions.c.parent_id,
        runs.c.id,
        runs.c.status,
        turns.c.result_run_id,
        sessions.c.queue_paused,
        _is_live(),
        _pending_inputs(),
    )
    members = (
        _asked.join(sessions, and_(owned(sessions), sessions.c.root_session_id == _asked.c.root_session_id))
        .outerjoin(turns, and_(owned(turns), turns.c.id == sessions.c.current_turn_id))
        .outerjoin(runs, and_(owned(runs), runs.c.id == turns.c.current_run_id))
    )
    tree = select(*columns, *of_node).select_from(members)
    return tree.where(owned(_asked), visible(_asked), _asked.c.id == _SESSION_ID, visible(sessions)).order_by(_PREORDER)


class SessionTreeRepository:
    """The trees of a caller, each in one statement whatever it holds."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        # By the attributes of sessions that may be left out, as in `data.session_repository`.
        self._statements: dict[frozenset[str], Statement] = {}

    async def nodes(
        self, caller: Caller, session_id: str, *, attributes: frozenset[str] = SESSION_ATTRIBUTES
    ) -> Sequence[SessionTreeNode]:
        """Every visible member of the tree that a session is in, in preorder by the steps of their paths, in code
        points; none if the session is unknown, deleted or somebody else's.

        `attributes` are those of the sessions that will be read: the others may be None. It takes a connection for
        itself and gives it back; StoreUnavailableError when the database fails.
        """
        reading = self._reading(attributes)
        async with self._pool.connection() as connection:
            rows = await reading.rows(connection, user_id=caller.user_id, app_id=caller.app_id, session_id=session_id)
        return nodes_of(rows)

    def _reading(self, attributes: frozenset[str]) -> Statement:
        needed = attributes & OPTIONAL_ATTRIBUTES
        statement = self._statements.get(needed)
        if statement is None:
            statement = self._statements[needed] = Statement(_tree(session_columns(needed)))
        return statement
