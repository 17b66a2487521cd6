"""The Host header check: only the listed names, so that no foreign name can be pointed at this server."""

from starlette.types import ASGIApp, Receive, Scope, Send

from server.answers import ErrorCode, RefusedError


class HostCheck:
    """Lets requests through to `app` whose one Host header is in `allowed`, with its port or without; the others are
    answered 400."""

    def __init__(self, app: ASGIApp, allowed: frozenset[str]) -> None:
        self._app = app
        self._allowed = allowed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check and pass on."""
        if scope["type"] != "lifespan" and not self._is_allowed(scope):
            refusal = RefusedError(400, ErrorCode.BAD_REQUEST, "This host is not served here.")
            await refusal.answer()(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _is_allowed(self, scope: Scope) -> bool:
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        if len(hosts) != 1:
            return False
        host = hosts[0].decode("latin-1").lower()
        name, colon, port = host.rpartition(":")
        return host in self._allowed or (bool(colon) and port.isdecimal() and name in self._allowed)
