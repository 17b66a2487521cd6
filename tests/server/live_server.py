"""A real server on loopback in the test's own event loop, so that observers and tests can wait for each other."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import httpx

from providers.observation import Observer
from server.application import create_app
from server.serving import HTTPServer, listen, url_of
from server.settings import Settings
from tests.covered import assert_covered
from tests.server.tokens import SECRET, token

BOUND = """
query($id: ID!) {
  boundSession(conversationBindingId: $id) {
    __typename
    ... on BindingRefusal { conversationBindingId message nextStep }
    ... on BoundSession { conversationBindingId kind session { ...Whole } channelId goalId verifiedAt }
    ... on NoOpenSession { lastClosedSession { ...Whole } }
    ... on BindingInvalid { invalid: reason }
    ... on BindingUnverified { unverified: reason }
    ... on BindingRevoked { revokedAt }
    ... on BindingChanged { changed replacedBy }
    ... on BindingAmbiguous { ambiguous }
  }
}
fragment Whole on Session {
  id title path rootSessionId projectId status lastActivityAt createdAt currentTurn { id status waitingFor }
}
"""


@dataclass(frozen=True)
class LiveServer:
    """A server, and a client that waits as long as it takes."""

    client: httpx.AsyncClient
    stop: Callable[[], None] = lambda: None
    """Ask the server to stop; the end of the block waits for it."""

    async def ask(self, document: str, variables: Mapping[str, object] | None = None, **claims: Any) -> httpx.Response:
        """What is answered to Ada at her desk, or to whom `claims` make of her."""
        answer = await self.client.post(
            "/graphql",
            json={"query": document, "variables": variables},
            headers={"Authorization": f"Bearer {token(**claims)}"},
        )
        if answer.status_code == 200 and list(answer.json()) == ["data"]:
            assert_covered(document, variables)
        return answer

    async def bound(self, binding_id: str, **claims: Any) -> dict[str, Any]:
        """The member of the union that answers for a binding."""
        answer = await self.ask(BOUND, {"id": binding_id}, **claims)
        assert answer.status_code == 200
        member: dict[str, Any] = answer.json()["data"]["boundSession"]
        return member


@asynccontextmanager
async def live_server(dsn: str, observers: Mapping[str, Observer], **settings: Any) -> AsyncIterator[LiveServer]:
    """A server on the database at `dsn`, for the length of the block."""
    app = create_app(Settings(jwt_secret=SECRET, **settings), dsn, observers)
    with listen("127.0.0.1", 0) as listener:
        started = asyncio.Event()
        server = HTTPServer(app, started.set)
        running = asyncio.create_task(server.serve(sockets=[listener]))
        try:
            await started.wait()
            unlimited = httpx.Limits(max_connections=None)
            async with httpx.AsyncClient(base_url=url_of(listener), timeout=None, limits=unlimited) as client:
                yield LiveServer(client, partial(setattr, server, "should_exit", True))
        finally:
            if not server.should_exit:
                running.cancel()  # at once: Uvicorn looks for its flag ten times a second
            await running
