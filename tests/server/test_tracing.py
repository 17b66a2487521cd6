"""Spans, as a collector receives them, and what is not in them."""

import subprocess
import sys
from collections.abc import AsyncIterator

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from data.embedded import Address
from tests.providers.loopback import Loopback, reply, serving
from tests.server.live_server import live_server
from tests.server.tokens import token

TRACE = "0af7651916cd43dd8448eb211c80319c"


@pytest.fixture
async def collector(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Loopback]:
    async with serving() as loopback:
        loopback.answers["/v1/traces"] = [reply(content=b"", Content_Type="application/x-protobuf")] * 10
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", loopback.url)
        yield loopback


async def test_each_request_is_a_span_that_tells_what_was_done_and_nothing_that_was_said(
    database: Address, collector: Loopback
) -> None:
    async with live_server(database.dsn, {}, tracing=True) as server:
        await server.client.post(
            "/graphql",
            json={"query": "query planted { caller { kind } }", "variables": {"planted": "planted"}},
            headers={"Authorization": f"Bearer {token()}", "traceparent": f"00-{TRACE}-b7ad6b7169203331-01"},
        )
        await server.client.get("/planted?planted=planted")
        await server.client.request("PROPFIND", "/graphql")
        await server.client.get("/open/planted/planted")
    spans = [
        span
        for asked in collector.asked
        for resource in ExportTraceServiceRequest.FromString(asked.body).resource_spans
        for scope in resource.scope_spans
        for span in scope.spans
    ]
    told = [(span.name, {one.key: one.value.int_value for one in span.attributes}) for span in spans]
    assert [(name, attributes["http.response.status_code"]) for name, attributes in told] == [
        ("POST /graphql", 200),
        ("GET", 404),
        ("_OTHER /graphql", 405),
        ("GET /open/", 200),
    ]
    assert spans[0].trace_id.hex() == TRACE
    assert "planted" not in str(spans).lower()
    assert token() not in str(spans)


def test_without_the_setting_nothing_of_it_is_loaded() -> None:
    code = "import server.application, sys; sys.exit(any(name.startswith('opentelemetry') for name in sys.modules))"
    subprocess.run([sys.executable, "-c", code], check=True)
