"""`up`: all in one, for a first look and for development."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime

from data.demonstration import demonstrate
from data.pool import Pool
from providers.declared import PROVIDER, DeclaredObserver
from server.application import create_app
from server.commands.output import say
from server.data_directory import DataDirectory
from server.database import database_url, make_current
from server.serving import listen, serve, url_of
from server.settings import Settings
from server.welcome import demonstration_lines


async def run(settings: Settings, directory: DataDirectory, *, host: str, port: int, demo: bool) -> int:
    """Bring what is missing of database, schema, demonstration and secret, and serve until SIGTERM or SIGINT."""
    with directory.claimed() as claim, await asyncio.to_thread(listen, host, port) as listener:
        url = url_of(listener)
        claim.announce(url)
        if not settings.has_key:
            settings = replace(settings, jwt_secret=directory.make_secret())
        if settings.explorer is None:
            settings = replace(settings, explorer=True)
        async with database_url(settings, directory) as database:
            await make_current(database)
            demonstrated = demo and settings.database_url is None and await _demonstrate(database)

            def announce() -> None:
                say(f"listening on {url}")
                if demonstrated and settings.jwt_secret is not None:
                    say(*demonstration_lines(url, settings, settings.jwt_secret))

            await serve(create_app(settings, database, {PROVIDER: DeclaredObserver()}), listener, announce)
    return 0


async def _demonstrate(database: str) -> bool:
    pool = await Pool.open(database, size=1, read_only=False)
    try:
        return await demonstrate(pool, datetime.now(UTC))
    finally:
        await pool.close()
