"""What both imports share: a pool on the newest schema, and what is said when they stop half-way."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from data.errors import StoreUnavailableError
from data.pool import Pool
from server.data_directory import DataDirectory
from server.database import current_database_url, reason
from server.operator_error import OperatorError
from server.settings import Settings

# Long enough to hide a project of a million sessions, and to wait for other publishers of one owner.
_STATEMENT_SECONDS = 60.0


class ImportStoppedError(OperatorError):
    """An import that did not come to its end."""

    def __init__(self, why: str) -> None:
        super().__init__(f"{why}: what was imported stays, import again")


@asynccontextmanager
async def importing(settings: Settings, directory: DataDirectory) -> AsyncIterator[Pool]:
    """A pool to import through. ImportStoppedError for a database that fails and for an OperatorError in the block."""
    async with current_database_url(settings, directory) as url:
        pool = await Pool.open(
            url, size=settings.write_pool_size, read_only=False, statement_seconds=_STATEMENT_SECONDS
        )
        try:
            yield pool
        except StoreUnavailableError as error:
            raise ImportStoppedError(f"the database failed ({reason(error.__cause__ or error)})") from None
        except OperatorError as error:
            raise ImportStoppedError(str(error)) from None
        finally:
            await pool.close()
