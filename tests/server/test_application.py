"""The application around the endpoint: health, hosts, origins, and what it says when something fails."""

import asyncio
import json
import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

import asyncpg
import httpx
import pytest

from data import pool as data_pool
from data.embedded import Address
from server.application import create_app
from server.settings import Settings
from tests.server.serving import serving
from tests.server.tokens import SECRET, token
from tests.server.world import LIVE_RUN

Database: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

NOWHERE = "postgresql://planted-user:planted-password@127.0.0.1:1/planted-database"
SESSIONS = {"query": "{ sessions(scope: ALL) { __typename } }"}
BOUND = {"query": '{ boundSession(conversationBindingId: "b") { ... on BindingUnverified { reason } } }'}


@contextmanager
def directory(dsn: str, **settings: Any) -> Iterator[httpx.Client]:
    """A client of a server on the database at `dsn`."""
    app = create_app(Settings(jwt_secret=SECRET, **settings), dsn, observers={})
    with serving(app) as url, httpx.Client(base_url=url, timeout=30) as client:
        yield client


def ask(client: httpx.Client, body: dict[str, Any] = SESSIONS, **claims: Any) -> httpx.Response:
    return client.post("/graphql", json=body, headers={"Authorization": f"Bearer {token(**claims)}"})


def codes(answer: httpx.Response) -> set[str]:
    return {error["extensions"]["code"] for error in answer.json()["errors"]}


# ------------------------------------------------------------------------------------------------ health
def test_a_living_process_with_the_newest_schema_is_healthy_and_ready(client: httpx.Client) -> None:
    for path in ("/healthz", "/readyz"):
        answer = client.get(path)
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
        assert answer.headers["cache-control"] == "no-store"


def test_without_its_database_a_process_lives_and_is_not_ready() -> None:
    with directory(NOWHERE) as client:
        assert client.get("/healthz").status_code == 200
        answer = client.get("/readyz")
        assert answer.status_code == 503
        assert answer.json() == {"status": "unavailable", "reason": "the database does not answer"}


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("DROP TABLE alembic_version", "not there"),
        ("DELETE FROM alembic_version", "not there"),
        ("UPDATE alembic_version SET version_num = '0001'", "older than the program"),
        ("UPDATE alembic_version SET version_num = '9999'", "newer than the program"),
        ("UPDATE alembic_version SET version_num = '0001f3ab'", "another application's"),
        ("ALTER TABLE alembic_version RENAME version_num TO planted", "the database does not answer"),
    ],
)
async def test_another_schema_is_not_ready(
    database: Address, connection: Database, statement: str, reason: str
) -> None:
    await connection.execute(statement)
    with directory(database.dsn) as client:
        answer = client.get("/readyz")
    assert answer.status_code == 503
    assert reason in answer.json()["reason"]
    assert "planted" not in answer.text


async def test_without_the_right_to_read_a_process_is_not_ready(connection: Database, visitor: str) -> None:
    await connection.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO visitor")
    with directory(visitor) as client:
        assert (client.get("/readyz").status_code, ask(client).status_code) == (200, 200)
        await connection.execute("REVOKE SELECT ON sessions FROM visitor")
        assert (client.get("/readyz").status_code, ask(client).status_code) == (503, 503)
        await connection.execute("GRANT SELECT ON sessions TO visitor")
        assert (client.get("/readyz").status_code, ask(client).status_code) == (200, 200)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("GET", "/graphql/", 404),
        ("POST", "/graphql/", 404),
        ("GET", "/healthz/", 404),
        ("GET", "/../etc/passwd", 404),
        ("POST", "/healthz", 405),
        ("DELETE", "/readyz", 405),
    ],
)
def test_nothing_else_is_there_and_nothing_redirects(client: httpx.Client, method: str, path: str, status: int) -> None:
    answer = client.request(method, path)
    assert answer.status_code == status
    assert codes(answer) == {"NOT_FOUND" if status == 404 else "METHOD_NOT_ALLOWED"}
    assert answer.headers["cache-control"] == "no-store"


# ------------------------------------------------------------------------------------------------ hosts
@pytest.fixture(scope="module")
def hosts_client(module_database: Address) -> Iterator[httpx.Client]:
    hosts = frozenset({"directory.example", "[::1]", "only.example:9000"})
    with directory(module_database.dsn, allowed_hosts=hosts) as client:
        yield client


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("directory.example", True),
        ("Directory.Example", True),
        ("directory.example:8000", True),
        ("[::1]", True),
        ("[::1]:8000", True),
        ("only.example:9000", True),
        ("only.example", False),
        ("only.example:9001", False),
        ("directory.example.evil.example", False),
        ("evil.example", False),
        ("evil.example:directory.example", False),
        ("directory.example:", False),
        ("directory.example:80@evil", False),
        ("", False),
    ],
)
def test_only_listed_hosts_are_served(hosts_client: httpx.Client, host: str, allowed: bool) -> None:
    for path in ("/healthz", "/nowhere", "/graphql"):
        answer = hosts_client.get(path, headers={"Host": host})
        assert (answer.status_code != 400) is allowed


def test_any_host_is_served_where_none_is_listed(client: httpx.Client) -> None:
    assert client.get("/healthz", headers={"Host": "anything.example"}).status_code == 200


# ------------------------------------------------------------------------------------------------ origins
PREFLIGHT = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,content-type"}


@pytest.fixture(scope="module")
def app_client(module_database: Address) -> Iterator[httpx.Client]:
    with directory(module_database.dsn, allowed_origins=frozenset({"https://app.example"})) as client:
        yield client


def allowing(answer: httpx.Response) -> set[str]:
    return {name for name in answer.headers if name.startswith("access-control-")}


def test_a_preflight_of_an_allowed_origin_is_answered(app_client: httpx.Client) -> None:
    answer = app_client.options("/graphql", headers={"Origin": "https://app.example"} | PREFLIGHT)
    assert answer.status_code == 204
    assert answer.headers["access-control-allow-origin"] == "https://app.example"
    assert answer.headers["access-control-allow-methods"] == "POST"
    assert answer.headers["access-control-allow-headers"] == "Authorization, Content-Type"
    assert answer.headers["vary"] == "Origin"
    assert "access-control-allow-credentials" not in answer.headers


@pytest.mark.parametrize("origin", ["https://evil.example", "https://app.example.evil.example", "null", "", None])
def test_options_of_any_other_origin_is_405(app_client: httpx.Client, origin: str | None) -> None:
    answer = app_client.options("/graphql", headers=PREFLIGHT | ({} if origin is None else {"Origin": origin}))
    assert answer.status_code == 405
    assert answer.headers["allow"] == "POST"
    assert not allowing(answer)


def test_answers_are_readable_from_allowed_origins_alone(app_client: httpx.Client, client: httpx.Client) -> None:
    for sent_to, origin, readable in (
        (app_client, "https://app.example", True),
        (app_client, "https://evil.example", False),
        (client, "https://app.example", False),
    ):
        authorized = {"Authorization": f"Bearer {token()}", "Origin": origin}
        for headers in (authorized, {"Origin": origin}):
            answer = sent_to.post("/graphql", json=SESSIONS, headers=headers)
            assert answer.headers.get("access-control-allow-origin") == (origin if readable else None)
            exposed = "Date, Retry-After" if readable else None
            assert answer.headers.get("access-control-expose-headers") == exposed


# ------------------------------------------------------------------------------------------------ failures
def test_a_database_that_is_away_is_503_and_masked() -> None:
    with directory(NOWHERE) as client:
        for answer in (ask(client), ask(client, run="run")):
            assert answer.status_code == 503
            assert codes(answer) == {"STORE_UNAVAILABLE"}
            assert "planted" not in answer.text
        assert ask(client).json()["data"] is None
        bound = ask(client, BOUND)
        assert (bound.status_code, bound.json()) == (200, {"data": {"boundSession": {"reason": "STORE_UNAVAILABLE"}}})
        assert ask(client, BOUND, run="run").status_code == 503
        assert ask(client, {"query": "{ caller { kind } }"}).status_code == 200


async def until(connection: Database, condition: str) -> None:
    for _ in range(1_000):
        if await connection.fetchval(condition):
            return
        await asyncio.sleep(0.01)
    pytest.fail(f"it never came to that: {condition}")


async def test_no_connection_in_time_is_503_busy(
    database: Address, live_run: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_pool, "WAIT_SECONDS", 0.2)
    with directory(database.dsn, pool_size=1) as client:
        async with live_run.transaction():
            await live_run.execute("LOCK TABLE sessions")
            blocked = asyncio.create_task(asyncio.to_thread(ask, client))
            await until(live_run, "SELECT count(*) > 0 FROM pg_locks WHERE NOT granted")
            for run in (None, "run"):
                answer = await asyncio.to_thread(ask, client, SESSIONS, run=run)
                assert (answer.status_code, codes(answer)) == (503, {"BUSY"})
            ready = await asyncio.to_thread(client.get, "/readyz")
            assert ready.json() == {"status": "unavailable", "reason": "every connection is in use"}
        assert (await blocked).status_code == 200
        assert ask(client).status_code == 200


async def test_a_database_that_accepts_and_says_nothing_is_503(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_pool, "WAIT_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        port = mute.getsockname()[1]
        with directory(f"postgresql://ada@127.0.0.1:{port}/directory?sslmode=disable") as client:
            answer = ask(client)
    assert (answer.status_code, codes(answer)) == (503, {"STORE_UNAVAILABLE"})


async def test_a_database_that_comes_back_is_used_again(database: Address, connection: Database) -> None:
    with directory(database.dsn) as client:
        assert ask(client).status_code == 200
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        statuses = [ask(client).status_code for _ in range(3)]
        assert set(statuses) <= {200, 503}
        assert statuses[-1] == 200


async def test_a_defect_is_masked_and_found_in_the_log_by_its_incident_id(
    database: Address, connection: Database, caplog: pytest.LogCaptureFixture
) -> None:
    await connection.execute("ALTER TABLE sessions RENAME last_activity_at TO planted")
    with directory(database.dsn) as client:
        first, second = ask(client), ask(client)
    assert first.status_code == 200
    assert codes(first) == {"INTERNAL_SERVER_ERROR"}
    incident = first.json()["errors"][0]["extensions"]["incident"]
    assert incident != second.json()["errors"][0]["extensions"]["incident"]
    assert first.json()["errors"][0]["message"] == second.json()["errors"][0]["message"]
    assert f"incident {incident}: UndefinedColumnError" in caplog.text
    for text in (first.text, caplog.text):
        assert "activity" not in text
        assert "SELECT" not in text


async def test_a_defect_of_the_token_check_is_500_and_masked(database: Address, connection: Database) -> None:
    await connection.execute("ALTER TABLE runs RENAME lease_expires_at TO planted")
    with directory(database.dsn) as client:
        answer = ask(client, run="run")
    assert (answer.status_code, codes(answer)) == (500, {"INTERNAL_SERVER_ERROR"})
    assert "planted" not in answer.text
    assert "lease" not in answer.text


PLANTED_QUERIES = (
    "{ planted_field }",
    "{ sessions(planted_argument: 1) { __typename } }",
    "query planted_name($planted_variable: Int!) { sessions(offset: $planted_variable) { __typename } }",
    "{ planted_syntax",
    "{ sessions(scope: ALL) { ... on SessionConnection { nodes { title } } } }",
    '{ session(id: "planted-id") { __typename } }',
    '{ boundSession(conversationBindingId: "planted-binding") { __typename } }',
)
PLANTED_BODIES = (
    *(json.dumps({"query": query, "variables": {"planted_variable": "x"}}).encode() for query in PLANTED_QUERIES),
    b'{"query": "planted',
    b"\xff planted",
    b"[" * 1_000 + b"planted",
    b"planted" * 50_000,
)
PLANTED_CREDENTIALS = (
    token(),
    token(run="run"),
    token(run="planted-run"),
    token(sub="planted-user"),
    token(key=b"planted key" * 4),
    "planted.planted.planted",
)
NEVER_IN_AN_ANSWER = ("SELECT", "planted_sessions", "planted-title", "planted-password", "asyncpg", "Traceback", ".py")


async def test_no_planted_secret_comes_out_anywhere(
    database: Address, live_run: Database, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    await live_run.execute(LIVE_RUN.replace("'ada'", "'eve'"))
    await live_run.execute("UPDATE sessions SET title = 'planted-title' WHERE user_id = 'eve'")
    answers = []
    for damage in ("SELECT", "ALTER TABLE sessions RENAME TO planted_sessions"):
        await live_run.execute(damage)
        with directory(database.dsn) as client:
            for credential in PLANTED_CREDENTIALS:
                headers = {"Authorization": f"Bearer {credential}", "Content-Type": "application/json"}
                answers += [client.post("/graphql?planted", content=body, headers=headers) for body in PLANTED_BODIES]
    with directory(NOWHERE) as client:
        answers += [ask(client), ask(client, BOUND), client.get("/readyz"), client.get("/planted")]
    assert {answer.status_code for answer in answers} == {200, 400, 401, 404, 413, 500, 503}
    for answer in answers:
        said = f"{answer.text} {answer.headers}"
        for secret in (*NEVER_IN_AN_ANSWER, *PLANTED_CREDENTIALS):
            assert secret not in said
    ours = [record for record in caplog.records if not record.name.startswith(("httpx", "httpcore"))]
    logged = "\n".join(logging.Formatter("%(name)s %(message)s").format(record) for record in ours)
    assert "incident" in logged
    for secret in ("planted", SECRET.decode(), *NEVER_IN_AN_ANSWER, *PLANTED_CREDENTIALS):
        assert secret not in logged
