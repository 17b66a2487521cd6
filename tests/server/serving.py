"""A real server for tests, on loopback, in a thread of its own."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.types import ASGIApp

from server.serving import HTTPServer, listen, url_of


@contextmanager
def serving(app: ASGIApp) -> Iterator[str]:
    """Serve `app` for the length of the block; gives its address."""
    with listen("127.0.0.1", 0) as listener:
        url = url_of(listener)
        started = threading.Event()
        server = HTTPServer(app, started.set)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            assert started.wait(20)
            yield url
        finally:
            server.should_exit = True
            thread.join()
