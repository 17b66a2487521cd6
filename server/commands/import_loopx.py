"""`import-loopx`: what a LoopX home holds."""

import sys
from pathlib import Path

from data.errors import StoreUnavailableError
from data.loopx import NotALoopxHomeError, import_home
from data.pool import Pool
from server.data_directory import DataDirectory
from server.database import current_database_url
from server.operator_error import OperatorError
from server.settings import Settings


async def run(settings: Settings, directory: DataDirectory, home: Path, *, user_id: str, app_id: str) -> int:
    """Import `home` and say what came in, and what did not and why. 1 if nothing came in."""
    async with current_database_url(settings, directory) as url:
        pool = await Pool.open(url, size=settings.write_pool_size, read_only=False)
        try:
            summary = await import_home(pool, home, user_id=user_id, app_id=app_id, report=print)
        except NotALoopxHomeError as error:
            print(f"error: {error}", file=sys.stderr)
            return 1
        except StoreUnavailableError as error:
            raise OperatorError(f"the database failed ({error}): what was imported stays, import again") from None
        finally:
            await pool.close()
    print(*summary.lines(), sep="\n")
    return 1 if summary.nothing_came_in else 0
