"""From the bytes of a request to a GraphQL request, refusing everything else before GraphQL sees it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import orjson
from starlette.requests import ClientDisconnect
from starlette.types import Receive

from server.answers import JSON_MEDIA_TYPE, ErrorCode, RefusedError
from server.exact_numbers import exact_variables, is_exact
from server.request_headers import RequestHeaders
from server.surrogates import has_lone_surrogate

MOST_NESTING = 64


class GraphQLRequest(NamedTuple):
    """The members of the body that GraphQL over HTTP names."""

    document: str
    operation_name: str | None
    variables: dict[str, Any]


def check_content_type(headers: RequestHeaders) -> None:
    """Refuse what is not announced as plain UTF-8 JSON: status 415."""
    content_types = headers.content_type
    if headers.content_encoding or len(content_types) != 1 or not _is_json(content_types[0]):
        raise RefusedError(
            415, ErrorCode.UNSUPPORTED_MEDIA_TYPE, "Send application/json in UTF-8, without a content encoding."
        )


def _is_json(content_type: str) -> bool:
    if content_type == JSON_MEDIA_TYPE:
        return True
    media_type, *parameters = (part.strip().lower() for part in content_type.split(";"))
    charsets = [
        value.strip('"') for name, _, value in (text.partition("=") for text in parameters) if name == "charset"
    ]
    return media_type == JSON_MEDIA_TYPE and all(charset in {"utf-8", "utf8"} for charset in charsets)


async def read_body(headers: RequestHeaders, receive: Receive, *, most: int) -> bytes:
    """The body, of at most `most` bytes, counted as they come: status 413. ClientDisconnect when it breaks off."""
    announced = headers.content_length
    # What is announced as longer is refused unread. A number of 20 digits is no size.
    if announced.isdecimal() and len(announced) < 20 and int(announced) > most:
        raise _too_large(most)
    body = bytearray()
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        if len(body) > most:
            raise _too_large(most)
        more = message.get("more_body", False)
    return bytes(body)


def _too_large(most: int) -> RefusedError:
    return RefusedError(
        413,
        ErrorCode.PAYLOAD_TOO_LARGE,
        f"The body may have {most} bytes at most (limit: body).",
        limit="body",
        maximum=most,
    )


def read_request(body: bytes) -> GraphQLRequest:
    """The GraphQL request that a JSON body holds: status 400 for what is none."""
    content = _json(body)
    if isinstance(content, list):
        raise _malformed("Batches are not answered: send one request at a time.")
    if not isinstance(content, dict):
        raise _malformed("The body must be a JSON object.")
    document = content.get("query")
    operation_name = content.get("operationName")
    variables = content.get("variables")
    if not isinstance(document, str):
        raise _malformed("The member query must be a string.")
    if not isinstance(operation_name, str | None):
        raise _malformed("The member operationName must be a string.")
    if not isinstance(variables, dict | None):
        raise _malformed("The member variables must be an object.")
    if not isinstance(content.get("extensions"), dict | None):
        raise _malformed("The member extensions must be an object.")
    if has_lone_surrogate(document):
        raise _malformed("Half a surrogate pair is no text.")
    if variables and not is_exact(variables):
        variables = _exact_variables(body)
    return GraphQLRequest(document, operation_name, variables or {})


def _exact_variables(body: bytes) -> dict[str, Any]:
    try:
        return exact_variables(body)
    except ValueError:
        raise _malformed("A number is too large to be exact: write it as a whole number or a string.") from None


def _json(body: bytes) -> object:
    try:
        # orjson takes no lone surrogates, no NaN and nothing but UTF-8.
        content = orjson.loads(body)
    except orjson.JSONDecodeError:
        raise _malformed("The body must be JSON in UTF-8.") from None
    # Counting the brackets spares almost every body the walk.
    if body.count(b"[") + body.count(b"{") > MOST_NESTING and _nests_beyond(MOST_NESTING, content):
        raise _malformed(f"The body may nest {MOST_NESTING} deep at most.")
    return content


def _nests_beyond(depth: int, content: object) -> bool:
    level = [content]
    for _ in range(depth):
        level = [child for value in level for child in _children(value)]
    return any(isinstance(value, dict | list) for value in level)


def _children(value: object) -> Iterator[object]:
    if isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, list):
        yield from value


def _malformed(message: str) -> RefusedError:
    return RefusedError(400, ErrorCode.BAD_REQUEST, message)
