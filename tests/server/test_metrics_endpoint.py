"""What /metrics tells, and whom."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import asyncpg
import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from data.embedded import Address
from data.pool import Pool
from providers.declared import DeclaredObserver
from providers.observation import Inquiry, Observation, ObservationFailedError, Observer
from server.application import create_app
from server.settings import Settings
from tests.record_inputs import PUBLISH, record_inputs
from tests.records import binding, bound_session, project, session, store
from tests.server.lifespan import lifespan
from tests.server.live_server import LiveServer, live_server
from tests.server.tokens import SECRET

Database: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

TOKEN = b"a token for the metrics"


async def counted(server: LiveServer) -> Mapping[str, float]:
    """Every sample above zero, by its name and the values of its labels."""
    answer = await server.client.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    samples = [sample for family in text_string_to_metric_families(answer.text) for sample in family.samples]
    return {" ".join([one.name, *one.labels.values()]): one.value for one in samples if one.value > 0}


def of(counts: Mapping[str, float], name: str) -> dict[str, float]:
    prefix = f"directory_{name} "
    return {key.removeprefix(prefix): value for key, value in counts.items() if key.startswith(prefix)}


class Failing:
    """A provider that never says anything."""

    async def observe(self, _inquiry: Inquiry) -> Sequence[Observation]:
        raise ObservationFailedError("planted")


async def test_requests_refusals_statuses_caches_and_providers_are_counted(database: Address, writing: Pool) -> None:
    await store(writing, project(), binding(), bound_session("tulips"), binding("other", provider="planted"))
    observers: Mapping[str, Observer] = {"demo": DeclaredObserver(), "planted": Failing()}
    async with live_server(database.dsn, observers) as server:
        for _ in range(3):
            await server.ask("query planted { caller { kind } }")
        await server.ask("{ caller { kind } caller { appId } }")
        await server.ask('{ sessions(offset: 1, projectId: "garden") { __typename } }')
        await server.ask('{ session(id: "planted") { __typename } }')
        await server.ask('{ sessionTree(sessionId: "planted") { __typename } }')
        await server.ask('{ sessionTree(sessionId: "tulips") { __typename } }')
        await server.ask("{ planted }")
        await server.ask("{ __schema { queryType { name } } }")
        await server.client.post("/graphql", content=b"planted")
        for name in ("bind", "other", "planted"):
            await server.bound(name)
        counts = await counted(server)
    assert of(counts, "requests_total") == {
        "caller": 3,
        "other": 2,
        "sessions": 1,
        "session": 1,
        "sessionTree": 2,
        "boundSession": 3,
    }
    assert of(counts, "responses_total") == {"200": 13, "401": 1}
    assert of(counts, "refusals_total") == {
        "OFFSET_NEEDS_ALL": 1,
        "SessionNotFound": 2,
        "GRAPHQL_VALIDATION_FAILED": 1,
        "UNAUTHENTICATED": 1,
        "BindingUnverified": 1,
        "BindingInvalid": 1,
    }
    assert of(counts, "documents_total") == {"hit": 4, "miss": 9}
    executions = of(counts, "executions_total")
    assert sum(executions.values()) == 12
    assert executions["compiled"] >= 10
    assert of(counts, "provider_calls_total") == {"observed demo": 1, "failed other": 1}
    assert counts["directory_request_seconds_count"] == 14
    assert "planted" not in str(counts)


async def test_publishing_is_counted_with_its_refusals(database: Address) -> None:
    async with live_server(database.dsn, {}) as server:
        for batch in ([], [project()], [session("planted", projectId="planted")]):
            await server.ask(PUBLISH, record_inputs(*batch), scope="sessions:publish")
        await server.ask(PUBLISH, record_inputs(project()))
        counts = await counted(server)
    assert of(counts, "requests_total") == {"publish": 4}
    assert of(counts, "refusals_total") == {"PublishRefused": 2}
    assert "planted" not in str(counts)


async def test_names_that_clients_choose_make_no_series(database: Address) -> None:
    async with live_server(database.dsn, {}) as server:
        for number in range(100):
            await server.ask(f"query Name{number} {{ caller {{ kind }} }}")
        assert of(await counted(server), "requests_total") == {"caller": 100}


async def test_the_pools_are_told_as_they_stand(database: Address, connection: Database) -> None:
    async with live_server(database.dsn, {}, pool_size=1) as server:
        async with connection.transaction():
            await connection.execute("LOCK TABLE sessions")
            asking = [asyncio.create_task(server.ask("{ sessions(scope: ALL) { __typename } }")) for _ in range(3)]
            publishing = server.ask(PUBLISH, record_inputs(session("s")), scope="sessions:publish")
            asking.append(asyncio.create_task(publishing))
            stand = {"read in_use": 1, "read waiting": 2, "write in_use": 1}
            while of(await counted(server), "pool_connections") != stand:
                pass  # they are on their way
        await asyncio.gather(*asking)
        assert of(await counted(server), "pool_connections") == {}


async def asked_from(address: str, settings: Settings, database: Address, **headers: str) -> httpx.Response:
    """What a client at `address` is answered."""
    app = create_app(settings, database.dsn, observers={})
    async with lifespan(app) as state:

        async def with_state(scope: dict[str, object], receive: object, send: object) -> None:
            await app(scope | {"state": state}, receive, send)  # type: ignore[arg-type]

        transport = httpx.ASGITransport(app=with_state, client=(address, 1))  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
            return await client.get(
                "/metrics", headers={name.replace("_", "-"): value for name, value in headers.items()}
            )


@pytest.mark.parametrize(
    ("address", "token", "headers", "status"),
    [
        ("127.0.0.1", None, {}, 200),
        ("127.8.8.8", None, {}, 200),
        ("::1", None, {}, 200),
        ("::ffff:127.0.0.1", None, {}, 200),
        ("127.0.0.1", TOKEN, {}, 200),
        ("127.0.0.1", None, {"X_Forwarded_For": "127.0.0.1"}, 404),
        ("127.0.0.1", None, {"Forwarded": "for=127.0.0.1"}, 404),
        ("10.0.0.1", None, {}, 404),
        ("10.0.0.1", None, {"Authorization": "Bearer "}, 404),
        ("10.0.0.1", None, {"Authorization": "Bearer None"}, 404),
        ("::ffff:10.0.0.1", None, {}, 404),
        ("a socket", None, {}, 404),
        ("10.0.0.1", TOKEN, {}, 401),
        ("10.0.0.1", TOKEN, {"Authorization": "Bearer another"}, 401),
        ("10.0.0.1", TOKEN, {"Authorization": TOKEN.decode()}, 401),
        ("10.0.0.1", TOKEN, {"Authorization": f"Bearer {TOKEN.decode()}"}, 200),
        ("127.0.0.1", TOKEN, {"X_Forwarded_For": "10.0.0.1"}, 401),
    ],
)
def test_this_machine_is_answered_and_others_with_the_token(
    module_database: Address, address: str, token: bytes | None, headers: dict[str, str], status: int
) -> None:
    settings = Settings(jwt_secret=SECRET, metrics_token=token)
    answer = asyncio.run(asked_from(address, settings, module_database, **headers))
    assert answer.status_code == status
    assert ("directory_" in answer.text) is (status == 200)
    assert ("www-authenticate" in answer.headers) is (status == 401)
