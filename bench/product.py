"""The product with an observer that answers at once; otherwise what `python -m server serve` runs."""

import asyncio
import os
from collections.abc import Sequence

import uvloop

from bench.rows import PROVIDER
from providers.observation import Inquiry, Observation
from server.application import create_app
from server.database import require_current
from server.log_lines import log_to_stderr
from server.serving import listen, serve, url_of
from server.settings import Settings


class InstantObserver:
    """Vouches for whatever a binding says."""

    async def observe(self, inquiry: Inquiry) -> Sequence[Observation]:
        """The binding's own words."""
        return (
            Observation(
                connection=inquiry.connection,
                provider_app=inquiry.provider_app,
                operator=inquiry.operator,
                conversation=inquiry.conversation,
                private=True,
                verified=True,
            ),
        )


async def _run() -> None:
    settings = Settings.read(os.environ)
    if settings.database_url is None:
        raise LookupError("DATABASE_URL is not set")
    with listen("127.0.0.1", 0) as listener:
        await require_current(settings.database_url)
        app = create_app(settings, settings.database_url, {PROVIDER: InstantObserver()})
        await serve(app, listener, lambda: print(f"listening on {url_of(listener)}", flush=True))


if __name__ == "__main__":
    log_to_stderr()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_run())
