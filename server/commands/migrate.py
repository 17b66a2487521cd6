"""`migrate`: bring the database to the newest schema."""

from server.commands.output import say
from server.data_directory import DataDirectory
from server.database import database_url, make_current
from server.settings import Settings


async def run(settings: Settings, directory: DataDirectory) -> int:
    """Migrate; safe from several machines at once."""
    async with database_url(settings, directory) as url:
        await make_current(url)
    say("the database has the newest schema")
    return 0
