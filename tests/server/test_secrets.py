"""What must never come out is planted wherever it can be, and then everything that comes out is searched: every answer
with its headers, and what every logger says at every level, written as the process writes it.
"""

import logging
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import asyncpg
import httpx
import pytest

from data.embedded import Address
from data.pool import Pool
from providers.connection import Connection
from providers.identity import plain
from server.log_lines import JSONLines
from server.settings import Webhook
from tests.providers.loopback import Loopback, reply, serving
from tests.records import store
from tests.server.live_server import BOUND, LiveServer, live_server
from tests.server.planted import HOSTILE, OWN, STRANGERS, HostileProvider, planted_binding
from tests.server.tokens import SECRET, token

Database: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

SENT = "sentbytheclient"


@dataclass
class Out:
    """Everything that came out."""

    caplog: pytest.LogCaptureFixture
    answers: list[httpx.Response] = field(default_factory=list)

    @property
    def lines(self) -> list[str]:
        form = JSONLines().format
        return [form(record) for record in self.caplog.get_records("call")]

    @property
    def members(self) -> set[str]:
        """The members of the union that answered."""
        data = [answer.json().get("data") for answer in self.answers]
        return {one["boundSession"]["__typename"] for one in data if one and one.get("boundSession")}

    @property
    def codes(self) -> set[str]:
        errors = [answer.json().get("errors", ()) for answer in self.answers]
        return {error["extensions"]["code"] for those in errors for error in those}

    def search(self) -> None:
        """Nothing planted is in an answer; in the log there is nothing that a client sent either."""
        for answer in self.answers:
            said = f"{answer.headers.multi_items()} {answer.text}"
            assert not {word for word in ("planted", SECRET.decode()) if word in said}, said
        for line in self.lines:
            assert not {word for word in ("planted", SECRET.decode(), SENT, "eyJ") if word in line}, line


@pytest.fixture
def out(caplog: pytest.LogCaptureFixture) -> Iterator[Out]:
    for name in ("", *logging.root.manager.loggerDict):
        caplog.set_level(logging.DEBUG, name or None)
    out = Out(caplog)
    yield out
    out.search()


# ------------------------------------------------------------------------------------------------ requests
BINDINGS = [str(record["id"]) for record in (*OWN, *STRANGERS) if record["record"] == "binding"]

DOCUMENTS = (
    "{ caller { kind userId appId projectId runId } }",
    "{ sessions(scope: ALL) { ... on SessionConnection { edges { cursor node { ...Whole } } totalCount } } }",
    '{ sessions(projectId: "garden") { ... on SessionConnection { nodes { ...Whole } } } }',
    '{ sessions(projectId: "house") { ... on SessionConnection { nodes { ...Whole } } } }',
    '{ sessions(projectId: "nowhere") { ... on SessionsRefused { code message argument } } }',
    '{ sessions(scope: ALL, after: "nonsense") { ... on SessionsRefused { code message argument } } }',
    '{ session(id: "roses") { ...Whole } }',
    '{ session(id: "their-session") { ...Whole ... on SessionNotFound { message } } }',
)
WHOLE = """
fragment Whole on Session {
  id title path rootSessionId projectId status lastActivityAt createdAt currentTurn { id status waitingFor }
}
"""
CLAIMS: Sequence[Mapping[str, Any]] = ({}, {"run": "planted-run"}, {"scope": "sessions:publish"}, {"project": "garden"})


async def ask_everything(server: LiveServer) -> Sequence[httpx.Response]:
    """Every kind of request, good and bad."""
    answers = [await server.ask(BOUND, {"id": name}) for name in (*BINDINGS, "never", " malformed", "")]
    for document in DOCUMENTS:
        whole = document + (WHOLE if "...Whole" in document else "")
        answers += [await server.ask(whole, **claims) for claims in CLAIMS]
    answers += await send_nonsense(server.client)
    return answers


async def send_nonsense(client: httpx.AsyncClient) -> Sequence[httpx.Response]:
    """Requests that are refused before, while or instead of being executed."""
    authorized = {"Authorization": f"Bearer {token()}", "Content-Type": "application/json"}
    bodies = (
        f'{{"query": "{SENT}',
        f'{{"query": "{SENT}"}}',
        f'{{"query": "{{ {SENT} }}"}}',
        f'{{"query": "query($id: ID!) {{ session(id: $id) {{ __typename }} }}", "variables": {{"id": ["{SENT}"]}}}}',
        f'{{"query": "{SENT}", "operationName": 7}}',
        f'["{SENT}"]',
        f'{{"query": "\\ud800 {SENT}"}}',
        SENT * 20_000,
    )
    answers = [await client.post("/graphql", content=body, headers=authorized) for body in bodies]
    wrong = (SENT, f"Bearer {SENT}", f"Bearer {token(key=SENT.encode() * 3)}", f"Bearer {token(exp=1)}")
    for other in (*({"Authorization": credential} for credential in wrong), authorized | {"Content-Type": SENT}):
        answers.append(await client.post("/graphql", json={"query": SENT}, headers=other))  # noqa: PERF401 - in turn
    answers += [await client.get(path) for path in ("/graphql", "/healthz", "/readyz", "/nowhere")]
    return answers


# ------------------------------------------------------------------------------------------------ tests
async def fill(writing: Pool) -> None:
    await store(writing, *OWN)
    for stranger in ({"userId": "eve"}, {"appId": "phone"}):
        await store(writing, *(dict(record) | stranger for record in STRANGERS))


async def test_whatever_is_asked_and_however_it_fails_no_secret_comes_out(
    database: Address, connection: Database, writing: Pool, out: Out
) -> None:
    await fill(writing)
    provider = HostileProvider()
    async with live_server(database.dsn, {"demo": provider}) as server:
        out.answers += await ask_everything(server)
        assert out.members == {
            "BoundSession",
            "NoOpenSession",
            "BindingInvalid",
            "BindingNotPrivate",
            "BindingRevoked",
            "BindingChanged",
            "BindingAmbiguous",
            "BindingUnverified",
        }
        assert {inquiry.operator for inquiry in provider.asked} == {"planted operator"}
        await connection.execute('ALTER TABLE bindings RENAME operator TO "operator planted"')
        await connection.execute('ALTER TABLE sessions RENAME title TO "title planted"')
        out.answers += await ask_everything(server)
    assert out.codes >= {
        "INTERNAL_SERVER_ERROR",
        "GRAPHQL_PARSE_FAILED",
        "GRAPHQL_VALIDATION_FAILED",
        "BAD_USER_INPUT",
        "BAD_REQUEST",
        "PAYLOAD_TOO_LARGE",
        "UNAUTHENTICATED",
        "UNSUPPORTED_MEDIA_TYPE",
        "METHOD_NOT_ALLOWED",
        "NOT_FOUND",
    }
    for defect in ("RuntimeError", "ExceptionGroup", "AttributeError", "UndefinedColumnError"):
        assert any("incident" in line and defect in line for line in out.lines), defect


@pytest.mark.parametrize("away", ["nothing listens", "no such user", "no such database"])
async def test_of_a_database_that_is_away_nothing_is_told(database: Address, out: Out, away: str) -> None:
    dsn = {
        "nothing listens": "postgresql://planted-user:planted-password@127.0.0.1:1/planted-database",
        "no such user": database.dsn.replace("//directory@", "//planted-user:planted-password@"),
        "no such database": database.with_database("planted-database").dsn,
    }[away]
    async with live_server(dsn, {"demo": HostileProvider()}) as server:
        out.answers += await ask_everything(server)
    assert "STORE_UNAVAILABLE" in out.codes
    assert out.members == {"BindingUnverified", "BindingInvalid"}
    assert any("the store did not answer" in line for line in out.lines)


# ------------------------------------------------------------------------------------------------ real observers
LARK_TOKEN = "/open-apis/auth/v3/tenant_access_token/internal"
PLATFORM = "/planted-path"


@pytest.fixture
async def platform() -> AsyncIterator[Loopback]:
    async with serving() as loopback:
        yield loopback


async def test_what_platforms_and_providers_say_and_are_told_stays_inside(
    database: Address, writing: Pool, platform: Loopback, out: Out
) -> None:
    await fill(writing)
    await store(writing, planted_binding("good", provider="planted-chat"), planted_binding("fails", provider="lark"))
    platform.answers[PLATFORM] = list(HOSTILE)
    platform.answers[LARK_TOKEN] = [reply({"code": 10014, "msg": "planted", "tenant_access_token": "planted"})]
    webhook = Webhook(f"{platform.url}{PLATFORM}?planted=1", b"planted key")
    lark = Connection(
        name="planted connection",
        provider="lark",
        secret="planted secret",
        base_url=platform.url,
        identity=plain,
        own={"app_id": "planted App"},
    )
    async with live_server(database.dsn, {}, webhook=webhook, connections=(lark,)) as server:
        for _ in HOSTILE:
            out.answers.append(await server.ask(BOUND, {"id": "good"}))
        out.answers.append(await server.ask(BOUND, {"id": "fails"}))
    assert out.members == {
        "BoundSession",
        "BindingChanged",
        "BindingAmbiguous",
        "BindingNotPrivate",
        "BindingUnverified",
    }
    assert platform.count(PLATFORM) >= len(HOSTILE)
    assert b"planted secret" in platform.asked[-1].body
    assert any("was not observed" in line for line in out.lines)
