"""The reads and the provider around the decision, on a real database."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest

from data.binding_repository import BindingRepository
from data.embedded import Address
from data.pool import Pool
from data.records import RawRecord
from providers.declared import DeclaredObserver
from providers.observation import Inquiry, Observation, ObservationFailedError, Observer
from resolvers.bound_session import BoundSessions
from resolvers.bound_session_outcome import (
    BindingChanged,
    BindingFacet,
    BindingNotPrivate,
    BindingRevoked,
    BindingUnverified,
    BindingUnverifiedReason,
    BoundSession,
    BoundSessionOutcome,
    NoOpenSession,
)
from tests.callers import ADA
from tests.recording_pool import RecordingPool
from tests.records import binding, bound_session, project, session, store


@dataclass
class Desk:
    """One connection to read with: whoever holds it while the provider is asked blocks the rest."""

    reading: RecordingPool
    writing: Pool

    async def ask(self, observer: Observer, **limits: float) -> BoundSessionOutcome:
        return await BoundSessions(BindingRepository(self.reading), observer, **limits).bound_session(ADA, "bind")

    async def store(self, *records: RawRecord) -> None:
        await store(self.writing, *records)


@pytest.fixture
async def desk(database: Address) -> AsyncIterator[Desk]:
    desk = Desk(
        await RecordingPool.open(database.dsn, size=1, read_only=True),
        await Pool.open(database.dsn, size=1, read_only=False),
    )
    await desk.store(
        project(workspace="files", grant="WRITE"), project("house"), binding(grant="WRITE"), bound_session("roses")
    )
    yield desk
    await desk.reading.close()
    await desk.writing.close()


class ObserverMeanwhile(DeclaredObserver):
    """Stores records while it is asked, after reading on the desk's one connection."""

    def __init__(self, desk: Desk, *records: RawRecord) -> None:
        self._desk = desk
        self._records = records

    async def observe(self, inquiry: Inquiry) -> Sequence[Observation]:
        async with asyncio.timeout(3), self._desk.reading.connection() as connection:
            await connection.fetch("SELECT 1")
        await self._desk.store(*self._records)
        return await super().observe(inquiry)


class HangingObserver:
    """Never answers; tells when it was asked and when it was let go."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.cancelled = False

    async def observe(self, inquiry: Inquiry) -> Sequence[Observation]:
        self.asked.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled = True
            raise
        raise AssertionError


class FailingObserver:
    async def observe(self, inquiry: Inquiry) -> Sequence[Observation]:
        raise ObservationFailedError("secret of the provider")


class ClosingObserver(DeclaredObserver):
    """The database goes away while the provider is asked."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def observe(self, inquiry: Inquiry) -> Sequence[Observation]:
        await self._desk.reading.close()
        return await super().observe(inquiry)


async def test_it_is_verified_at_the_moment_of_the_answer(desk: Desk) -> None:
    before = datetime.now(UTC)
    answer = await desk.ask(DeclaredObserver())
    assert isinstance(answer, BoundSession)
    assert before <= answer.verified_at <= datetime.now(UTC)
    assert answer.verified_at.tzinfo is UTC


REVOKED_AT = "2026-11-30T17:00:00Z"
MEANWHILE: list[tuple[str, list[RawRecord], dict[str, Any]]] = [
    (
        "revoked",
        [binding(grant="WRITE", status="REVOKED", revokedAt=REVOKED_AT)],
        {"type": BindingRevoked, "revoked_at": datetime(2026, 11, 30, 17, tzinfo=UTC)},
    ),
    (
        "replaced",
        [binding(grant="WRITE", status="REVOKED", replacedBy="next"), binding("next", conversation="chat of bind")],
        {"type": BindingChanged, "changed": BindingFacet.BINDING, "replaced_by": "next"},
    ),
    ("a group now", [binding(grant="WRITE", audience="GROUP")], {"type": BindingNotPrivate}),
    (
        "bound anew",
        [binding(grant="WRITE", operator="eve")],
        {"type": BindingChanged, "changed": BindingFacet.BINDING, "replaced_by": None},
    ),
    (
        "project deleted",
        [project(workspace="files", grant="WRITE", status="DELETED")],
        {"type": BindingChanged, "changed": BindingFacet.WORKSPACE},
    ),
    (
        "grant withdrawn",
        [project(workspace="files", grant="READ")],
        {"type": BindingChanged, "changed": BindingFacet.GRANT},
    ),
    ("closed", [bound_session("roses", status="CLOSED")], {"type": NoOpenSession}),
    (
        "moved",
        [bound_session("roses", projectId="house")],
        {"type": BindingChanged, "changed": BindingFacet.SESSION},
    ),
]


@pytest.mark.parametrize(("records", "expected"), [case[1:] for case in MEANWHILE], ids=[case[0] for case in MEANWHILE])
async def test_what_changes_while_the_provider_is_asked_is_seen_whole_at_the_fence(
    desk: Desk, records: list[RawRecord], expected: dict[str, Any]
) -> None:
    answer = await desk.ask(ObserverMeanwhile(desk, *records))
    assert type(answer) is expected.pop("type")
    assert expected == {name: getattr(answer, name) for name in expected}


async def test_an_unrelated_change_disturbs_nothing(desk: Desk) -> None:
    unrelated = (
        binding("other"),
        session("tulips"),
        project("house", name="Hausbau"),
        bound_session("roses", title="x"),
    )
    assert isinstance(await desk.ask(ObserverMeanwhile(desk, *unrelated)), BoundSession)


async def test_a_renewed_record_of_the_binding_is_no_change(desk: Desk) -> None:
    assert isinstance(await desk.ask(ObserverMeanwhile(desk, binding(grant="WRITE", version=7))), BoundSession)


async def test_two_statements_and_no_connection_between_them(desk: Desk) -> None:
    await desk.ask(ObserverMeanwhile(desk, session("tulips")))
    first, between, second = (done.sql for done in desk.reading.statements)
    assert between == "SELECT 1"
    assert "bindings" in first
    assert "bindings" in second


async def test_a_writer_in_an_open_transaction_delays_nothing_and_counts_from_its_commit(desk: Desk) -> None:
    async with desk.writing.connection() as writer:
        async with writer.transaction(), asyncio.timeout(3):
            await writer.execute("UPDATE bindings SET status = 'REVOKED'")
            assert isinstance(await desk.ask(DeclaredObserver()), BoundSession)
        assert isinstance(await desk.ask(DeclaredObserver()), BindingRevoked)


async def test_a_provider_that_does_not_answer_in_time_is_unavailable_and_let_go(desk: Desk) -> None:
    observer = HangingObserver()
    answer = await desk.ask(observer, observation_seconds=0.05)
    assert isinstance(answer, BindingUnverified)
    assert answer.reason is BindingUnverifiedReason.PROVIDER_UNAVAILABLE
    assert observer.cancelled
    assert len(desk.reading.statements) == 1


async def test_a_request_that_is_given_up_lets_its_provider_go(desk: Desk) -> None:
    observer = HangingObserver()
    request = asyncio.create_task(desk.ask(observer))
    await observer.asked.wait()
    request.cancel()
    with pytest.raises(asyncio.CancelledError):
        await request
    assert observer.cancelled


async def test_what_a_failing_provider_says_is_not_repeated(desk: Desk) -> None:
    answer = await desk.ask(FailingObserver())
    assert isinstance(answer, BindingUnverified)
    assert answer.reason is BindingUnverifiedReason.PROVIDER_UNAVAILABLE
    assert "secret" not in repr(answer)


async def test_a_database_that_fails_at_the_first_read_is_said_so(desk: Desk) -> None:
    await desk.reading.close()
    answer = await desk.ask(DeclaredObserver())
    assert isinstance(answer, BindingUnverified)
    assert answer.reason is BindingUnverifiedReason.STORE_UNAVAILABLE


async def test_a_database_that_fails_at_the_fence_is_said_so(desk: Desk) -> None:
    answer = await desk.ask(ClosingObserver(desk))
    assert isinstance(answer, BindingUnverified)
    assert answer.reason is BindingUnverifiedReason.STORE_UNAVAILABLE


async def test_nothing_is_written(desk: Desk) -> None:
    async with desk.writing.connection() as connection:
        tables = ("projects", "sessions", "bindings")
        before = [await connection.fetch(f"SELECT xmin, * FROM {table} ORDER BY id") for table in tables]
        await desk.ask(DeclaredObserver())
        assert [await connection.fetch(f"SELECT xmin, * FROM {table} ORDER BY id") for table in tables] == before
