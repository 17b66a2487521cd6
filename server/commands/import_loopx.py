"""`import-loopx`: what a LoopX home holds."""

from pathlib import Path

from data.loopx import NotALoopxHomeError, import_home
from server.commands.importing import importing
from server.commands.output import complain, say
from server.data_directory import DataDirectory
from server.settings import Settings


async def run(settings: Settings, directory: DataDirectory, home: Path, *, user_id: str, app_id: str) -> int:
    """Import `home` and say what came in, and what did not and why. 1 if nothing came in."""
    async with importing(settings, directory) as pool:
        try:
            summary = await import_home(pool, home, user_id=user_id, app_id=app_id, report=say)
        except NotALoopxHomeError as error:
            complain(f"error: {error}")
            return 1
        say(*summary.lines())
    return 1 if summary.nothing_came_in else 0
