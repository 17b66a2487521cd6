"""What the directory already holds of a LoopX home."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from sqlalchemy import ARRAY, Text, any_, bindparam, select

from data.ownership import owned
from data.pool import Pool
from data.statement import Statement
from data.tables import bindings, projects, queued_inputs

_BINDING_STATUSES = Statement(
    select(bindings.c.id, bindings.c.status).where(
        owned(bindings), bindings.c.id == any_(bindparam("ids", type_=ARRAY(Text)))
    )
)
_WRITABLE_PROJECTS = Statement(select(projects.c.id).where(owned(projects), projects.c.grant == "WRITE"))
_WAITING_INPUTS = Statement(
    select(queued_inputs.c.session_id, queued_inputs.c.id).where(
        owned(queued_inputs),
        queued_inputs.c.status == "PENDING",
        queued_inputs.c.session_id == any_(bindparam("session_ids", type_=ARRAY(Text))),
    )
)


async def binding_statuses(pool: Pool, ids: Collection[str], *, user_id: str, app_id: str) -> Mapping[str, str]:
    """The status of each of the bindings `ids` that this owner and app have stored."""
    async with pool.connection() as connection:
        rows = await _BINDING_STATUSES.rows(connection, user_id=user_id, app_id=app_id, ids=[*ids])
    return {row["id"]: row["status"] for row in rows}


async def writable_projects(pool: Pool, *, user_id: str, app_id: str) -> Collection[str]:
    """The projects of this owner and app that offer WRITE."""
    async with pool.connection() as connection:
        rows = await _WRITABLE_PROJECTS.rows(connection, user_id=user_id, app_id=app_id)
    return {row["id"] for row in rows}


async def waiting_inputs(
    pool: Pool, session_ids: Collection[str], *, user_id: str, app_id: str
) -> Mapping[str, Collection[str]]:
    """The inputs that wait in each of the sessions `session_ids` of this owner and app."""
    async with pool.connection() as connection:
        rows = await _WAITING_INPUTS.rows(connection, user_id=user_id, app_id=app_id, session_ids=[*session_ids])
    waiting: defaultdict[str, set[str]] = defaultdict(set)
    for row in rows:
        waiting[row["session_id"]].add(row["id"])
    return waiting
