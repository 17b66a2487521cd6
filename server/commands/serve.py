"""`serve`: serve a database that is there, for production."""

import asyncio

from server.application import create_app
from server.commands.output import say
from server.database import require_current
from server.serving import listen, serve, url_of
from server.settings import SettingError, Settings


async def run(settings: Settings, *, host: str, port: int) -> int:
    """Serve until SIGTERM or SIGINT. Refused without DATABASE_URL, without a key, and for an older or newer schema."""
    if settings.database_url is None:
        raise SettingError("DATABASE_URL", "is not set: name the database to serve (`up` brings one of its own)")
    if not settings.has_key:
        raise SettingError("DIRECTORY_JWT_SECRET", "is not set: set it, or DIRECTORY_JWKS_URL")
    with await asyncio.to_thread(listen, host, port) as listener:
        await require_current(settings.database_url)
        url = url_of(listener)
        app = create_app(settings, settings.database_url, observers={})
        await serve(app, listener, lambda: say(f"listening on {url}"))
    return 0
