"""Spans for OpenTelemetry: one for each request, with what was done and how it ended, and nothing that was said.

The packages come with the extra `otel`; nothing of this is imported unless a setting asks for it. Where the spans go is
said by OpenTelemetry's own variables (OTEL_EXPORTER_OTLP_ENDPOINT and others).
"""

import asyncio

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_PATHS = ("/graphql", "/healthz", "/readyz", "/metrics", "/", "/explorer")
# What stands below these is a client's words, or a file's name.
_FOLDERS = ("/open/", "/assets/", "/explorer/")
_METHODS = ("GET", "HEAD", "POST", "OPTIONS")


class Tracing:
    """Makes a span of every request that `app` answers, below the one that a `traceparent` header names."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._provider = TracerProvider(
            resource=Resource.create({"service.name": "session-directory"}), shutdown_on_exit=False
        )
        self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        self._tracer = self._provider.get_tracer(__name__)
        self._propagator = TraceContextTextMapPropagator()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, in a span. Before the lifespan ends the last spans are sent."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, self._finishing(send))
        else:
            await self._traced(scope, receive, send)

    def _finishing(self, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"].startswith("lifespan.shutdown."):
                await asyncio.to_thread(self._provider.shutdown)
            await send(message)

        return sending

    async def _traced(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Paths and methods that nobody knows are a client's words.
        method = scope["method"] if scope["method"] in _METHODS else "_OTHER"
        attributes = {"http.request.method": method}
        if (route := _route(scope["path"])) is not None:
            attributes["http.route"] = route
        parent = self._propagator.extract(
            {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        )
        with self._tracer.start_as_current_span(
            f"{method} {attributes.get('http.route', '')}".strip(),
            parent,
            SpanKind.SERVER,
            attributes,
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            await self._app(scope, receive, _telling(span, send))


def _route(path: str) -> str | None:
    if path in _PATHS:
        return path
    return next((folder for folder in _FOLDERS if path.startswith(folder)), None)


def _telling(span: Span, send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            span.set_attribute("http.response.status_code", message["status"])
            if message["status"] >= 500:
                span.set_status(StatusCode.ERROR)
        await send(message)

    return sending
