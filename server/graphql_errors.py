"""What a client reads of an error: every one with a code, and nothing of an unexpected one but an incident id."""

import hashlib
import logging
import secrets
from collections.abc import Sequence
from typing import Any

from graphql import GraphQLError
from graphql.language import ValueNode

from data.errors import StoreBusyError, StoreUnavailableError
from server.answers import ErrorCode, error_entry
from server.limits import limit_error

_log = logging.getLogger(__name__)


def request_errors(errors: Sequence[GraphQLError], code: ErrorCode, most: int) -> list[dict[str, Any]]:
    """Errors of a document or its variables, before anything was executed: the client's own. `most` at most; a limit's
    error has its own code."""
    return [_with_place(error, _request_error(error, code)) for error in _at_most(most, errors)]


def execution_errors(errors: Sequence[GraphQLError], most: int, document: str) -> list[dict[str, Any]]:
    """Errors of fields of `document`, `most` at most. Those that the store or a defect of ours caused are masked, and
    logged by type."""
    return [_with_place(error, _execution_error(error, document)) for error in _at_most(most, errors)]


def store_error(cause: StoreUnavailableError, document: str | None = None) -> dict[str, object]:
    """The error for a store that cannot answer now, asked by `document`."""
    name = type(cause.__cause__ or cause).__name__
    _log.warning("the store did not answer: %s", name, extra={"exception": name, "document": _digest(document)})
    if isinstance(cause, StoreBusyError):
        return error_entry(ErrorCode.BUSY, "The directory is busy. Try again shortly.")
    return error_entry(ErrorCode.STORE_UNAVAILABLE, "The directory's store does not answer. Try again shortly.")


def unexpected_error(cause: BaseException, document: str | None = None) -> dict[str, object]:
    """The error for a defect that `document` met: one text for all, and an incident id that the log line has too."""
    incident, name = secrets.token_hex(8), type(cause).__name__
    extra = {"incident": incident, "exception": name, "document": _digest(document)}
    _log.error("incident %s: %s", incident, name, extra=extra)
    return error_entry(
        ErrorCode.INTERNAL_SERVER_ERROR, "Something went wrong here. The operator can look it up.", incident=incident
    )


def timeout_error(seconds: int, document: str | None) -> dict[str, object]:
    """The error for a request with `document` that took more than `seconds`, with an incident id that the log line has
    too."""
    incident = secrets.token_hex(8)
    extra = {"incident": incident, "document": _digest(document)}
    _log.warning("incident %s: a request took more than %s seconds", incident, seconds, extra=extra)
    message = f"A request may take {seconds} seconds at most (limit: seconds)."
    return error_entry(ErrorCode.TIMEOUT, message, incident=incident, limit="seconds", maximum=seconds)


def _at_most(most: int, errors: Sequence[GraphQLError]) -> Sequence[GraphQLError]:
    """`errors`; of too many those that come first, and that there are more."""
    if len(errors) <= most:
        return errors
    return [*errors[: most - 1], limit_error("errors", most, f"There are more errors: {most} come back at most")]


def _request_error(error: GraphQLError, code: ErrorCode) -> dict[str, object]:
    return _limit_entry(error) or error_entry(code, error.message)


def _limit_entry(error: GraphQLError) -> dict[str, object] | None:
    extensions = error.extensions or {}
    return {"message": error.message, "extensions": extensions} if "limit" in extensions else None


def _digest(document: str | None) -> str | None:
    """What tells documents apart in the log, where their text must not stand."""
    return None if document is None else hashlib.sha256(document.encode()).hexdigest()[:16]


def _execution_error(error: GraphQLError, document: str) -> dict[str, object]:
    if entry := _limit_entry(error):
        return entry
    cause = error.original_error
    if isinstance(cause, StoreUnavailableError):
        return store_error(cause, document)
    if cause is None or _is_about_an_argument(cause):
        return error_entry(ErrorCode.BAD_USER_INPUT, error.message)
    return unexpected_error(cause, document)


def _is_about_an_argument(cause: Exception) -> bool:
    """Whether graphql-core refused an argument while executing, such as null from a variable with a default. Its
    complaints about what a resolver returned are located at fields, and not for the client."""
    nodes = cause.nodes if isinstance(cause, GraphQLError) else None
    return bool(nodes) and all(isinstance(node, ValueNode) for node in nodes or ())


def _with_place(error: GraphQLError, entry: dict[str, Any]) -> dict[str, Any]:
    formatted = error.formatted
    return entry | {name: formatted[name] for name in ("locations", "path") if name in formatted}
