"""A pool that writes, and what all tables hold."""

from collections.abc import AsyncIterator

import pytest

from data.embedded import Address
from data.pool import Pool


@pytest.fixture
async def pool(database: Address) -> AsyncIterator[Pool]:
    opened = await Pool.open(database.dsn, size=4, read_only=False)
    yield opened
    await opened.close()
