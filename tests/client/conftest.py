"""What tests of the client share: a real directory, one that answers what a test plants, and both clients."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, ExitStack
from datetime import UTC, datetime
from typing import Any, TypeAlias, cast

import asyncpg
import pytest

from data.demonstration import demonstrate
from data.embedded import Address
from data.pool import Pool
from providers.declared import DeclaredObserver
from server.application import create_app
from server.settings import Settings
from session_directory_client import AsyncSessionDirectory, SessionDirectory
from tests.providers.loopback import Loopback
from tests.providers.loopback import serving as serving_loopback
from tests.server.serving import serving
from tests.server.tokens import SECRET

Opening: TypeAlias = Callable[..., SessionDirectory]


@pytest.fixture(scope="session")
def demonstration(cluster: Address, template: Address) -> Iterator[str]:
    """The address of a real directory with the demonstration, which tests leave as it is."""
    address = cluster.with_database("demonstration")

    async def fill() -> None:
        connection = await asyncpg.connect(cluster.dsn)
        await connection.execute(f"CREATE DATABASE {address.database} TEMPLATE {template.database}")
        await connection.close()
        pool = await Pool.open(address.dsn, size=1, read_only=False)
        assert await demonstrate(pool, datetime.now(UTC))
        await pool.close()

    asyncio.run(fill())
    app = create_app(Settings(jwt_secret=SECRET), address.dsn, {"demo": DeclaredObserver()})
    with serving(app) as url:
        yield url


@pytest.fixture
def loopback() -> Iterator[Loopback]:
    """A directory that answers what a test plants at `/graphql`."""
    loop, stack = asyncio.new_event_loop(), AsyncExitStack()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield asyncio.run_coroutine_threadsafe(stack.enter_async_context(serving_loopback()), loop).result()
    finally:
        asyncio.run_coroutine_threadsafe(stack.aclose(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


class Driven:
    """An `AsyncSessionDirectory` that is called like a `SessionDirectory`."""

    def __init__(self, directory: AsyncSessionDirectory, runner: asyncio.Runner) -> None:
        self._directory = directory
        self._runner = runner

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._directory, name)

        def call(*arguments: Any, **named: Any) -> Any:
            begun = method(*arguments, **named)
            return self._runner.run(begun if isinstance(begun, Coroutine) else _collected(begun))

        return call


async def _collected(items: AsyncIterator[Any]) -> list[Any]:
    return [item async for item in items]


@pytest.fixture(params=["sync", "async"])
def opened(request: pytest.FixtureRequest) -> Iterator[Opening]:
    """Opens a client of either kind, with the arguments of its class; both are called alike."""
    with ExitStack() as stack, asyncio.Runner() as runner:

        def open_directory(url: str, token: Any = "planted-token", **options: Any) -> SessionDirectory:
            if request.param == "sync":
                return stack.enter_context(SessionDirectory(url, token, **options))
            directory = runner.run(_open(url, token, options))
            stack.callback(lambda: runner.run(directory.aclose()))
            return cast(SessionDirectory, Driven(directory, runner))

        yield open_directory
        stack.close()


async def _open(url: str, token: Any, options: dict[str, Any]) -> AsyncSessionDirectory:
    return AsyncSessionDirectory(url, token, **options)
