"""What a client reads of an error: every one with a code, and nothing of an unexpected one but an incident id."""

import logging
import secrets
from collections.abc import Sequence
from typing import Any

from graphql import GraphQLError
from graphql.language import ValueNode

from data.errors import StoreBusyError, StoreUnavailableError
from server.answers import ErrorCode, error_entry

MOST_ERRORS = 5

_log = logging.getLogger(__name__)


def request_errors(errors: Sequence[GraphQLError], code: ErrorCode) -> list[dict[str, Any]]:
    """Errors of a document or its variables, before anything was executed: the client's own."""
    return [_with_place(error, error_entry(code, error.message)) for error in errors[:MOST_ERRORS]]


def execution_errors(errors: Sequence[GraphQLError]) -> list[dict[str, Any]]:
    """Errors of fields. Those that the store or a defect of ours caused are masked, and logged by type."""
    return [_with_place(error, _execution_error(error)) for error in errors[:MOST_ERRORS]]


def store_error(cause: StoreUnavailableError) -> dict[str, object]:
    """The error for a store that cannot answer now."""
    _log.warning("the store did not answer: %s", type(cause.__cause__ or cause).__name__)
    if isinstance(cause, StoreBusyError):
        return error_entry(ErrorCode.BUSY, "The directory is busy. Try again shortly.")
    return error_entry(ErrorCode.STORE_UNAVAILABLE, "The directory's store does not answer. Try again shortly.")


def unexpected_error(cause: BaseException) -> dict[str, object]:
    """The error for a defect: one text for all, and an incident id that the log line has too."""
    incident = secrets.token_hex(8)
    _log.error("incident %s: %s", incident, type(cause).__name__)
    return error_entry(
        ErrorCode.INTERNAL_SERVER_ERROR, "Something went wrong here. The operator can look it up.", incident=incident
    )


def _execution_error(error: GraphQLError) -> dict[str, object]:
    cause = error.original_error
    if isinstance(cause, StoreUnavailableError):
        return store_error(cause)
    if cause is None or _is_about_an_argument(cause):
        return error_entry(ErrorCode.BAD_USER_INPUT, error.message)
    return unexpected_error(cause)


def _is_about_an_argument(cause: Exception) -> bool:
    """Whether graphql-core refused an argument while executing, such as null from a variable with a default. Its
    complaints about what a resolver returned are located at fields, and not for the client."""
    nodes = cause.nodes if isinstance(cause, GraphQLError) else None
    return bool(nodes) and all(isinstance(node, ValueNode) for node in nodes or ())


def _with_place(error: GraphQLError, entry: dict[str, Any]) -> dict[str, Any]:
    formatted = error.formatted
    return entry | {name: formatted[name] for name in ("locations", "path") if name in formatted}
