"""A browser for each process of the run, and for each module a server and a database of its own.

All of it runs in one event loop, that of the session: a browser belongs to the loop that started it.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import asyncpg
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright

from data.demonstration import demonstrate
from data.embedded import Address
from data.pool import Pool
from tests.web.site import Site, site_on
from tests.web.visitor import Visitor

HERE = Path(__file__).parent
CHROMIUM = Path("/usr/bin/chromium")
"""Debian's: Playwright's own would have to be downloaded."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test of this folder runs in the loop of the session."""
    for item in items:
        if HERE in item.path.parents and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.fixture(scope="session")
def chromium() -> Path:
    """The program."""
    assert CHROMIUM.exists(), "install Debian's package: apt-get install --no-install-recommends chromium"
    return CHROMIUM


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser(chromium: Path) -> AsyncIterator[Browser]:
    """One Chromium, which finds nobody but this machine."""
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(
            executable_path=chromium,
            args=["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--font-render-hinting=none"],
        )
        yield launched
        await launched.close()


@pytest.fixture(scope="module")
def demonstrated(cluster: Address, template: Address) -> Iterator[Address]:
    """A database for the tests of one module: what `up` shows (`MINA` of site.py). Others may store what is Ada's."""
    address = cluster.with_database("page")

    async def execute(statement: str) -> None:
        connection = await asyncpg.connect(cluster.dsn)
        await connection.execute(statement)
        await connection.close()

    async def fill() -> None:
        pool = await Pool.open(address.dsn, size=1, read_only=False)
        assert await demonstrate(pool, datetime.now(UTC))
        await pool.close()

    asyncio.run(execute(f"CREATE DATABASE page TEMPLATE {template.database} STRATEGY FILE_COPY"))
    asyncio.run(fill())
    yield address
    asyncio.run(execute("DROP DATABASE page WITH (FORCE)"))


@pytest.fixture(scope="module")
def site(demonstrated: Address) -> Iterator[Site]:
    """A real server on it."""
    with site_on(demonstrated.dsn) as served:
        yield served


@pytest_asyncio.fixture(loop_scope="session")
async def visitor(browser: Browser, site: Site) -> AsyncIterator[Visitor]:
    """Opens pages of `site`; the test fails on what they must not do."""
    visiting = Visitor(browser, site.url)
    yield visiting
    await visiting.close()
    visiting.verify()


@pytest.fixture(scope="session")
def screenshot() -> Callable[[Page, str], Awaitable[None]]:
    """Keeps how a page looks as tests/web/screenshots/<name>.png, for people; git does not."""
    folder = HERE / "screenshots"
    folder.mkdir(exist_ok=True)

    async def keep(page: Page, name: str) -> None:
        await page.screenshot(path=folder / f"{name}.png", animations="disabled")

    return keep
