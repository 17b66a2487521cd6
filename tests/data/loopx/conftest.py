"""A copy of the real home, and a pool to import it with."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data.embedded import Address
from data.pool import Pool
from tests.data.loopx.copied_home import CopiedHome


@pytest.fixture
def home(tmp_path: Path) -> CopiedHome:
    return CopiedHome(tmp_path / "home")


@pytest.fixture
async def pool(database: Address) -> AsyncIterator[Pool]:
    opened = await Pool.open(database.dsn, size=2, read_only=False)
    yield opened
    await opened.close()
