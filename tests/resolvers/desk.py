"""A bound session on a real database, and providers to ask for it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from data.binding_repository import BindingRepository
from data.pool import Pool
from data.records import RawRecord
from providers.declared import DeclaredObserver
from providers.observation import Inquiry, Observation, Observer
from resolvers.bound_session import BoundSessions
from resolvers.bound_session_outcome import BoundSessionOutcome
from tests.callers import ADA
from tests.recording_pool import RecordingPool
from tests.records import store


@dataclass
class Desk:
    """One connection to read with: whoever holds it while the provider is asked blocks the rest."""

    reading: RecordingPool
    writing: Pool

    async def ask(self, observer: Observer, **limits: float) -> BoundSessionOutcome:
        return await BoundSessions(BindingRepository(self.reading), observer, **limits).bound_session(ADA, "bind")

    async def store(self, *records: RawRecord) -> None:
        await store(self.writing, *records)


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


class HangingObserver(DeclaredObserver):
    """Answers once it is released; tells when it was asked, and whether it was let go before that."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.released = asyncio.Event()
        self.cancelled = False

    async def observe(self, inquiry: Inquiry) -> Sequence[Observation]:
        self.asked.set()
        try:
            await self.released.wait()
        except asyncio.CancelledError:
            self.cancelled = True
            raise
        return await super().observe(inquiry)
