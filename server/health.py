"""Whether the process lives, and whether it can answer."""

import asyncio
import logging

from starlette.requests import Request
from starlette.responses import Response

from data.errors import StoreBusyError
from data.migrations import SchemaState, schema_state
from data.pool import Pool
from server.answers import json_answer
from server.services import Services

# Longer than anybody waits for a connection, to tell a busy directory from a silent database.
_READY_SECONDS = 6.0

_log = logging.getLogger(__name__)


async def healthz(_request: Request) -> Response:
    """The process lives."""
    return json_answer({"status": "ok"})


async def readyz(request: Request) -> Response:
    """200 when the database answers, has the newest schema and lets itself be read, else 503 with a reason."""
    services: Services = request.state.services
    reason = await _reason_against(services.pool)
    if reason is not None:
        return json_answer({"status": "unavailable", "reason": reason}, 503)
    return json_answer({"status": "ok"})


async def _reason_against(pool: Pool) -> str | None:
    try:
        async with asyncio.timeout(_READY_SECONDS), pool.connection() as connection:
            state = await schema_state(connection)
    except Exception as error:  # noqa: BLE001 - whatever it says instead of answering, it is not ready
        _log.warning("the database does not answer: %s", type(error.__cause__ or error).__name__)
        return "every connection is in use" if isinstance(error, StoreBusyError) else "the database does not answer"
    return None if state is SchemaState.CURRENT else f"the database's schema is {state.value}"
