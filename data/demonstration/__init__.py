"""What a first run shows: one person, two apps, and conversations that are answered in every way.

Stored through publishing like any platform's records, and only into a database that holds nothing.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from sqlalchemy import Text, bindparam, exists, select

from data.demonstration import conversations, kitchen, workbench
from data.demonstration.record import USER_ID, DemonstrationSession
from data.ownership import owned
from data.pool import Pool
from data.publishing import PublishRefused, publish
from data.records import RawRecord
from data.statement import Statement
from data.tables import projects, runs

__all__ = ["APP_ID", "LEASE", "PROJECT_ID", "RUN_ID", "USER_ID", "demonstrate", "records"]

APP_ID = workbench.WORKBENCH.app_id
PROJECT_ID = "website"
RUN_ID = "relaunch-run"
"""A run that is RUNNING, in a session of that project."""
LEASE = timedelta(hours=24)

_ANYTHING = Statement(select(exists(select(projects.c.id))))
_DEMONSTRATION = Statement(select(exists().where(owned(runs), runs.c.id == bindparam("run_id", type_=Text))))


async def demonstrate(pool: Pool, now: datetime) -> bool:
    """Store the demonstration in an empty database, and renew its run's lease where it is stored. Whether it is."""
    if await _holds(pool, _ANYTHING):
        if not await _holds(pool, _DEMONSTRATION, user_id=USER_ID, app_id=APP_ID, run_id=RUN_ID):
            return False
    else:
        await _store(pool, records(now))
    await _store(pool, _renewed(now))
    return True


def records(now: datetime) -> list[RawRecord]:
    """Every record, as things are a moment before `now`."""
    in_workbench = workbench.SESSIONS + conversations.SESSIONS
    return [
        *workbench.PROJECTS,
        *conversations.PROJECTS,
        *kitchen.PROJECTS,
        *conversations.bindings(now),
        *_with_instants(in_workbench, now),
        *_with_instants(kitchen.SESSIONS, now),
        *workbench.QUEUED_INPUTS,
    ]


def _renewed(now: datetime) -> list[RawRecord]:
    """What each start stores again: the live run, and the project that offers less than was bound."""
    run = workbench.WORKBENCH.record(
        "run",
        RUN_ID,
        sessionId="relaunch",
        turnId="relaunch-turn",
        status="RUNNING",
        leaseExpiresAt=(now + LEASE).isoformat(),
    )
    return [run, conversations.NARROWED]


def _with_instants(sessions: Iterable[DemonstrationSession], now: datetime) -> Iterator[RawRecord]:
    """Sessions are minutes apart at first, and then hours."""
    for place, session in enumerate(sessions, start=1):
        yield from session.records(now - timedelta(minutes=2 * place * place))


async def _holds(pool: Pool, statement: Statement, **values: object) -> bool:
    async with pool.connection() as connection:
        row = await statement.row(connection, **values)
    return bool(row and row[0])


async def _store(pool: Pool, batch: list[RawRecord]) -> None:
    match await publish(pool, batch):
        case PublishRefused(problems):
            raise ValueError(f"the demonstration does not follow the rules: {problems[0]}")
