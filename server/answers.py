"""What goes back over HTTP: JSON that nobody keeps, and errors of one shape."""

from collections.abc import Mapping
from enum import Enum

import orjson
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

JSON_MEDIA_TYPE = "application/json"


class ErrorCode(Enum):
    """`extensions.code` of an error: what kind it is, for programs."""

    GRAPHQL_PARSE_FAILED = "GRAPHQL_PARSE_FAILED"
    GRAPHQL_VALIDATION_FAILED = "GRAPHQL_VALIDATION_FAILED"
    LIMIT_EXCEEDED = "LIMIT_EXCEEDED"
    BAD_USER_INPUT = "BAD_USER_INPUT"
    BAD_REQUEST = "BAD_REQUEST"
    UNAUTHENTICATED = "UNAUTHENTICATED"
    NOT_FOUND = "NOT_FOUND"
    METHOD_NOT_ALLOWED = "METHOD_NOT_ALLOWED"
    PAYLOAD_TOO_LARGE = "PAYLOAD_TOO_LARGE"
    UNSUPPORTED_MEDIA_TYPE = "UNSUPPORTED_MEDIA_TYPE"
    RATE_LIMITED = "RATE_LIMITED"
    TIMEOUT = "TIMEOUT"
    BUSY = "BUSY"
    STORE_UNAVAILABLE = "STORE_UNAVAILABLE"
    KEYS_UNAVAILABLE = "KEYS_UNAVAILABLE"
    INTERNAL_SERVER_ERROR = "INTERNAL_SERVER_ERROR"


def error_entry(code: ErrorCode, message: str, **extensions: object) -> dict[str, object]:
    """One entry of a GraphQL answer's `errors`."""
    return {"message": message, "extensions": {"code": code.value, **extensions}}


class JSONAnswer:
    """`content` as JSON that no cache keeps, as an ASGI application: what `json_answer` sends, at half the cost."""

    __slots__ = ("_body", "_media_type", "status_code")

    def __init__(self, content: object, status: int, media_type: str) -> None:
        self.status_code = status
        self._media_type = media_type
        self._body = orjson.dumps(content, option=orjson.OPT_UTC_Z)

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        """Send it."""
        headers = [
            (b"content-type", b"%s; charset=utf-8" % self._media_type.encode()),
            (b"cache-control", b"no-store"),
            (b"content-length", b"%d" % len(self._body)),
        ]
        await send({"type": "http.response.start", "status": self.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": self._body})


def json_answer(
    content: object, status: int = 200, *, media_type: str = JSON_MEDIA_TYPE, headers: Mapping[str, str] | None = None
) -> Response:
    """`content` as JSON that no cache keeps."""
    return Response(
        orjson.dumps(content, option=orjson.OPT_UTC_Z),
        status,
        {"Content-Type": f"{media_type}; charset=utf-8", "Cache-Control": "no-store", **(headers or {})},
    )


class RefusedError(Exception):
    """A request that is answered by a status and one error, whatever it was about."""

    def __init__(
        self,
        status: int,
        code: ErrorCode,
        message: str,
        headers: Mapping[str, str] | None = None,
        **extensions: object,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.headers = headers
        self.extensions = extensions

    def answer(self) -> Response:
        """The answer to send."""
        return json_answer(
            {"errors": [error_entry(self.code, self.message, **self.extensions)]}, self.status, headers=self.headers
        )
