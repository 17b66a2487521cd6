"""The ASGI application: what answers at which path."""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from providers.observation import Observer
from schema.build import schema
from server.answers import ErrorCode, RefusedError, json_answer
from server.cross_origin import CrossOrigin
from server.graphql_endpoint import GraphQLEndpoint
from server.graphql_errors import unexpected_error
from server.graphql_execution import GraphQLExecution
from server.health import healthz, readyz
from server.host_check import HostCheck
from server.metrics import Metrics
from server.metrics_endpoint import MetricsEndpoint
from server.page.explorer import Explorer
from server.page.page import Page
from server.services import Services, open_services
from server.settings import Settings
from server.shortcut import Shortcut


def create_app(settings: Settings, database_url: str, observers: Mapping[str, Observer]) -> ASGIApp:
    """The application for `settings`, which hold a key; `observers` answer for the providers of their names. Nothing is
    opened before the lifespan begins."""

    metrics = Metrics(_root_fields())

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[dict[str, Services]]:
        async with open_services(settings, database_url, observers, metrics) as services:
            yield {"services": services}

    app = Starlette(
        routes=[
            Route("/healthz", healthz),
            Route("/readyz", readyz),
            Route("/metrics", MetricsEndpoint(metrics, settings.metrics_token).answer),
            *_page(settings),
        ],
        exception_handlers={HTTPException: _http_error, Exception: _defect},
        lifespan=lifespan,
    )
    # A redirect would repeat the Host header that came in.
    app.router.redirect_slashes = False
    return _checked(Shortcut(app, "/graphql", _graphql(settings, metrics)), settings)


def _page(settings: Settings) -> Iterator[BaseRoute]:
    page = Page(settings.session_url)
    yield from page.routes()
    if settings.explorer:
        yield from Explorer(page.assets).routes()


def _graphql(settings: Settings, metrics: Metrics) -> GraphQLEndpoint:
    return GraphQLEndpoint(GraphQLExecution(schema, settings.limits, metrics), settings.limits, metrics)


def _root_fields() -> Iterator[str]:
    graphql_schema = schema._schema
    for root in (graphql_schema.query_type, graphql_schema.mutation_type):
        yield from root.fields if root is not None else ()


def _checked(app: ASGIApp, settings: Settings) -> ASGIApp:
    """`app` behind what the settings ask for, outermost last."""
    if settings.allowed_origins:
        app = CrossOrigin(app, settings.allowed_origins)
    if settings.allowed_hosts is not None:
        app = HostCheck(app, settings.allowed_hosts)
    if settings.tracing:
        # The packages are an extra.
        from server.tracing import Tracing

        app = Tracing(app)
    return app


async def _http_error(_request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers = error.headers if isinstance(error, HTTPException) else None
    if status == 405:
        return RefusedError(405, ErrorCode.METHOD_NOT_ALLOWED, "Another method is wanted here.", headers).answer()
    return RefusedError(status, ErrorCode.NOT_FOUND, "There is nothing here.", headers).answer()


async def _defect(_request: Request, error: Exception) -> Response:
    return json_answer({"errors": [unexpected_error(error)]}, 500)
