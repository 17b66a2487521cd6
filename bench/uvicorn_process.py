"""Serving the Python variants beside the product: Uvicorn with uvloop and httptools, as lean as it gets."""

import socket

import uvicorn
from starlette.types import ASGIApp


def serve(app: ASGIApp) -> None:
    """Serve on a free port of 127.0.0.1, which is printed, until SIGTERM."""
    config = uvicorn.Config(
        app,
        loop="uvloop",
        http="httptools",
        ws="none",
        access_log=False,
        log_level="warning",
        proxy_headers=False,
        server_header=False,
    )
    with socket.create_server(("127.0.0.1", 0), backlog=2048) as listener:
        # Requests that come before they are served wait in the socket's queue.
        print(f"listening on http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
        uvicorn.Server(config).run(sockets=[listener])
