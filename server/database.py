"""The database of a command: the one that DATABASE_URL names, or the embedded one of the data directory."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import asyncpg
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from data.embedded import EmbeddedPostgres
from data.migrations import SchemaState, migrate, schema_state
from server.data_directory import DataDirectory
from server.operator_error import OperatorError
from server.settings import Settings

_CONNECT_SECONDS = 10.0
_OPEN_SECONDS = 5.0

# What asyncpg makes of a URL that it cannot read.
_BAD_URL = (ValueError, LookupError, OverflowError)
# A schema that a user may not even look into is none.
_NOT_GRANTED = (asyncpg.InsufficientPrivilegeError, asyncpg.InvalidSchemaNameError)


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
        # But not for ever: what is given up, the kernel and the supervisor close.
        await asyncio.wait([opening], timeout=_OPEN_SECONDS)
        if opening.done() and opening.exception() is None:
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
    if state is SchemaState.CURRENT:
        return  # without the migration tools, whose import takes its time
    _require_ours(state)
    from alembic.util import CommandError

    try:
        await migrate(url)
    except CommandError:  # A newer program was here meanwhile.
        _require_ours(SchemaState.NEWER)
    except (SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
        cause = error.driver_exception if isinstance(error, DBAPIError) else error
        raise DatabaseError(f"DATABASE_URL: cannot migrate the database {_place(url)}: {reason(cause)}") from None


async def require_current(url: str) -> None:
    """DatabaseError unless the database's schema is the newest."""
    state = await _state(url)
    _require_ours(state)
    if state is not SchemaState.CURRENT:
        raise DatabaseError(f"the database's schema is {state.value}: run `python -m server migrate` first")


def _require_ours(state: SchemaState) -> None:
    if state is SchemaState.NEWER:
        raise DatabaseError(f"the database's schema is {state.value}: run a newer program, not `migrate`")
    if state is SchemaState.FOREIGN:
        raise DatabaseError(f"the database's schema is {state.value}: name another database in DATABASE_URL")


async def _state(url: str) -> SchemaState:
    try:
        connection = await asyncpg.connect(url, timeout=_CONNECT_SECONDS)
        try:
            if await connection.fetchval("SHOW server_encoding") != "UTF8":
                raise DatabaseError(f"the database {_place(url)} cannot hold all text: create it with ENCODING 'UTF8'")
            return await schema_state(connection)
        finally:
            await connection.close()
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, *_BAD_URL) as error:
        raise DatabaseError(f"DATABASE_URL: cannot use the database {_place(url)}: {reason(error)}") from None


def _place(url: str) -> str:
    """Which database that is, of what the URL shows openly: its query may hold a password too."""
    parts = urlsplit(url)
    return f"{parts.path.strip('/') or '(default)'} at {parts.netloc.rpartition('@')[2] or 'the local socket'}"


def reason(error: BaseException) -> str:
    """Why the database does not do what it should, and what to do about it. Nothing of the error's own text."""
    reasons: tuple[tuple[type[Exception] | tuple[type[Exception], ...], str], ...] = (
        (socket.gaierror, "no such host: correct the URL"),
        (TimeoutError, "no answer in time: correct the URL, or look after the server"),
        (OSError, "no connection: start the server, or correct the URL"),
        (asyncpg.InvalidAuthorizationSpecificationError, "user or password refused: correct the URL"),
        (asyncpg.InvalidCatalogNameError, "no such database: create it, or correct the URL"),
        (asyncpg.TooManyConnectionsError, "out of connections: free some, or allow more"),
        (_NOT_GRANTED, "the user may not do this: name another, or grant it"),
        (asyncpg.ReadOnlySQLTransactionError, "it cannot be written: name the primary server, or let it be written"),
        (asyncpg.DuplicateTableError, "it has such tables without a version: name an empty database"),
        (asyncpg.CannotConnectNowError, "starting or stopping: try again shortly"),
        (_BAD_URL, "the URL cannot be read: correct it"),
    )
    otherwise = f"{type(error).__name__}: look after the server"
    return next((text for kind, text in reasons if isinstance(error, kind)), otherwise)
