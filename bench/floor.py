"""The floor: Starlette routes with the same SQL on a stock asyncpg pool, dicts by hand, and orjson.

Nobody writes less in Python. It takes the same requests as the others, and looks at their variables alone.
"""

import base64
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import asyncpg
import orjson
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bench.token_check import TokenCheck
from bench.uvicorn_process import serve

_STATEMENTS = {path.stem: path.read_text() for path in (Path(__file__).parent / "statements").glob("*.sql")}
_BINDING = (
    *("kind", "audience", "grant", "status", "id", "project_id", "provider", "connection", "provider_app"),
    *("operator", "conversation", "executor_id", "replaced_by"),
)
_CHANNELS = {"PROJECT": "project.external", "STEWARD": "manager.external.native"}

_tokens = TokenCheck(os.environ["DIRECTORY_JWT_SECRET"])


async def _page(request: Request) -> Response:
    claims = _tokens.claims(request.headers["authorization"])
    if claims is None:
        return Response(status_code=401)
    owner = claims["sub"], claims["app"]
    after = orjson.loads(await request.body())["variables"].get("after")
    if after is None:
        rows = await request.app.state.pool.fetch(_STATEMENTS["first"], *owner)
    else:
        rows = await request.app.state.pool.fetch(_STATEMENTS["after"], *owner, *_place(after))
    nodes = [_session(row) for row in rows[:10]]
    info = {"hasNextPage": len(rows) > 10, "endCursor": _cursor(rows[:10][-1]) if rows else None}
    return _json({"data": {"sessions": {"nodes": nodes, "pageInfo": info}}})


async def _project(request: Request) -> Response:
    claims = _tokens.claims(request.headers["authorization"])
    if claims is None:
        return Response(status_code=401)
    owner = claims["sub"], claims["app"]
    rows = await request.app.state.pool.fetch(_STATEMENTS["project"], *owner, claims["project"])
    if not rows or len(rows) > 10_000:
        return Response(status_code=404)
    return _json({"data": {"sessions": {"nodes": [_session(row) for row in rows if row["id"] is not None]}}})


async def _bound(request: Request) -> Response:
    claims = _tokens.claims(request.headers["authorization"])
    if claims is None:
        return Response(status_code=401)
    binding_id = orjson.loads(await request.body())["variables"]["binding"]
    of_binding = claims["sub"], claims["app"], binding_id
    binding = await request.app.state.pool.fetchrow(_STATEMENTS["binding"], *of_binding)
    if binding is None or binding["status"] != "ACTIVE" or binding["audience"] != "PRIVATE":
        return Response(status_code=404)
    observed = await _observe(binding)
    verified_at = datetime.now(UTC)
    fence = await request.app.state.pool.fetch(_STATEMENTS["fence"], *of_binding)
    row = _bound_row(binding, observed, fence)
    if row is None:
        return Response(status_code=409)
    bound = {
        "conversationBindingId": binding_id,
        "kind": row["kind"],
        "channelId": row["channel_id"],
        "goalId": row["goal_id"],
        "verifiedAt": verified_at,
        "session": {**_session(row), "id": row["session_id"], "projectId": row["session_project_id"]}
        | {"status": row["session_status"]},
    }
    return _json({"data": {"boundSession": bound}})


async def _observe(binding: asyncpg.Record) -> Sequence[Mapping[str, Any]]:
    """The provider that answers at once."""
    names = ("connection", "provider_app", "operator", "conversation")
    return [{name: binding[name] for name in names} | {"private": True, "verified": True}]


def _bound_row(
    binding: asyncpg.Record, observed: Sequence[Mapping[str, Any]], fence: Sequence[asyncpg.Record]
) -> asyncpg.Record | None:
    """The one open session, if everything is as it was bound."""
    told = [one for one in observed if one["conversation"] == binding["conversation"]]
    sessions = [row for row in fence if row["session_status"] == "OPEN"]
    if len(told) != 1 or len(sessions) != 1:
        return None
    [one], [row] = told, sessions
    holds = (
        all(one[name] == binding[name] for name in ("connection", "provider_app", "operator"))
        and one["private"] is True
        and one["verified"] is True
        and all(row[name] == binding[name] for name in _BINDING)
        and row["project_status"] == "ACTIVE"
        and row["workspaces"] <= 1
        and (row["grant"] == "READ" or row["project_grant"] == "WRITE")
        and row["session_project_id"] == row["project_id"]
        and row["goal_id"] == (None if row["kind"] == "PROJECT" else "loopx-manager")
        and row["channel_id"] == f"{_CHANNELS[row['kind']]}.{row['id']}.{row['source_id']}"
        and row["session_executor_id"] == row["executor_id"]
    )
    return row if holds else None


def _session(row: asyncpg.Record) -> dict[str, Any]:
    turn_id = row["current_turn_id"]
    return {
        "id": row["id"],
        "title": row["title"],
        "path": row["path"],
        "rootSessionId": row["root_session_id"],
        "projectId": row["project_id"],
        "status": row["status"],
        "lastActivityAt": row["last_activity_at"],
        "createdAt": row["created_at"],
        "currentTurn": None
        if turn_id is None
        else {"id": turn_id, "status": row["current_turn_status"], "waitingFor": row["current_turn_waiting_for"]},
    }


def _cursor(row: asyncpg.Record) -> str:
    return base64.urlsafe_b64encode(f"{row['last_activity_at'].isoformat()} {row['id']}".encode()).decode()


def _place(cursor: str) -> tuple[datetime, str]:
    last_activity_at, _, session_id = base64.urlsafe_b64decode(cursor).decode().partition(" ")
    return datetime.fromisoformat(last_activity_at), session_id


def _json(content: object) -> Response:
    return Response(orjson.dumps(content, option=orjson.OPT_UTC_Z), media_type="application/json")


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    async with asyncpg.create_pool(os.environ["DATABASE_URL"], min_size=8, max_size=8) as pool:
        app.state.pool = pool
        yield


app = Starlette(
    routes=[
        Route("/page", _page, methods=["POST"]),
        Route("/project", _project, methods=["POST"]),
        Route("/bound", _bound, methods=["POST"]),
    ],
    lifespan=_lifespan,
)

if __name__ == "__main__":
    serve(app)
