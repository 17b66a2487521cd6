"""What changes while the provider is asked, on a real database (rules.md, section 3)."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any, TypeAlias

import asyncpg
import pytest

from data.records import RawRecord
from providers.declared import DeclaredObserver
from resolvers.bound_session_outcome import (
    BindingAmbiguous,
    BindingChanged,
    BindingFacet,
    BindingNotPrivate,
    BindingRevoked,
    BoundSession,
    BoundSessionOutcome,
    NoOpenSession,
)
from tests.records import binding, bound_session, project, session, turn
from tests.resolvers.desk import Desk, HangingObserver, ObserverMeanwhile

Database: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

WRITE = {"grant": "WRITE"}
REVOKED = {"grant": "WRITE", "status": "REVOKED", "revokedAt": "2026-11-30T17:00:00Z"}


# What is stored meanwhile, the member of the union that answers, and what it says.
MEANWHILE: Mapping[str, tuple[list[RawRecord], type[BoundSessionOutcome], dict[str, object]]] = {
    "revoked": (
        [binding(**REVOKED)],
        BindingRevoked,
        {"revoked_at": datetime(2026, 11, 30, 17, tzinfo=UTC)},
    ),
    "revoked, and all else is gone": (
        [binding(**REVOKED), project(**WRITE, status="DELETED"), bound_session("roses", status="CLOSED")],
        BindingRevoked,
        {},
    ),
    "replaced": (
        [binding(**REVOKED, replacedBy="next"), binding("next", conversation="chat of bind")],
        BindingChanged,
        {"changed": BindingFacet.BINDING, "replaced_by": "next"},
    ),
    "a group now": ([binding(**WRITE, audience="GROUP")], BindingNotPrivate, {}),
    "of unknown audience now": ([binding(**WRITE, audience="UNKNOWN")], BindingNotPrivate, {}),
    "project deleted": (
        [project(workspace="files", **WRITE, status="DELETED")],
        BindingChanged,
        {"changed": BindingFacet.WORKSPACE},
    ),
    "workspace given twice": (
        [project("house", workspace="files")],
        BindingAmbiguous,
        {"ambiguous": BindingFacet.WORKSPACE},
    ),
    "grant withdrawn": (
        [project(workspace="files", grant="READ")],
        BindingChanged,
        {"changed": BindingFacet.GRANT},
    ),
    "session moved": (
        [bound_session("roses", projectId="house")],
        BindingChanged,
        {"changed": BindingFacet.SESSION},
    ),
    "session given another channel": (
        [bound_session("roses", channelId="project.external.elsewhere")],
        BindingChanged,
        {"changed": BindingFacet.SESSION},
    ),
    "session given another source": (
        [bound_session("roses", sourceId="elsewhere")],
        BindingChanged,
        {"changed": BindingFacet.SESSION},
    ),
    "session given a goal": (
        [bound_session("roses", goalId="goal")],
        BindingChanged,
        {"changed": BindingFacet.SESSION},
    ),
    "session handed over": (
        [bound_session("roses", executorId="other")],
        BindingChanged,
        {"changed": BindingFacet.EXECUTOR},
    ),
    "second session opened": (
        [bound_session("tulips")],
        BindingAmbiguous,
        {"ambiguous": BindingFacet.SESSION},
    ),
    "session closed": ([bound_session("roses", status="CLOSED")], NoOpenSession, {}),
    "session archived": ([bound_session("roses", status="ARCHIVED")], NoOpenSession, {"last_closed_session": None}),
    "session deleted": ([bound_session("roses", status="DELETED")], NoOpenSession, {"last_closed_session": None}),
    "session unbound": ([bound_session("roses", bindingId=None)], NoOpenSession, {"last_closed_session": None}),
}


@pytest.mark.parametrize(("records", "member", "said"), MEANWHILE.values(), ids=MEANWHILE)
async def test_what_changes_while_the_provider_is_asked_is_seen_whole_at_the_fence(
    desk: Desk, records: list[RawRecord], member: type[BoundSessionOutcome], said: dict[str, object]
) -> None:
    answer = await desk.ask(ObserverMeanwhile(desk, *records))
    assert type(answer) is member
    assert {name: getattr(answer, name) for name in said} == said


@pytest.mark.parametrize(
    "otherwise",
    [
        {"kind": "STEWARD"},
        {"provider": "another"},
        {"connection": "another"},
        {"providerApp": "another"},
        {"operator": "another"},
        {"conversation": "another"},
        {"conversation": None},
        {"executorId": "another"},
        {"executorId": None},
        {"grant": "READ"},
        {"projectId": "house"},
    ],
    ids=repr,
)
async def test_any_difference_of_the_binding_is_a_change(desk: Desk, otherwise: dict[str, Any]) -> None:
    answer = await desk.ask(ObserverMeanwhile(desk, binding(**WRITE | otherwise)))
    assert isinstance(answer, BindingChanged)
    assert (answer.changed, answer.replaced_by) == (BindingFacet.BINDING, None)


async def test_the_session_that_is_open_at_the_fence_is_the_answer(desk: Desk) -> None:
    """Also where another was open when the request began."""
    another = (bound_session("roses", status="CLOSED"), bound_session("tulips", title="Tulips"))
    answer = await desk.ask(ObserverMeanwhile(desk, *another))
    assert isinstance(answer, BoundSession)
    assert (answer.session.id, answer.session.title) == ("tulips", "Tulips")


async def test_an_unrelated_change_disturbs_nothing(desk: Desk) -> None:
    unrelated = (
        binding("other"),
        binding(userId="eve", status="REVOKED"),
        project(userId="eve", status="DELETED", workspace="files"),
        session("tulips"),
        project("house", name="Hausbau"),
        bound_session("roses", title="x"),
        turn("t", "roses", status="RUNNING"),
    )
    assert isinstance(await desk.ask(ObserverMeanwhile(desk, *unrelated)), BoundSession)


async def test_a_renewed_record_of_the_binding_is_no_change(desk: Desk) -> None:
    assert isinstance(await desk.ask(ObserverMeanwhile(desk, binding(**WRITE, version=7))), BoundSession)


async def test_widening_a_project_under_a_binding_that_reads_changes_nothing(desk: Desk) -> None:
    await desk.store(project(workspace="files", grant="READ"), binding(grant="READ"))
    widened = project(workspace="files", grant="WRITE")
    assert isinstance(await desk.ask(ObserverMeanwhile(desk, widened)), BoundSession)


# ------------------------------------------------------------------------------------------------ nothing is held
@asynccontextmanager
async def hanging(desk: Desk) -> AsyncIterator[tuple[HangingObserver, "asyncio.Task[BoundSessionOutcome]"]]:
    """A request whose provider does not answer until it is released."""
    observer = HangingObserver()
    request = asyncio.create_task(desk.ask(observer))
    await observer.asked.wait()
    yield observer, request
    await request


async def test_while_the_provider_hangs_nothing_of_the_database_is_held(desk: Desk, connection: Database) -> None:
    others = "datname = current_database() AND pid <> pg_backend_pid()"
    async with hanging(desk) as (observer, request):
        sessions = await connection.fetch(
            f"SELECT state, xact_start, backend_xid, backend_xmin FROM pg_stat_activity WHERE {others}"
        )
        assert len(sessions) == 2, "one to read with, one to write with"
        assert {tuple(row) for row in sessions} == {("idle", None, None, None)}
        locks = f"SELECT * FROM pg_locks WHERE pid IN (SELECT pid FROM pg_stat_activity WHERE {others})"
        assert not await connection.fetch(locks)
        async with asyncio.timeout(3), desk.reading.connection() as the_only_one:
            await the_only_one.fetch("SELECT 1")
        assert not request.done()
        observer.released.set()
    assert isinstance(request.result(), BoundSession)


async def test_a_revocation_commits_while_the_provider_hangs_and_the_waiting_request_says_so(desk: Desk) -> None:
    async with hanging(desk) as (observer, request):
        await desk.store(binding(**REVOKED))
        assert isinstance(await desk.ask(DeclaredObserver()), BindingRevoked)
        assert not request.done()
        observer.released.set()
    assert isinstance(request.result(), BindingRevoked)


# ------------------------------------------------------------------------------------------------ open transactions
CHANGE_ALL = """
    UPDATE bindings SET status = 'REVOKED';
    UPDATE projects SET status = 'DELETED';
    UPDATE sessions SET status = 'CLOSED';
"""


async def test_a_writer_in_an_open_transaction_delays_nothing_and_counts_from_its_commit(
    desk: Desk, connection: Database
) -> None:
    async with connection.transaction():
        await connection.execute(CHANGE_ALL)
        async with asyncio.timeout(3):
            assert isinstance(await desk.ask(DeclaredObserver()), BoundSession)
    assert isinstance(await desk.ask(DeclaredObserver()), BindingRevoked)


async def test_a_writer_that_begins_while_the_provider_is_asked_counts_from_its_commit(
    desk: Desk, connection: Database
) -> None:
    async with hanging(desk) as (observer, request), connection.transaction():
        await connection.execute(CHANGE_ALL)
        observer.released.set()
        async with asyncio.timeout(3):
            assert isinstance(await request, BoundSession)


async def test_a_writer_that_commits_while_the_provider_is_asked_counts(desk: Desk, connection: Database) -> None:
    writing = connection.transaction()
    await writing.start()
    await connection.execute(CHANGE_ALL)
    async with hanging(desk) as (observer, request):
        await writing.commit()
        observer.released.set()
    assert isinstance(request.result(), BindingRevoked)


async def test_what_one_transaction_changes_is_never_half_seen(desk: Desk) -> None:
    """The conversation moves between two projects, to and fro; of a mixture the session would be another's."""

    async def move() -> None:
        for number in range(40):
            there = {"projectId": ("house", "garden")[number % 2]}
            await desk.store(binding(**there), bound_session("roses", **there))

    answers = []
    async with asyncio.timeout(30):
        moving = asyncio.create_task(move())
        while not moving.done():
            answers.append(await desk.ask(DeclaredObserver()))
        await moving
    assert {(type(answer), getattr(answer, "changed", None)) for answer in answers} <= {
        (BoundSession, None),
        (BindingChanged, BindingFacet.BINDING),
    }
