"""The application without a socket."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.lifespan.on import LifespanOn


@asynccontextmanager
async def lifespan(app: ASGIApp) -> AsyncIterator[dict[str, Any]]:
    """What `app` hands on to its requests, for the length of the block."""
    serving = LifespanOn(uvicorn.Config(app, lifespan="on", log_config=None))
    await serving.startup()
    assert not serving.should_exit
    yield serving.state
    await serving.shutdown()
