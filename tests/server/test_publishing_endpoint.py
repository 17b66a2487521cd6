"""Publishing over real HTTP: who may, how large a body, and what is stored when something goes wrong."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import asyncpg
import httpx
import orjson
import pytest

from data import pool as data_pool
from data.embedded import Address
from data.pool import Pool
from data.publishing.owner_lock import lock_owners
from data.records import RawRecord
from server.limits import Limits
from tests.data.bad_records import BAD_RECORDS, WORLD
from tests.data.dump import dump
from tests.record_inputs import PUBLISH, record_inputs
from tests.records import project, session, store, turn
from tests.relay import relayed
from tests.server.live_server import LiveServer, live_server
from tests.server.store import Store
from tests.server.tokens import token

Database: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

PUBLISHER: dict[str, Any] = {"sub": "platform", "scope": "sessions:publish"}


@pytest.fixture
async def server(database: Address) -> AsyncIterator[LiveServer]:
    async with live_server(database.dsn, {}) as opened:
        yield opened


async def publish(server: LiveServer, *records: RawRecord, **claims: Any) -> httpx.Response:
    """The answer to a publisher, or to whom `claims` make of them."""
    return await server.ask(PUBLISH, record_inputs(*records), **(claims or PUBLISHER))


def outcome(answer: httpx.Response) -> Any:
    assert answer.status_code == 200
    return answer.json()["data"]["publish"]


def codes(answer: httpx.Response) -> set[str]:
    return {error["extensions"]["code"] for error in answer.json()["errors"]}


# ------------------------------------------------------------------------------------------------ callers
@pytest.mark.parametrize(
    "claims", [{"sub": "ada"}, {"project": "garden"}, {"run": "run"}], ids=["person", "person in project", "run"]
)
@pytest.mark.parametrize("records", [[project("p")], [], [project("p")] * 501], ids=len)
async def test_persons_and_runs_are_refused_in_data_and_change_nothing(
    server: LiveServer, writing: Pool, live_run: Database, claims: dict[str, Any], records: list[RawRecord]
) -> None:
    before = await dump(writing)
    refused = outcome(await publish(server, *records, **claims))
    assert refused.pop("message")
    assert refused == {"__typename": "PublishRefused", "problems": []}
    assert await dump(writing) == before


async def test_without_a_token_nothing_is_published(server: LiveServer, writing: Pool) -> None:
    body = {"query": PUBLISH, "variables": record_inputs(project())}
    assert (await server.client.post("/graphql", json=body)).status_code == 401
    assert (await dump(writing))["projects"] == []


async def test_what_a_publisher_publishes_its_people_see_and_it_reads_nothing(server: LiveServer) -> None:
    assert outcome(await publish(server, project(), session("roses"))) == {
        "__typename": "Published",
        "accepted": 2,
        "stale": 0,
    }
    document = "{ sessions { ... on SessionConnection { nodes { id } } ... on SessionsRefused { code } } }"
    seen = await server.ask(document, project="garden")
    assert seen.json() == {"data": {"sessions": {"nodes": [{"id": "roses"}]}}}
    unseen = await server.ask(document, **PUBLISHER)
    assert unseen.json() == {"data": {"sessions": {"code": "CALLER_NOT_ALLOWED"}}}


# ------------------------------------------------------------------------------------------------ bad input
SOME = [bad for bad in BAD_RECORDS if not bad.typed and bad.record["appId"] == "desk"][::12]


async def test_bad_records_are_problems_over_http_too(
    server: LiveServer, writing: Pool, subtests: pytest.Subtests
) -> None:
    await store(writing, *WORLD)
    before = await dump(writing)
    for bad in SOME:
        with subtests.test(bad.name):
            refused = outcome(await publish(server, project("good"), bad.record))
            [problem] = refused["problems"]
            assert (problem["index"], problem["field"]) == (1, bad.field)
            assert bad.message in problem["message"]
    assert await dump(writing) == before


async def test_half_a_surrogate_pair_is_400_before_graphql(server: LiveServer, writing: Pool) -> None:
    body = orjson.dumps({"query": PUBLISH, "variables": record_inputs(project("half"))})
    headers = {"Authorization": f"Bearer {token(**PUBLISHER)}", "Content-Type": "application/json"}
    answer = await server.client.post("/graphql", content=body.replace(b"half", rb"\ud800"), headers=headers)
    assert (answer.status_code, codes(answer)) == (400, {"BAD_REQUEST"})
    assert (await dump(writing))["projects"] == []


async def test_an_error_of_the_call_says_where_it_is(server: LiveServer, writing: Pool) -> None:
    answer = await publish(server, project("good"), session("s", status="open"))
    [error] = answer.json()["errors"]
    assert (answer.status_code, error["extensions"]) == (200, {"code": "BAD_USER_INPUT"})
    assert "[1].session.status" in error["message"]
    assert (await dump(writing))["projects"] == []


# ------------------------------------------------------------------------------------------------ size
def of_size(size: int) -> tuple[bytes, int]:
    """The body of a request, of about `size` bytes, and how many records it has."""
    title = "t" * 9_000
    count = size // 9_150
    variables = record_inputs(project(), *(session(f"s{number}", title=title) for number in range(count - 1)))
    body = orjson.dumps({"query": PUBLISH, "variables": variables})
    return body + b" " * (size - len(body)), count


@pytest.mark.parametrize(
    ("size", "claims", "status"),
    [
        (4 * 1024 * 1024, PUBLISHER, 200),
        (4 * 1024 * 1024 + 1, PUBLISHER, 413),
        (256 * 1024, {}, 200),
        (256 * 1024 + 1, {}, 413),
    ],
    ids=["publisher", "publisher, one byte more", "person", "person, one byte more"],
)
async def test_the_bodies_of_publishers_may_be_large(
    server: LiveServer, writing: Pool, size: int, claims: dict[str, Any], status: int
) -> None:
    body, count = of_size(size)
    assert len(body) == size
    headers = {"Authorization": f"Bearer {token(**claims)}", "Content-Type": "application/json"}
    answer = await server.client.post("/graphql", content=body, headers=headers)
    assert answer.status_code == status
    stored = await dump(writing)
    assert len(stored["projects"]) + len(stored["sessions"]) == (count if status == 200 and claims else 0)


# ------------------------------------------------------------------------------------------------ failures
async def is_waiting(holder: Database) -> None:
    """Somebody waits for the owner that is held."""
    waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    while not await holder.fetchval(waiting):  # noqa: ASYNC110
        await asyncio.sleep(0.01)


def is_told(answer: httpx.Response, *expected: str) -> None:
    assert answer.status_code == 503
    assert codes(answer) <= set(expected)
    assert not answer.json().get("data")
    for hidden in ("asyncpg", "Postgres", "SELECT", "INSERT", "Error", "socket", "garden"):
        assert hidden not in answer.text


async def test_a_batch_that_waits_too_long_is_ended_and_nothing_of_it_is_stored(
    database: Address, writing: Pool
) -> None:
    batch = [project(), session("s")]
    async with live_server(database.dsn, {}, limits=Limits(seconds=1), write_pool_size=1) as server:
        async with writing.connection() as connection, connection.transaction():
            await lock_owners(connection, [("ada", "desk")])
            answer = await publish(server, *batch)
            assert (answer.status_code, codes(answer)) == (503, {"TIMEOUT"})
            assert "data" not in answer.json()
        async with writing.connection() as connection:
            waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"
            while await connection.fetchval(waiting):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        stored = await dump(writing)
        assert (stored["projects"], stored["sessions"]) == ([], [])
        assert outcome(await publish(server, *batch))["accepted"] == 2


async def test_a_statement_of_a_batch_has_five_seconds_and_then_nothing_is_stored(
    database: Address, writing: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert data_pool.STATEMENT_SECONDS == 5
    monkeypatch.setattr(data_pool, "STATEMENT_SECONDS", 0.3)
    async with live_server(database.dsn, {}, write_pool_size=1) as server:
        async with writing.connection() as connection, connection.transaction():
            await lock_owners(connection, [("ada", "desk")])
            is_told(await publish(server, project()), "STORE_UNAVAILABLE")
            assert outcome(await publish(server, project(userId="bob")))["accepted"] == 1
        assert [row["user_id"] for row in (await dump(writing))["projects"]] == ["bob"]
        assert outcome(await publish(server, project()))["accepted"] == 1


async def test_no_connection_to_publish_on_is_503_busy_and_readers_are_answered(
    database: Address, writing: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_pool, "WAIT_SECONDS", 0.5)
    async with live_server(database.dsn, {}, write_pool_size=1) as server:
        async with writing.connection() as connection, connection.transaction():
            await lock_owners(connection, [("ada", "desk")])
            first = asyncio.create_task(publish(server, project()))
            await is_waiting(connection)
            is_told(await publish(server, project(userId="bob")), "BUSY")
            assert (await server.ask("{ sessions(scope: ALL) { __typename } }")).status_code == 200
        assert outcome(await first)["accepted"] == 1


async def test_batches_of_one_owner_that_wait_keep_no_connection_from_another_owner(
    database: Address, writing: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_pool, "WAIT_SECONDS", 2)
    async with live_server(database.dsn, {}, write_pool_size=2) as server:
        async with writing.connection() as connection, connection.transaction():
            await lock_owners(connection, [("ada", "desk")])
            first = asyncio.create_task(publish(server, project()))
            await is_waiting(connection)
            others = [asyncio.create_task(publish(server, project(id=f"p{n}"))) for n in range(10)]
            assert outcome(await publish(server, project(userId="bob")))["accepted"] == 1
            for other in others:
                is_told(await other, "BUSY")
        assert outcome(await first)["accepted"] == 1
        assert sorted(row["user_id"] for row in (await dump(writing))["projects"]) == ["ada", "bob"]


@pytest.mark.parametrize(
    "change",
    [
        "ALTER TABLE sessions ALTER COLUMN title TYPE varchar(300)",
        "ALTER TABLE sessions ALTER COLUMN id TYPE varchar(300)",
        "ALTER TABLE projects ALTER COLUMN name TYPE varchar(300)",
        "ALTER TABLE turns ALTER COLUMN status TYPE varchar(30)",
        "ALTER TABLE sessions ADD COLUMN planted text DEFAULT 'planted'",
        "DROP INDEX sessions_tree_idx, sessions_project_idx",
    ],
)
async def test_a_batch_whose_statements_ddl_invalidated_is_stored_all_the_same(
    database: Address, writing: Pool, connection: Database, change: str
) -> None:
    def batch(version: int) -> list[RawRecord]:
        return [
            project(version=version, name=f"Garden {version}"),
            session("s", version=version, title=f"Title {version}"),
            turn("t", "s", version=version, status="COMPLETED"),
        ]

    async with live_server(database.dsn, {}, write_pool_size=1) as server:
        for version in range(1, 4):
            assert outcome(await publish(server, *batch(version)))["accepted"] == 3
        await connection.execute(change)
        for version in (4, 5):
            assert outcome(await publish(server, *batch(version))) == {
                "__typename": "Published",
                "accepted": 3,
                "stale": 0,
            }
        assert await connection.fetchval("SELECT title FROM sessions") == "Title 5"


async def test_a_connection_that_goes_silent_is_503_and_the_batch_may_be_sent_again(
    database: Address, writing: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_pool, "STATEMENT_SECONDS", 0.5)
    async with relayed(database) as (relay, address), live_server(address.dsn, {}, write_pool_size=1) as server:
        assert outcome(await publish(server, project()))["accepted"] == 1
        relay.silence()
        async with asyncio.timeout(5):
            is_told(await publish(server, session("s")), "STORE_UNAVAILABLE")
            assert outcome(await publish(server, session("s")))["accepted"] == 1


@pytest.fixture
def own(memory: Path | None) -> Iterator[Store]:
    """A database that this test may break."""
    with TemporaryDirectory(prefix="directory-publishing-", dir=memory) as data_dir:
        opened = Store(Path(data_dir))
        try:
            yield opened
        finally:
            opened.close()


async def test_a_store_that_freezes_or_is_away_is_503_and_the_batch_may_be_sent_again(
    own: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_pool, "WAIT_SECONDS", 0.5)
    await own.fill([project()])
    batch = [session("s", createdAt="2026-01-01T00:00:00Z"), session("t", parentId="s", name="t")]
    async with live_server(own.address.dsn, {}, limits=Limits(seconds=1)) as server:
        holder = await asyncpg.connect(own.address.dsn)
        async with holder.transaction():
            await lock_owners(holder, [("ada", "desk")])
            asked = asyncio.create_task(publish(server, *batch))
            await is_waiting(holder)
            with own.frozen():  # in the middle of a transaction
                async with asyncio.timeout(20):
                    is_told(await asked, "TIMEOUT")
                    is_told(await publish(server, *batch), "TIMEOUT", "STORE_UNAVAILABLE")
        await holder.close()
        await own.stop()
        is_told(await publish(server, *batch), "STORE_UNAVAILABLE")
        await own.start()
        assert outcome(await publish(server, *batch)) == {"__typename": "Published", "accepted": 2, "stale": 0}
