"""Whether a run may speak: the run check of rules.md, section 1."""

from sqlalchemy import Text, and_, bindparam, func, select

from data.ownership import owned
from data.pool import Pool
from data.statement import Statement
from data.tables import projects, runs, sessions, turns, visible

# All conditions in one statement, so in one snapshot; leases end by the database's clock.
_LIVE_RUN = Statement(
    select(sessions.c.project_id)
    .select_from(runs)
    .join(sessions, and_(owned(sessions), sessions.c.id == runs.c.session_id))
    .join(projects, and_(owned(projects), projects.c.id == sessions.c.project_id))
    .join(turns, and_(owned(turns), turns.c.id == runs.c.turn_id))
    .where(
        owned(runs),
        runs.c.id == bindparam("run_id", type_=Text),
        runs.c.status == "RUNNING",
        runs.c.lease_expires_at > func.clock_timestamp(),
        sessions.c.status == "OPEN",
        visible(sessions),
        projects.c.status == "ACTIVE",
        turns.c.session_id == runs.c.session_id,
        turns.c.status == "RUNNING",
        turns.c.current_run_id == runs.c.id,
    )
)


class RunRepository:
    """Runs, as far as a token names them. It comes before there is a `Caller`: owner and app are those of a confirmed
    token."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def project_of_live_run(self, *, user_id: str, app_id: str, run_id: str) -> str | None:
        """The project of the run's session, or None when anything about the run does not hold. One statement.

        StoreUnavailableError when the database fails.
        """
        async with self._pool.connection() as connection:
            row = await _LIVE_RUN.row(connection, user_id=user_id, app_id=app_id, run_id=run_id)
        return None if row is None else row["project_id"]
