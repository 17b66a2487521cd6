"""The process: `python -m bench.documented_strawberry`."""

import base64
import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import strawberry
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.websockets import WebSocket
from strawberry.asgi import GraphQL
from strawberry.permission import BasePermission

from bench.documented_strawberry import models, queries
from bench.documented_strawberry.types import (
    BindingChanged,
    BindingKind,
    BoundSession,
    BoundSessionResult,
    PageInfo,
    Session,
    SessionConnection,
    SessionScope,
    SessionsRefused,
    SessionsResult,
)
from bench.token_check import TokenCheck
from bench.uvicorn_process import serve

_PROJECT_LIMIT = 10_000
_CHANNELS = {"PROJECT": "project.external", "STEWARD": "manager.external.native"}
_GOALS = {"PROJECT": None, "STEWARD": "loopx-manager"}

_tokens = TokenCheck(os.environ["DIRECTORY_JWT_SECRET"])


@dataclass
class Context:
    """What resolvers get: the claims of the token, if it holds."""

    claims: dict[str, Any] | None

    @property
    def owner(self) -> tuple[str, str]:
        """User and app."""
        claims = self.claims or {}
        return claims["sub"], claims["app"]


Info = strawberry.Info[Context, None]


class IsAuthenticated(BasePermission):
    """Lets confirmed callers through."""

    message = "User is not authenticated"

    def has_permission(self, source: Any, info: Info, **kwargs: Any) -> bool:  # noqa: ANN401, ARG002
        """Whether the token holds."""
        return info.context.claims is not None


@strawberry.type
class Query:
    """The root fields."""

    @strawberry.field(permission_classes=[IsAuthenticated])  # type: ignore[untyped-decorator]
    async def sessions(
        self, info: Info, scope: SessionScope = SessionScope.PROJECT, first: int = 10, after: str | None = None
    ) -> SessionsResult:
        """A page of the history, or the current project."""
        owner = info.context.owner
        if scope is SessionScope.ALL:
            place = None if after is None else _place(after)
            return _connection(await queries.page(owner, place, first + 1), first)
        project_id = (info.context.claims or {}).get("project")
        found = await queries.page_of_project(owner, project_id, _PROJECT_LIMIT + 1) if project_id else None
        if found is None or len(found) > _PROJECT_LIMIT:
            return SessionsRefused(code="PROJECT_NOT_FOUND", message="There is no such project.")
        return _connection(found, _PROJECT_LIMIT)

    @strawberry.field(permission_classes=[IsAuthenticated])  # type: ignore[untyped-decorator]
    async def bound_session(self, info: Info, conversation_binding_id: strawberry.ID) -> BoundSessionResult:
        """The session of a bound conversation, after asking an observer that answers at once."""
        changed = BindingChanged(message="Something is not as it was bound.", next_step="RECONNECT")
        before = await queries.binding(info.context.owner, conversation_binding_id)
        if before is None or before.status != "ACTIVE" or before.audience != "PRIVATE":
            return changed
        observed, verified_at = await _observe(before), datetime.now(UTC)
        fence = await queries.fence(info.context.owner, conversation_binding_id)
        if len(fence) != 1 or not _holds(before, observed, *fence[0]):
            return changed
        session: models.Session = fence[0][3]
        return BoundSession(
            conversation_binding_id=conversation_binding_id,
            kind=BindingKind(before.kind),
            session=Session.from_instance(session),
            channel_id=session.channel_id or "",
            goal_id=None if session.goal_id is None else strawberry.ID(session.goal_id),
            verified_at=verified_at,
        )


async def _observe(binding: models.Binding) -> models.Binding:
    """The provider that answers at once."""
    return binding


def _holds(
    before: models.Binding,
    observed: models.Binding,
    binding: models.Binding,
    project: models.Project | None,
    workspaces: int,
    session: models.Session | None,
) -> bool:
    """Whether everything is as it was bound."""
    if project is None or session is None:
        return False
    return (
        all(getattr(one, name) == getattr(before, name) for one in (observed, binding) for name in _COMPARED)
        and project.status == "ACTIVE"
        and workspaces <= 1
        and (binding.grant == "READ" or project.grant == "WRITE")
        and session.project_id == binding.project_id
        and session.goal_id == _GOALS[binding.kind]
        and session.channel_id == f"{_CHANNELS[binding.kind]}.{binding.id}.{session.source_id}"
        and session.executor_id == binding.executor_id
    )


_COMPARED = (
    *("kind", "audience", "grant", "status", "project_id", "provider", "connection", "provider_app"),
    *("operator", "conversation", "executor_id", "replaced_by"),
)


def _connection(found: Sequence[models.Session], size: int) -> SessionConnection:
    nodes = [Session.from_instance(model) for model in found[:size]]
    end_cursor = _cursor(nodes[-1]) if nodes else None
    return SessionConnection(nodes=nodes, page_info=PageInfo(has_next_page=len(found) > size, end_cursor=end_cursor))


def _cursor(node: Session) -> str:
    return base64.urlsafe_b64encode(f"{node.last_activity_at.isoformat()} {node.id}".encode()).decode()


def _place(cursor: str) -> tuple[datetime, str]:
    last_activity_at, _, session_id = base64.urlsafe_b64decode(cursor).decode().partition(" ")
    return datetime.fromisoformat(last_activity_at), session_id


class View(GraphQL[Context, None]):
    """The view with a context of ours."""

    async def get_context(self, request: Request | WebSocket, response: Response | WebSocket) -> Context:  # noqa: ARG002
        """The caller."""
        return Context(_tokens.claims(request.headers.get("authorization", "")))


app = Starlette(routes=[Route("/graphql", View(strawberry.Schema(query=Query)))])

if __name__ == "__main__":
    serve(app)
