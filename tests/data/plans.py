"""How PostgreSQL executes a statement that was recorded."""

import json
from collections.abc import Iterator
from typing import Any

import asyncpg

from tests.recording_pool import Recorded


async def plan(connection: "asyncpg.Connection[asyncpg.Record]", statement: Recorded, mode: str) -> Any:
    """How `statement` was executed, with a plan for its parameters or one for any."""
    arguments = ", ".join(f"'{argument}'" for argument in statement.arguments)
    await connection.execute(f"SET plan_cache_mode = {mode}; PREPARE explained AS {statement.sql}")
    explained = await connection.fetchval(f"EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE explained({arguments})")
    await connection.execute("DEALLOCATE explained")
    return json.loads(explained)[0]["Plan"]


def nodes(plan: Any) -> Iterator[Any]:
    """The nodes of a plan, from the top."""
    yield plan
    for below in plan.get("Plans", ()):
        yield from nodes(below)
