"""The tools over streamable HTTP, on loopback: each request brings its caller's own token, which nothing keeps."""

import re
import socket

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from session_directory_client.async_session_directory import AsyncSessionDirectory
from session_directory_client.credential import checked
from session_directory_client.mcp_tools import tool_server

HOST = "127.0.0.1"
_PATH = "/mcp"

# A page of another origin may have its own name lead here: what it asks then has its name in these headers.
_LOOPBACK_ALONE = TransportSecuritySettings(
    # Without a port it is 80.
    allowed_hosts=["127.0.0.1", "127.0.0.1:*", "localhost", "localhost:*"],
    allowed_origins=["http://127.0.0.1", "http://127.0.0.1:*", "http://localhost", "http://localhost:*"],
)
_BEARER = re.compile("bearer +(.+)", re.IGNORECASE)


def serve(url: str, listener: socket.socket) -> None:
    """Serve at `listener`, for the directory at `url`, until a signal ends it."""
    # No line for each request, and none of a library below warnings. Streams that hosts keep open would never end.
    config = uvicorn.Config(
        http_app(url), log_level="warning", access_log=False, lifespan="on", timeout_graceful_shutdown=1
    )
    uvicorn.Server(config).run(sockets=[listener])


def address(listener: socket.socket) -> str:
    """Where hosts find what is served at `listener`."""
    return f"http://{HOST}:{listener.getsockname()[1]}{_PATH}"


def http_app(url: str) -> ASGIApp:
    """The application. It keeps no sessions: a token lives as long as the request that brought it."""

    def directory_of(request: Request) -> AsyncSessionDirectory:
        return AsyncSessionDirectory(url, bearer_token(request.headers))

    tools = tool_server(directory_of).streamable_http_app(
        streamable_http_path=_PATH, json_response=True, stateless_http=True, transport_security=_LOOPBACK_ALONE
    )
    return _BearerRequired(tools)


def bearer_token(headers: Headers) -> str:
    """The token of a request (RFC 6750, section 2.1). ValueError, without it, where there is none or not one alone."""
    [value] = headers.getlist("authorization")
    found = _BEARER.fullmatch(value)
    return checked(found[1] if found else "")


class _BearerRequired:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            try:
                bearer_token(Headers(scope=scope))
            except ValueError:
                refusal = PlainTextResponse(
                    "Send your token of the directory: Authorization: Bearer …\n",
                    status_code=401,
                    headers={"WWW-Authenticate": "Bearer"},
                )
                await refusal(scope, receive, send)
                return
        await self._app(scope, receive, send)
