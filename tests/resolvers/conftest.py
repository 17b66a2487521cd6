"""What tests of the resolvers share."""

from collections.abc import AsyncIterator

import pytest

from data.embedded import Address
from data.pool import Pool
from tests.recording_pool import RecordingPool
from tests.records import binding, bound_session, project
from tests.resolvers.desk import Desk


@pytest.fixture
async def desk(database: Address) -> AsyncIterator[Desk]:
    """A desk with one conversation: the binding `bind`, which may write to the project `garden`, and its open session
    `roses`."""
    desk = Desk(
        await RecordingPool.open(database.dsn, size=1, read_only=True),
        await Pool.open(database.dsn, size=1, read_only=False),
    )
    await desk.store(
        project(workspace="files", grant="WRITE"),
        project("house", grant="WRITE"),
        binding(grant="WRITE"),
        bound_session("roses"),
    )
    yield desk
    await desk.reading.close()
    await desk.writing.close()
