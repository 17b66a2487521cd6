"""Rate, time and cost over real HTTP, in the order of operations.md; and the checks that graphql-cop makes."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import httpx
import orjson
import pytest

from data.embedded import Address
from data.pool import Pool
from providers.observation import Inquiry, Observation
from server import serving
from server.limits import Limits
from tests.records import binding, project, store
from tests.server.live_server import LiveServer, live_server
from tests.server.tokens import token

CALLER = "{ caller { kind } }"
PROJECT = '{ sessions(projectId: "garden") { ... on SessionConnection { nodes { id title } } } }'
GRAPHQL = "application/graphql-response+json"


def only_error(answer: httpx.Response) -> dict[str, Any]:
    [error] = answer.json()["errors"]
    assert "limit: " in error["message"]
    extensions: dict[str, Any] = error["extensions"]
    return extensions


# ------------------------------------------------------------------------------------------------ rate
@pytest.fixture
async def rated(database: Address) -> AsyncIterator[LiveServer]:
    """Ten units a second, a hundred at once; a complete project costs two thousand."""
    async with live_server(database.dsn, {}, rate=10) as server:
        yield server


async def test_an_empty_bucket_is_429_and_says_when_to_come_again(rated: LiveServer) -> None:
    assert (await rated.ask(PROJECT)).status_code == 200  # may take the bucket below zero
    answer = await rated.ask(CALLER)
    assert (answer.status_code, only_error(answer)["code"]) == (429, "RATE_LIMITED")
    assert 150 < int(answer.headers["retry-after"]) < 200
    assert "data" not in answer.json()


async def test_another_caller_has_another_bucket(rated: LiveServer) -> None:
    await rated.ask(PROJECT)
    assert (await rated.ask(CALLER)).status_code == 429
    assert (await rated.ask(CALLER, project="garden")).status_code == 429  # a project makes no other caller
    assert (await rated.ask(CALLER, sub="eve")).status_code == 200
    assert (await rated.ask(CALLER, app="phone")).status_code == 200


async def test_an_empty_bucket_refuses_after_the_token_and_before_anything_of_the_body(rated: LiveServer) -> None:
    await rated.ask(PROJECT)
    authorized = {"Authorization": f"Bearer {token()}", "Content-Type": "text/plain"}
    content = b"x" * 300_000
    assert (await rated.client.get("/graphql", headers=authorized)).status_code == 405
    assert (await rated.client.post("/graphql", content=content)).status_code == 401
    assert (await rated.client.post("/graphql", content=content, headers=authorized)).status_code == 429


async def test_of_requests_that_found_a_full_bucket_together_one_may_empty_it(rated: LiveServer) -> None:
    body = orjson.dumps({"query": PROJECT})
    headers = {"Authorization": f"Bearer {token()}", "Content-Type": "application/json"}
    go = asyncio.Event()
    begun = asyncio.Semaphore(0)

    async def in_two() -> AsyncIterator[bytes]:
        yield body[:1]
        begun.release()
        await go.wait()
        yield body[1:]

    asked = [asyncio.create_task(rated.client.post("/graphql", content=in_two(), headers=headers)) for _ in range(5)]
    for _ in asked:
        await begun.acquire()
    await asyncio.sleep(0.2)  # what was sent has come
    go.set()
    answers = await asyncio.gather(*asked)
    assert sorted(answer.status_code for answer in answers) == [200, 429, 429, 429, 429]
    for answer in answers:
        if answer.status_code == 429:
            assert (only_error(answer)["code"], "data" in answer.json()) == ("RATE_LIMITED", False)
            assert 150 < int(answer.headers["retry-after"]) < 200


async def test_what_is_refused_before_it_is_executed_costs_nothing(rated: LiveServer) -> None:
    eight = "{" + " ".join(f"a{number}: sessions {{ ...P }}" for number in range(8)) + "}"
    page = "fragment P on SessionConnection { nodes { id title path projectId status createdAt lastActivityAt } }"
    for refused in ("{", "{ nothing }", eight + page, "{ ...F }"):
        for _ in range(60):
            assert (await rated.ask(refused)).status_code == 200
    assert (await rated.ask(CALLER)).json() == {"data": {"caller": {"kind": "PERSON"}}}


async def test_without_a_rate_callers_may_ask_as_much_as_they_like(database: Address) -> None:
    async with live_server(database.dsn, {}) as server:
        for _ in range(5):
            assert (await server.ask(PROJECT)).status_code == 200


# ------------------------------------------------------------------------------------------------ cost
async def test_a_request_that_costs_too_much_is_refused_by_the_variables_it_brings(database: Address) -> None:
    document = """
    query($first: Int) {
      sessions(projectId: "garden", first: $first) { ... on SessionConnection { nodes { id title } } }
    }
    """
    async with live_server(database.dsn, {}, limits=Limits(cost=100)) as server:
        assert "errors" not in (await server.ask(document, {"first": 49})).json()
        extensions = only_error(await server.ask(document, {"first": 50}))
        assert extensions == {"code": "LIMIT_EXCEEDED", "limit": "cost", "maximum": 100}
        assert only_error(await server.ask(document))["limit"] == "cost"


# ------------------------------------------------------------------------------------------------ time
class Hanging:
    """A provider that never answers."""

    asked = ended = 0

    async def observe(self, _inquiry: Inquiry) -> Sequence[Observation]:
        self.asked += 1
        try:
            await asyncio.Event().wait()
        finally:
            self.ended += 1
        return ()


async def test_a_request_that_takes_too_long_is_ended_and_holds_nothing(database: Address, writing: Pool) -> None:
    await store(writing, project(), binding())
    async with live_server(database.dsn, {"demo": Hanging()}, limits=Limits(seconds=1), pool_size=1) as server:
        document = '{ boundSession(conversationBindingId: "bind") { __typename } }'
        answer = await server.ask(document)
        assert (answer.status_code, only_error(answer)["code"]) == (503, "TIMEOUT")
        assert "data" not in answer.json()
        assert (await server.ask(PROJECT)).json()["data"]["sessions"] == {"nodes": []}


async def test_nothing_goes_on_behind_an_answer_with_an_error(database: Address, writing: Pool) -> None:
    """graphql-core leaves the other root fields to themselves when one fails at once."""
    await store(writing, project(), binding())
    provider = Hanging()
    document = """query($scope: SessionScope) {
        boundSession(conversationBindingId: "bind") { __typename }
        sessions(scope: $scope) { __typename }
    }"""
    async with live_server(database.dsn, {"demo": provider}, pool_size=1) as server:
        for _ in range(5):
            answer = await server.ask(document, {"scope": None})
            assert [error["extensions"]["code"] for error in answer.json()["errors"]] == ["BAD_USER_INPUT"]
        assert (await server.ask(PROJECT)).status_code == 200
        assert provider.asked == provider.ended


async def test_what_a_stop_does_not_wait_for_any_longer_is_told_so(
    database: Address, writing: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "_FINISH_SECONDS", 1)
    await store(writing, project(), binding())
    provider = Hanging()
    async with live_server(database.dsn, {"demo": provider}) as server:
        asked = asyncio.create_task(server.ask('{ boundSession(conversationBindingId: "bind") { __typename } }'))
        while not provider.asked:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        server.stop()
        answer = await asked
    assert (answer.status_code, answer.headers["content-type"]) == (503, "application/json; charset=utf-8")
    assert [error["extensions"]["code"] for error in answer.json()["errors"]] == ["TIMEOUT"]
    assert provider.ended == 1


async def test_a_body_that_never_ends_is_408(database: Address) -> None:
    headers = {"Authorization": f"Bearer {token()}", "Content-Type": "application/json"}
    async with live_server(database.dsn, {}, limits=Limits(seconds=1)) as server:
        parts = httpx.URL(server.client.base_url)
        reader, writer = await asyncio.open_connection(parts.host, parts.port)
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        writer.write(f"POST /graphql HTTP/1.1\r\nHost: x\r\n{head}Content-Length: 100\r\n\r\n{{".encode())
        assert await reader.readline() == b"HTTP/1.1 408 Request Timeout\r\n"
        writer.close()
        await writer.wait_closed()


# ------------------------------------------------------------------------------------------------ graphql-cop
@pytest.mark.parametrize(
    ("document", "limit"),
    [
        ("query cop { " + " ".join(f"alias{number}: __typename" for number in range(101)) + " }", "aliases"),
        ("query cop { __typename " + "@aa" * 50 + " }", "directives"),
        ("query cop { " + "__typename \n" * 500 + " }", "rootFields"),
        (
            "query cop { __schema { types " + "{ fields { type " * 4 + "{ name }" + "} }" * 4 + "} }",
            "introspectionDepth",
        ),
    ],
)
def test_overloading_is_refused_by_the_name_of_the_limit(client: httpx.Client, document: str, limit: str) -> None:
    headers = {"Authorization": f"Bearer {token()}"}
    for accept, status in ((GRAPHQL, 400), ("application/json", 200)):
        answer = client.post("/graphql", json={"query": document}, headers=headers | {"Accept": accept})
        assert answer.status_code == status
        errors = answer.json()["errors"]
        assert limit in {error["extensions"]["limit"] for error in errors}
        assert {error["extensions"]["code"] for error in errors} == {"LIMIT_EXCEEDED"}
        assert "data" not in answer.json()


def test_batches_are_refused_whole(client: httpx.Client) -> None:
    answer = client.post("/graphql", json=[{"query": CALLER}] * 10, headers={"Authorization": f"Bearer {token()}"})
    assert answer.status_code == 400
    assert "data" not in answer.text


@pytest.mark.parametrize("document", [CALLER, "mutation { __typename }"])
def test_nothing_is_asked_or_changed_by_get_or_a_form(client: httpx.Client, document: str) -> None:
    headers = {"Authorization": f"Bearer {token()}"}
    asked = client.get("/graphql", params={"query": document}, headers=headers)
    assert (asked.status_code, asked.headers["allow"]) == (405, "POST")
    assert client.post("/graphql", data={"query": document}, headers=headers).status_code == 415
    assert client.post("/graphql", params={"query": document}, headers=headers).status_code == 415


def test_nothing_suggests_names_traces_or_serves_a_console(client: httpx.Client) -> None:
    headers = {"Authorization": f"Bearer {token()}"}
    answer = client.post("/graphql", json={"query": "query cop { __schema { directive } }"}, headers=headers)
    assert "Did you mean" not in answer.text
    answer = client.post("/graphql", json={"query": CALLER, "extensions": {"tracing": True}}, headers=headers)
    assert answer.json().keys() == {"data"}
    page = client.get("/graphql", headers=headers | {"Accept": "text/html"})
    assert (page.status_code, page.headers["content-type"]) == (405, "application/json; charset=utf-8")
