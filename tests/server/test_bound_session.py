"""`boundSession` over real HTTP: a slow provider, and strangers."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any, TypeAlias

import asyncpg
import pytest

from data import pool as data_pool
from data.embedded import Address
from data.pool import Pool
from data.records import RawRecord
from providers.declared import DeclaredObserver
from providers.observation import Inquiry, Observation
from server import services
from server.counting import CountedBoundSessions
from server.limits import Limits
from tests.recording_pool import RecordingPool
from tests.records import binding, bound_session, project, store
from tests.server.live_server import BOUND, live_server

Database: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

CONVERSATION = (project(), binding(), bound_session("tulips"))


# ------------------------------------------------------------------------------------------------ a slow provider
class SlowProvider(DeclaredObserver):
    """Answers everybody when it is released; tells of each who asks."""

    def __init__(self) -> None:
        self.asked = asyncio.Queue[Inquiry]()
        self.released = asyncio.Event()

    async def observe(self, inquiry: Inquiry) -> Sequence[Observation]:
        self.asked.put_nowait(inquiry)
        await self.released.wait()
        return await super().observe(inquiry)


async def test_200_who_wait_for_one_slow_provider_keep_nobody_else_waiting(
    database: Address, writing: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Every limit on time is a minute: how fast this machine is shall not matter.
    monkeypatch.setattr(services, "CountedBoundSessions", partial(CountedBoundSessions, observation_seconds=60))
    monkeypatch.setattr(data_pool, "WAIT_SECONDS", 60)
    unhurried = Limits(seconds=60)
    await store(writing, *CONVERSATION)
    provider = SlowProvider()
    served = live_server(database.dsn, {"demo": provider}, pool_size=2, limits=unhurried)
    async with asyncio.timeout(120), served as server:
        waiting = [asyncio.create_task(server.bound("bind")) for _ in range(200)]
        for _ in waiting:
            await provider.asked.get()
        page = await server.ask("{ sessions(scope: ALL) { ... on SessionConnection { nodes { id } totalCount } } }")
        assert page.json() == {"data": {"sessions": {"nodes": [{"id": "tulips"}], "totalCount": 1}}}
        assert not any(task.done() for task in waiting)
        provider.released.set()
        answers = await asyncio.gather(*waiting)
    assert {answer["__typename"] for answer in answers} == {"BoundSession"}


# ------------------------------------------------------------------------------------------------ strangers
class CountingProvider(DeclaredObserver):
    """Counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    async def observe(self, inquiry: Inquiry) -> Sequence[Observation]:
        self.asked += 1
        return await super().observe(inquiry)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[RecordingPool]:
    """The pools that servers open from now on, with the statements that they run."""
    pools: list[RecordingPool] = []

    class KnownPool(RecordingPool):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            pools.append(self)

    monkeypatch.setattr(services, "Pool", KnownPool)
    return pools


# What becomes of a stranger's conversation, one thing after the other.
HISTORY: list[list[RawRecord]] = [
    [*CONVERSATION],
    [bound_session("second")],
    [bound_session("tulips", status="CLOSED"), bound_session("second", status="CLOSED")],
    [binding(audience="GROUP")],
    [binding(status="REVOKED")],
    [binding("next"), binding(status="REVOKED", replacedBy="next")],
    [project(status="DELETED")],
]


@pytest.mark.parametrize("claims", [{}, {"run": "run"}], ids=["person", "run"])
async def test_a_strangers_binding_is_answered_as_one_that_never_was(
    database: Address,
    live_run: Database,
    writing: Pool,
    opened: list[RecordingPool],
    claims: dict[str, str],
) -> None:
    provider = CountingProvider()
    async with live_server(database.dsn, {"demo": provider}) as server:
        reading, publishing = opened

        async def asked() -> tuple[object, ...]:
            """Everything that comes out, and everything that was asked for it."""
            reading.statements.clear()
            answer = await server.ask(BOUND, {"id": "bind"}, **claims)
            headers = {name: value for name, value in answer.headers.items() if name != "date"}
            assert not publishing.statements
            return answer.status_code, headers, answer.content, list(reading.statements)

        assert (await server.bound("bind", **claims))["invalid"] == "UNKNOWN"
        never_was = await asked()
        for stranger in ({"userId": "eve"}, {"appId": "phone"}):
            for records in HISTORY:
                await store(writing, *(dict(record) | stranger for record in records))
                assert await asked() == never_was
        assert provider.asked == 0


async def test_the_stranger_is_answered(database: Address, writing: Pool) -> None:
    """What the test above relies on."""
    await store(writing, *(dict(record) | {"userId": "eve"} for record in CONVERSATION))
    provider = CountingProvider()
    async with live_server(database.dsn, {"demo": provider}) as server:
        assert (await server.bound("bind"))["__typename"] == "BindingInvalid"
        assert (await server.bound("bind", sub="eve", app="phone"))["__typename"] == "BindingInvalid"
        assert provider.asked == 0
        assert (await server.bound("bind", sub="eve"))["__typename"] == "BoundSession"
        assert provider.asked == 1
