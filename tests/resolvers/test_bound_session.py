"""The reads and the provider around the decision, on a real database."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from providers.declared import DeclaredObserver
from providers.observation import Inquiry, Observation, ObservationFailedError
from resolvers.bound_session_outcome import (
    BindingChanged,
    BindingNotPrivate,
    BindingRevoked,
    BindingUnverified,
    BindingUnverifiedReason,
    BoundSession,
    BoundSessionOutcome,
)
from tests.records import binding, session
from tests.resolvers.desk import Desk, HangingObserver, ObserverMeanwhile


class FailingObserver:
    async def observe(self, inquiry: Inquiry) -> Sequence[Observation]:
        raise ObservationFailedError("secret of the provider")


class SilentObserver(ObserverMeanwhile):
    """Is asked in vain, and records are stored before that shows."""

    async def observe(self, inquiry: Inquiry) -> Sequence[Observation]:
        await super().observe(inquiry)
        raise ObservationFailedError("it did not answer in time")


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


async def test_two_statements_and_no_connection_between_them(desk: Desk) -> None:
    await desk.ask(ObserverMeanwhile(desk, session("tulips")))
    first, between, second = (done.sql for done in desk.reading.statements)
    assert between == "SELECT 1"
    assert "bindings" in first
    assert "bindings" in second


async def test_a_provider_that_does_not_answer_in_time_is_unavailable_and_let_go(desk: Desk) -> None:
    observer = HangingObserver()
    answer = await desk.ask(observer, observation_seconds=0.05)
    assert isinstance(answer, BindingUnverified)
    assert answer.reason is BindingUnverifiedReason.PROVIDER_UNAVAILABLE
    assert observer.cancelled


@pytest.mark.parametrize(
    ("ending", "expected"),
    [
        ({"status": "REVOKED"}, BindingRevoked),
        ({"status": "REVOKED", "replacedBy": "next"}, BindingChanged),
        ({"audience": "GROUP"}, BindingNotPrivate),
        ({"operator": "eve"}, BindingUnverified),
        ({}, BindingUnverified),
    ],
    ids=str,
)
async def test_a_binding_that_ends_while_its_provider_hangs_is_answered_so(
    desk: Desk, ending: dict[str, str], expected: type[BoundSessionOutcome]
) -> None:
    answer = await desk.ask(SilentObserver(desk, binding("next", conversation="elsewhere"), binding(**ending)))
    assert isinstance(answer, expected)


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
