"""The schema over a real database, with the statements that it runs."""

from collections.abc import AsyncIterator

import pytest

from data.embedded import Address
from tests.live_directory import LiveDirectory, open_live_directory


@pytest.fixture
async def directory(database: Address) -> AsyncIterator[LiveDirectory]:
    async with open_live_directory(database.dsn) as opened:
        yield opened
