"""Cross-origin requests (CORS), for the listed origins and no others."""

from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# The server's time, for a page whose clock is wrong, and when a busy server wants to be asked again.
_READABLE = "Date, Retry-After"


class CrossOrigin:
    """Lets browsers read answers from pages of `allowed` origins, and answers their preflights.

    For any other origin `app` answers as if there were none: without the headers, browsers keep the answer back. That
    an answer is another for another origin is told to all, for the sake of what is kept in caches.
    """

    def __init__(self, app: ASGIApp, allowed: frozenset[str]) -> None:
        self._app = app
        self._allowed = allowed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, adding the headers for an allowed origin."""
        origin = Headers(scope=scope).get("origin") if scope["type"] == "http" else None
        if origin is None or origin.lower() not in self._allowed:
            await self._app(scope, receive, _adding({}, send))
        elif scope["method"] == "OPTIONS":
            await _preflight(origin)(scope, receive, send)
        else:
            await self._app(scope, receive, _allowing(origin, send))


def _preflight(origin: str) -> Response:
    return Response(
        status_code=204,
        headers={
            "Access-Control-Allow-Origin": origin,
            "Access-Control-Allow-Methods": "POST",
            "Access-Control-Allow-Headers": "Authorization, Content-Type",
            "Access-Control-Max-Age": "600",
            "Cache-Control": "no-store",
            "Vary": "Origin",
        },
    )


def _allowing(origin: str, send: Send) -> Send:
    return _adding({"Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": _READABLE}, send)


def _adding(added: Mapping[str, str], send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=message["headers"])
            headers.update(added)
            headers.add_vary_header("Origin")
        await send(message)

    return sending
