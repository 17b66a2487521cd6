"""Serving the application over HTTP: a socket of our own, Uvicorn on it, and an orderly end."""

import asyncio
import gc
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import uvicorn
from starlette.types import ASGIApp

from server.http_protocol import HTTPProtocol
from server.log_lines import log_loop_errors_by_type
from server.operator_error import OperatorError

# What runs when a stop is asked for may finish in these; what does not is answered so.
_FINISH_SECONDS = 10


class AddressInUseError(OperatorError):
    """The address cannot be listened on."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes a free one. Requests that come before they are served wait in its queue.

    AddressInUseError when it cannot be had.
    """
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise AddressInUseError(f"cannot listen on {host}: {error.strerror}: choose another --host") from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(2048)
    except OSError as error:
        listener.close()
        raise AddressInUseError(
            f"cannot listen on {_shown(host, port)}: {error.strerror}: choose another --port or --host"
        ) from None
    return listener


def url_of(listener: socket.socket) -> str:
    """`http://HOST:PORT` of a listening socket."""
    host, port = listener.getsockname()[:2]
    return f"http://{_shown(host, port)}"


def _shown(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


class HTTPServer(uvicorn.Server):
    """Uvicorn as this project runs it: `started` is called once requests are answered, and signals are left to
    whoever runs the process."""

    def __init__(self, app: ASGIApp, started: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=HTTPProtocol,
                ws="none",
                lifespan="on",
                log_config=None,
                access_log=False,
                server_header=False,
                # What a proxy claims of the client is not believed.
                proxy_headers=False,
                timeout_graceful_shutdown=_FINISH_SECONDS,
            )
        )
        self._call_when_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the application and accept connections. What cannot be announced is not served."""
        await super().startup(sockets)
        try:
            self._call_when_started()
        except BaseException:
            await self.shutdown(sockets)
            raise

    async def main_loop(self) -> None:
        """Serve until cancelled, or told to exit: Uvicorn then lets requests finish."""
        with suppress(asyncio.CancelledError):
            await super().main_loop()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the signals alone: Uvicorn would raise them again when it is done."""
        yield


async def serve(app: ASGIApp, listener: socket.socket, started: Callable[[], None]) -> None:
    """Serve `app` on `listener` until cancelled; requests that run may finish."""
    log_loop_errors_by_type(asyncio.get_running_loop())

    def settled() -> None:
        _collect_less_garbage()
        started()

    await HTTPServer(app, settled).serve(sockets=[listener])


def _collect_less_garbage() -> None:
    """What was made until now stays: it is not looked through again. An answer is made of hundreds of objects that go
    with it, and looking through them after every 700 took a sixth of the time of a page of 100."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
