"""The database fails under load, and comes back: no wrong answer, no hang, no restart of the server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn, TypeAlias

import asyncpg
import httpx
import pytest

from data import pool as data_pool
from data.embedded import Address
from data.pool import Pool
from providers.declared import DeclaredObserver
from server import health
from server.limits import Limits
from tests.providers.chat_platforms import ANSWERS, WEBHOOK
from tests.providers.loopback import Asked, reply
from tests.providers.loopback import serving as serving_loopback
from tests.records import binding, bound_session, project, run, session, store, turn
from tests.relay import relayed
from tests.server.live_server import LiveServer, live_server
from tests.server.programs import serving_program
from tests.server.store import Store
from tests.server.tokens import SECRET

RECOVERY_SECONDS = 5

RECORDS = (
    project(),
    binding(),
    bound_session("tulips"),
    *(session(f"s{number}") for number in range(10)),
    turn("turn", "tulips", status="RUNNING", currentRunId="run"),
    run("run", "tulips", "turn", status="RUNNING", leaseExpiresAt="2100-01-01T00:00:00Z"),
)
OBSERVERS = {"demo": DeclaredObserver()}

PAGE = """{ sessions(scope: ALL) { __typename
    ... on SessionConnection { totalCount nodes { id title projectId } pageInfo { hasNextPage } } } }"""
PROJECT = """{ sessions(scope: PROJECT, projectId: "garden") { __typename
    ... on SessionConnection { totalCount nodes { id status } } } }"""
ONE = '{ session(id: "s3") { __typename ... on Session { id title } } }'
BINDING = """{ boundSession(conversationBindingId: "bind") { __typename
    ... on BoundSession { session { id } } ... on BindingUnverified { reason } } }"""

Question: TypeAlias = tuple[str, dict[str, Any]]

# Of a person, and of a run, whose lease the database tells before all.
QUESTIONS: list[Question] = [(PAGE, {}), (PROJECT, {}), (ONE, {}), (BINDING, {}), (ONE, {"run": "run"})]

UNVERIFIED = {"data": {"boundSession": {"__typename": "BindingUnverified", "reason": "STORE_UNAVAILABLE"}}}


@pytest.fixture
async def own(memory: Path | None) -> AsyncIterator[Store]:
    """A database that this test may break."""
    with TemporaryDirectory(prefix="directory-failures-", dir=memory) as data_dir:
        opened = await asyncio.to_thread(Store, Path(data_dir))
        try:
            await opened.fill(RECORDS)
            yield opened
        finally:
            await asyncio.to_thread(opened.close)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> Limits:
    """Every limit on time is short."""
    monkeypatch.setattr(data_pool, "WAIT_SECONDS", 0.5)
    monkeypatch.setattr(data_pool, "STATEMENT_SECONDS", 0.5)
    monkeypatch.setattr(health, "_READY_SECONDS", 0.5)
    return Limits(seconds=1)


async def right_answers(server: LiveServer) -> list[Any]:
    answers = [await server.ask(document, **claims) for document, claims in QUESTIONS]
    assert {answer.status_code for answer in answers} == {200}
    told = [answer.json() for answer in answers]
    assert [list(answer) for answer in told] == [["data"]] * len(QUESTIONS)
    assert told[0]["data"]["sessions"]["totalCount"] == 11
    assert told[3] == {"data": {"boundSession": {"__typename": "BoundSession", "session": {"id": "tulips"}}}}
    return told


def codes(answer: httpx.Response) -> set[str]:
    return {error["extensions"]["code"] for error in answer.json()["errors"]}


def is_right(question: Question, answer: httpx.Response, right: Any) -> bool:
    """Whether it is the right answer. Any other must be a refusal that says so, and nothing else."""
    if answer.status_code == 200:
        told = answer.json()
        assert told == right or (question[0] == BINDING and told == UNVERIFIED)
        return bool(told == right)
    assert answer.status_code == 503
    assert codes(answer) <= {"BUSY", "STORE_UNAVAILABLE", "TIMEOUT"}
    assert not answer.json().get("data")
    for hidden in ("asyncpg", "Postgres", "SELECT", "Error", "socket", "tulips"):
        assert hidden not in answer.text
    return False


class Load:
    """Clients who ask all the time."""

    def __init__(self, server: LiveServer, right: list[Any]) -> None:
        self._server = server
        self._right = right
        self.right = 0
        self.refused = 0

    async def ask(self, number: int) -> None:
        """Ask on, one question after the other."""
        while True:
            place = number % len(QUESTIONS)
            document, claims = QUESTIONS[place]
            answer = await self._server.ask(document, **claims)
            if is_right(QUESTIONS[place], answer, self._right[place]):
                self.right += 1
            else:
                self.refused += 1
            number += 1
            await asyncio.sleep(0.005)

    async def sees(self, *, right: int = 0, refused: int = 0) -> None:
        """Wait for so many more answers of each kind."""
        right, refused = self.right + right, self.refused + refused
        while self.right < right or self.refused < refused:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@asynccontextmanager
async def load(server: LiveServer) -> AsyncIterator[Load]:
    """A modest load for the length of the block, which may take a minute; a wrong answer fails it."""
    asking = Load(server, await right_answers(server))
    async with asyncio.timeout(60), asyncio.TaskGroup() as group:
        clients = [group.create_task(asking.ask(number)) for number in range(8)]
        await asking.sees(right=20)
        yield asking
        for client in clients:
            client.cancel()


async def recovered(server: LiveServer) -> None:
    """Wait until every question is answered again."""

    async def statuses() -> set[int]:
        answers = [await server.ask(document, **claims) for document, claims in QUESTIONS]
        return {answer.status_code for answer in [await server.client.get("/readyz"), *answers]}

    async with asyncio.timeout(RECOVERY_SECONDS):
        while await statuses() != {200}:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    await right_answers(server)


async def is_unready(server: LiveServer) -> None:
    """The process lives, and says that it cannot answer, and no more."""
    assert (await server.client.get("/healthz")).status_code == 200
    ready = await server.client.get("/readyz")
    assert ready.status_code == 503
    assert ready.json() == {"status": "unavailable", "reason": "the database does not answer"}


# ------------------------------------------------------------------------------------------------ stopped
async def test_a_database_that_is_stopped_and_started_again_under_load(own: Store) -> None:
    async with live_server(own.address.dsn, OBSERVERS) as server:
        async with load(server) as asking:
            await own.stop()
            await asking.sees(refused=40)
            await is_unready(server)
            await own.start()
            await recovered(server)
            await asking.sees(right=40)
        await right_answers(server)


async def test_a_database_that_is_killed_under_load(own: Store) -> None:
    async with live_server(own.address.dsn, OBSERVERS) as server, load(server) as asking:
        for _ in range(2):
            own.kill()
            await asking.sees(refused=1)
            await recovered(server)
            await asking.sees(right=20)


# ------------------------------------------------------------------------------------------------ slow
async def test_a_database_that_freezes_under_load(own: Store, hurried: Limits) -> None:
    async with live_server(own.address.dsn, OBSERVERS, limits=hurried) as server, load(server) as asking:
        with own.frozen():
            await asking.sees(refused=20)
            await is_unready(server)
            async with asyncio.timeout(20):  # a run's too, whose lease is asked for before all
                answers = [await server.ask(document, **claims) for document, claims in QUESTIONS]
            assert not any(
                is_right(question, answer, None) for question, answer in zip(QUESTIONS, answers, strict=True)
            )
        await recovered(server)
        await asking.sees(right=20)


async def test_a_table_that_is_locked_costs_a_statements_time_and_no_more(own: Store, hurried: Limits) -> None:
    async with live_server(own.address.dsn, OBSERVERS, limits=Limits()) as server, load(server) as asking:
        await own.execute("BEGIN; LOCK TABLE sessions; SELECT pg_sleep(2); COMMIT")
        assert asking.refused
        await recovered(server)
        await asking.sees(right=20)


# ------------------------------------------------------------------------------------------------ silent
async def test_connections_that_go_silent_cost_a_statements_time_and_all_are_made_anew(
    database: Address, writing: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_pool, "STATEMENT_SECONDS", 0.5)
    await store(writing, *RECORDS)
    async with (
        relayed(database) as (relay, address),
        live_server(address.dsn, OBSERVERS) as server,
        load(server) as asking,
    ):
        await asyncio.gather(*(right_answers(server) for _ in range(8)))
        before = relay.connections
        assert before > 1
        relay.silence()
        async with asyncio.timeout(RECOVERY_SECONDS):
            await asking.sees(refused=1)
            await recovered(server)
            await asking.sees(right=40)
        assert relay.connections > before


# ------------------------------------------------------------------------------------------------ out of connections
async def test_a_database_without_a_free_connection(own: Store) -> None:
    await own.execute("CREATE ROLE web LOGIN", "GRANT SELECT ON ALL TABLES IN SCHEMA public TO web")
    async with live_server(own.as_role("web"), OBSERVERS) as server, load(server) as asking:
        await own.execute(
            "ALTER ROLE web CONNECTION LIMIT 0",
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'web'",
        )
        await asking.sees(refused=40)
        await is_unready(server)
        await own.execute("ALTER ROLE web CONNECTION LIMIT 1")
        await asking.sees(right=20)  # by one connection, though eight are wanted
        await own.execute("ALTER ROLE web CONNECTION LIMIT -1")
        await recovered(server)


# ------------------------------------------------------------------------------------------------ changed below
@pytest.mark.parametrize(
    "change",
    [
        "ALTER TABLE sessions ALTER COLUMN title TYPE varchar(300)",
        "ALTER TABLE sessions ALTER COLUMN project_id TYPE varchar(300)",
        "ALTER TABLE sessions ADD COLUMN planted text DEFAULT 'planted'",
        "ALTER TABLE runs ALTER COLUMN status TYPE varchar(30)",
        "DROP INDEX sessions_tree_idx, sessions_project_idx",
    ],
)
async def test_a_statement_that_ddl_invalidated_is_run_again(
    database: Address, connection: "asyncpg.Connection[asyncpg.Record]", writing: Pool, change: str
) -> None:
    await store(writing, *RECORDS)
    async with live_server(database.dsn, OBSERVERS, pool_size=1) as server:
        right = await right_answers(server)
        await connection.execute(change)
        assert await right_answers(server) == right


# ------------------------------------------------------------------------------------------------ the end
async def test_a_server_ends_although_its_database_is_frozen(own: Store, hurried: Limits) -> None:
    with ExitStack() as stack:
        async with asyncio.timeout(10), live_server(own.address.dsn, OBSERVERS, limits=hurried) as server:
            await asyncio.gather(*(right_answers(server) for _ in range(4)))
            stack.enter_context(own.frozen())


ON_THE_PLATFORM = {
    "provider": "matrix",
    "providerApp": "planted-app",
    "operator": "planted-person",
    "conversation": "planted-chat",
}


async def test_sigterm_lets_a_request_finish(database: Address, writing: Pool) -> None:
    await store(writing, project(), binding(**ON_THE_PLATFORM), bound_session("tulips"))
    asked, released = asyncio.Event(), asyncio.Event()

    async def slowly(_asked: Asked, writer: asyncio.StreamWriter) -> None:
        asked.set()
        await released.wait()
        writer.write(reply(ANSWERS[WEBHOOK]))

    async with serving_loopback() as loopback:
        loopback.answers[WEBHOOK] = [slowly]
        settings = {
            "DATABASE_URL": database.dsn,
            "DIRECTORY_JWT_SECRET": SECRET.decode(),
            "DIRECTORY_WEBHOOK_URL": f"{loopback.url}{WEBHOOK}",
            "DIRECTORY_WEBHOOK_SECRET": "planted-key",
        }
        with serving_program("serve", settings=settings) as served:
            async with asyncio.timeout(10), httpx.AsyncClient(base_url=served.url, timeout=None) as client:
                server = LiveServer(client)
                running = asyncio.create_task(server.ask(BINDING))
                await asked.wait()
                served.process.terminate()
                await is_closed(served.url)
                assert not running.done()
                released.set()
                assert (await running).json()["data"]["boundSession"]["__typename"] == "BoundSession"
                assert await asyncio.to_thread(served.process.wait) == 0


async def is_closed(url: str) -> None:
    """Wait until nobody new is let in."""

    async def enter() -> NoReturn:
        async with httpx.AsyncClient() as stranger:
            while True:
                await stranger.get(f"{url}/healthz", headers={"Connection": "close"})

    with pytest.raises(httpx.ConnectError):
        await enter()
