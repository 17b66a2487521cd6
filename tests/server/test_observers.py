"""Real providers behind the real server: which one is asked, and that nothing of them gets out."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from data.embedded import Address
from data.pool import Pool
from providers import provider_client
from server.application import create_app
from server.metrics import Metrics
from server.services import open_services
from server.settings import Settings
from tests.providers.chat_platforms import ANSWERS, SECRET, SLACK_AUTH, SLACK_INFO, WEBHOOK
from tests.providers.loopback import Loopback, brief, reply
from tests.providers.loopback import serving as serving_loopback
from tests.records import binding, bound_session, project, store
from tests.server import tokens
from tests.server.serving import serving

QUERY = """query { boundSession(conversationBindingId: "bind") { __typename
    ... on BindingRefusal { message } ... on BindingUnverified { reason } ... on BoundSession { session { id } } } }"""

BOUND = {"__typename": "BoundSession", "session": {"id": "roses"}}
IN_SLACK = {
    "provider": "slack",
    "providerApp": "B-planted",
    "operator": "U-planted",
    "conversation": "D-planted",
}
ON_THE_PLATFORM = {
    "provider": "matrix",
    "providerApp": "planted-app",
    "operator": "planted-person",
    "conversation": "planted-chat",
}


@pytest.fixture
async def loopback() -> AsyncIterator[Loopback]:
    """Slack and the platform, in one."""
    async with serving_loopback() as server:
        for path in (SLACK_AUTH, SLACK_INFO, WEBHOOK):
            server.answers[path] = [reply(ANSWERS[path])]
        yield server


@pytest.fixture
def configured(loopback: Loopback, tmp_path: Path) -> Mapping[str, str]:
    """Everything that can be set, as the environment has it."""
    file = tmp_path / "connections.toml"
    file.write_text(f'[main]\nprovider = "slack"\nsecret_env = "BOT"\nbase_url = "{loopback.url}"\n')
    return {
        "DIRECTORY_JWT_SECRET": tokens.SECRET.decode(),
        "DIRECTORY_CONNECTIONS": str(file),
        "DIRECTORY_WEBHOOK_URL": f"{loopback.url}{WEBHOOK}",
        "DIRECTORY_WEBHOOK_SECRET": "planted-key",
        "BOT": SECRET,
    }


@asynccontextmanager
async def directory(database: Address, environ: Mapping[str, str], **bound: str) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a server that knows one binding with an open session."""
    pool = await Pool.open(database.dsn, size=1, read_only=False)
    await store(pool, project(), binding(**bound), bound_session("roses"))
    await pool.close()
    app = create_app(Settings.read(environ), database.dsn, observers={})
    with serving(app) as url:
        async with httpx.AsyncClient(base_url=url, timeout=30) as client:
            yield client


async def ask(client: httpx.AsyncClient) -> Any:
    answer = await client.post("/graphql", json={"query": QUERY}, headers={"Authorization": f"Bearer {tokens.token()}"})
    assert "planted" not in answer.text
    return answer.json()["data"]["boundSession"]


async def test_a_configured_connection_asks_its_provider(
    database: Address, configured: Mapping[str, str], loopback: Loopback
) -> None:
    async with directory(database, configured, **IN_SLACK) as client:
        assert await ask(client) == BOUND
    assert [asked.path for asked in loopback.asked] == [SLACK_AUTH, SLACK_INFO]


async def test_any_other_connection_asks_the_platform(
    database: Address, configured: Mapping[str, str], loopback: Loopback
) -> None:
    async with directory(database, configured, **ON_THE_PLATFORM) as client:
        assert await ask(client) == BOUND
    [asked] = loopback.asked
    assert json.loads(asked.body) == {
        "appId": "desk",
        "userId": "ada",
        "bindingId": "bind",
        "provider": "matrix",
        "connection": "main",
        "conversation": "planted-chat",
    }


@pytest.mark.parametrize(
    ("bound", "unset"),
    [
        (IN_SLACK, {"DIRECTORY_CONNECTIONS", "DIRECTORY_WEBHOOK_URL", "DIRECTORY_WEBHOOK_SECRET"}),
        (ON_THE_PLATFORM, {"DIRECTORY_WEBHOOK_URL", "DIRECTORY_WEBHOOK_SECRET"}),
        # The demonstration's provider is not asked for anywhere: this is no `up`.
        (ON_THE_PLATFORM | {"provider": "demo"}, set()),
    ],
)
async def test_without_an_observer_nobody_is_asked(
    database: Address, configured: Mapping[str, str], loopback: Loopback, bound: dict[str, str], unset: set[str]
) -> None:
    environ = {name: value for name, value in configured.items() if name not in unset}
    async with directory(database, environ, **bound) as client:
        answer = await ask(client)
    assert (answer["__typename"], answer["reason"]) == ("BindingUnverified", "PROVIDER_UNAVAILABLE")
    assert loopback.asked == []


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (reply({"ok": False, "error": "planted"}), "BindingUnverified"),
        (reply({"planted": "planted"}, 429, Retry_After="3600"), "BindingUnverified"),
        (reply(content=b'{"planted'), "BindingUnverified"),
        (reply({"ok": True, "channel": {"id": "D-planted", "is_im": False}}), "BindingNotPrivate"),
        (reply({"ok": True, "channel": {"id": "D-planted-2", "is_im": True, "user": "U"}}), "BindingChanged"),
    ],
    ids=brief,
)
async def test_what_a_provider_says_stays_inside(
    database: Address,
    configured: Mapping[str, str],
    loopback: Loopback,
    caplog: pytest.LogCaptureFixture,
    answer: bytes,
    told: str,
) -> None:
    loopback.answers[SLACK_INFO] = [answer]
    async with directory(database, configured, **IN_SLACK) as client:
        assert (await ask(client))["__typename"] == told
    assert "planted" not in caplog.text


async def test_the_client_lives_as_long_as_the_application(
    configured: Mapping[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[httpx.AsyncClient] = []
    make = provider_client.http_client

    def remember() -> httpx.AsyncClient:
        made.append(make())
        return made[-1]

    monkeypatch.setattr(provider_client, "http_client", remember)
    async with open_services(Settings.read(configured), "postgresql://nobody@127.0.0.1:1/nowhere", {}, Metrics(())):
        assert [client.is_closed for client in made] == [False]
    assert [client.is_closed for client in made] == [True]
    alone = {"DIRECTORY_JWT_SECRET": configured["DIRECTORY_JWT_SECRET"]}
    async with open_services(Settings.read(alone), "postgresql://nobody@127.0.0.1:1/nowhere", {}, Metrics(())):
        assert len(made) == 1
