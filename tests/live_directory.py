"""Everything between a caller and PostgreSQL, without a server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from data.binding_repository import BindingRepository
from data.caller import Caller
from data.pool import Pool
from data.records import RawRecord
from data.session_repository import SessionRepository
from data.session_tree_repository import SessionTreeRepository
from providers.declared import DeclaredObserver
from providers.routing import ObserverByProvider
from resolvers.bound_session import OBSERVATION_SECONDS, BoundSessions
from resolvers.directory import Directory
from resolvers.publishing import Publishing
from resolvers.session_tree import SessionTrees
from schema.build import schema
from schema.context import Context
from tests.covered import assert_covered
from tests.recording_pool import RecordingPool
from tests.records import store


@dataclass
class LiveDirectory:
    """`reading` is the pool that answers, and records; `writing` is the platform's."""

    reading: RecordingPool
    writing: Pool
    project_limit: int = 10_000
    observation_seconds: float = OBSERVATION_SECONDS

    async def store(self, *records: RawRecord) -> None:
        await store(self.writing, *records)

    async def ask(self, caller: Caller, document: str, **variables: object) -> dict[str, Any]:
        """The data that answers `document`, which must bring no error."""
        self.reading.statements.clear()
        result = await schema.execute(document, variable_values=variables, context_value=self.context(caller))
        assert not result.errors, result.errors
        assert result.data is not None
        assert_covered(document, variables)
        return result.data

    def context(self, caller: Caller) -> Context:
        """What the resolvers get."""
        return Context(
            caller,
            Directory(SessionRepository(self.reading), project_limit=self.project_limit),
            BoundSessions(
                BindingRepository(self.reading),
                ObserverByProvider({"demo": DeclaredObserver()}),
                observation_seconds=self.observation_seconds,
            ),
            SessionTrees(SessionTreeRepository(self.reading)),
            Publishing(self.writing),
        )

    @property
    def statement_count(self) -> int:
        """How many statements the last answer took."""
        return len(self.reading.statements)


@asynccontextmanager
async def open_live_directory(
    dsn: str, reading_pool: type[RecordingPool] = RecordingPool
) -> AsyncIterator[LiveDirectory]:
    reading = await reading_pool.open(dsn, size=4, read_only=True)
    writing = await Pool.open(dsn, size=1, read_only=False)
    yield LiveDirectory(reading, writing)
    await reading.close()
    await writing.close()
