"""The database of a command: the one that DATABASE_URL names, or the embedded one of the data directory."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import asyncpg
from sqlalchemy.exc import SQLAlchemyError

from data.embedded import EmbeddedPostgres
from data.migrations import SchemaState, migrate, schema_state
from server.data_directory import DataDirectory
from server.operator_error import OperatorError
from server.settings import Settings

_CONNECT_SECONDS = 10.0


class DatabaseError(OperatorError):
    """The database cannot be used."""


@asynccontextmanager
async def database_url(settings: Settings, directory: DataDirectory) -> AsyncIterator[str]:
    """The URL of the database to use, for the length of the block; the embedded server runs as long.

    EmbeddedPostgresError when it cannot be started.
    """
    if settings.database_url is not None:
        yield settings.database_url
        return
    embedded = EmbeddedPostgres(directory.path)
    opening = asyncio.create_task(asyncio.to_thread(embedded.open))
    try:
        # A cancelled command still has to close what the thread opens.
        yield (await asyncio.shield(opening)).dsn
    finally:
        await asyncio.wait([opening])
        if opening.exception() is None:
            await asyncio.to_thread(embedded.close)


@asynccontextmanager
async def current_database_url(settings: Settings, directory: DataDirectory) -> AsyncIterator[str]:
    """The same, for a command that needs the newest schema: the embedded database is brought to it, any other must have
    it."""
    async with database_url(settings, directory) as url:
        if settings.database_url is None:
            await make_current(url)
        else:
            await require_current(url)
        yield url


async def make_current(url: str) -> None:
    """Bring the database to the newest schema. DatabaseError when it is newer already, or cannot be changed."""
    state = await _state(url)
    if state is SchemaState.NEWER:
        raise _newer()
    if state is SchemaState.CURRENT:
        return  # without the migration tools, whose import takes its time
    try:
        await migrate(url)
    except (SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
        reason = _reason(getattr(error, "orig", None) or error)
        raise DatabaseError(f"DATABASE_URL: cannot migrate the database {_place(url)}: {reason}") from None


async def require_current(url: str) -> None:
    """DatabaseError unless the database's schema is the newest."""
    state = await _state(url)
    if state is SchemaState.NEWER:
        raise _newer()
    if state is not SchemaState.CURRENT:
        raise DatabaseError(f"the database's schema is {state.value}: run `python -m server migrate` first")


def _newer() -> DatabaseError:
    return DatabaseError("the database's schema is newer than the program: run a newer program, not `migrate`")


async def _state(url: str) -> SchemaState:
    try:
        connection = await asyncpg.connect(url, timeout=_CONNECT_SECONDS)
        try:
            return await schema_state(connection)
        finally:
            await connection.close()
    except (OSError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise DatabaseError(f"DATABASE_URL: cannot use the database {_place(url)}: {_reason(error)}") from None


def _place(url: str) -> str:
    """Which database that is, of what the URL shows openly: its query may hold a password too."""
    parts = urlsplit(url)
    return f"{parts.path.strip('/') or '(default)'} at {parts.hostname or 'the local socket'}:{parts.port or 5432}"


def _reason(error: Exception) -> str:
    reasons: tuple[tuple[type[Exception], str], ...] = (
        (socket.gaierror, "no such host: correct the URL"),
        (TimeoutError, f"no answer in {_CONNECT_SECONDS:.0f} seconds: correct the URL, or look after the server"),
        (OSError, "no connection: start the server, or correct the URL"),
        (asyncpg.InvalidAuthorizationSpecificationError, "user or password refused: correct the URL"),
        (asyncpg.InvalidCatalogNameError, "no such database: create it, or correct the URL"),
        (asyncpg.TooManyConnectionsError, "out of connections: free some, or allow more"),
        (asyncpg.InsufficientPrivilegeError, "the user may not do this: name another, or grant it"),
        (asyncpg.CannotConnectNowError, "starting or stopping: try again shortly"),
        (ValueError, "the URL cannot be read: correct it"),
    )
    return next((text for kind, text in reasons if isinstance(error, kind)), f"{type(error).__name__}: correct the URL")
