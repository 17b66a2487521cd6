"""What came back over HTTP, up to the data in it; no I/O."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from time import monotonic
from typing import Any

from session_directory_client.errors import (
    AnswerTooLargeError,
    ErrorEntry,
    GraphQLError,
    IncompleteAnswerError,
    NotGraphQLError,
    RateLimitedError,
    RedirectError,
    SchemaMismatchError,
    SessionDirectoryError,
    StatusError,
    UnauthenticatedError,
    UnavailableError,
)
from session_directory_client.fields import Fields, as_object

MOST_ANSWER_BYTES = 10 * 1024 * 1024

_STATUS_ERRORS = {401: UnauthenticatedError, 429: RateLimitedError, 503: UnavailableError}
_MEDIA_TYPES = {"application/json", "application/graphql-response+json"}


class ReplyBody:
    """Collects a body piece by piece, up to a size and a moment (of `time.monotonic`)."""

    def __init__(self, headers: Mapping[str, str], until: float) -> None:
        self._until = until
        self._pieces: list[bytes] = []
        self._size = 0
        announced = headers.get("content-length", "")
        if announced.isdecimal() and int(announced) > MOST_ANSWER_BYTES:
            raise _too_large()

    def add(self, piece: bytes) -> None:
        """The next piece. AnswerTooLargeError and IncompleteAnswerError where there should be no next."""
        self._size += len(piece)
        if self._size > MOST_ANSWER_BYTES:
            raise _too_large()
        if monotonic() > self._until:
            raise IncompleteAnswerError("the answer took too long")
        self._pieces.append(piece)

    def content(self) -> bytes:
        """All of it."""
        return b"".join(self._pieces)


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole answer. Names of `headers` are found in any case."""

    status: int
    headers: Mapping[str, str]
    content: bytes

    def data(self) -> Fields:
        """The `data` of an answer without errors; SessionDirectoryError for every other reply."""
        if self.status != 200:
            raise self._failure()
        members = self._members()
        if members.get("errors") is not None:
            raise GraphQLError(_entries(members["errors"]))
        return as_object(members.get("data"), "data")

    def _members(self) -> dict[str, Any]:
        if self.headers.get("content-type", "").partition(";")[0].strip().lower() not in _MEDIA_TYPES:
            raise NotGraphQLError("the answer is not JSON by its content type")
        if self.headers.get("content-encoding", "identity").lower() != "identity":
            raise NotGraphQLError("the answer is encoded, which was not asked for")
        try:
            members = json.loads(self.content.decode())
        except (ValueError, RecursionError):
            raise NotGraphQLError("the answer is not JSON") from None
        if not isinstance(members, dict):
            raise NotGraphQLError("the answer is not an object")
        return members

    def _failure(self) -> SessionDirectoryError:
        errors = self._errors()
        # A document or variables that the directory does not take (GraphQL over HTTP).
        if self.status == 400 and errors:
            return GraphQLError(errors)
        kind = RedirectError if 300 <= self.status < 400 else _STATUS_ERRORS.get(self.status, StatusError)
        return kind(self.status, errors[0].code if errors else None, self._retry_after())

    def _errors(self) -> tuple[ErrorEntry, ...]:
        """The errors in the body, if it is one that has them at all."""
        try:
            return _entries(self._members().get("errors"))
        except (NotGraphQLError, SchemaMismatchError):
            return ()

    def _retry_after(self) -> float | None:
        """Seconds, from either form of the header (RFC 9110, section 10.2.3)."""
        value = self.headers.get("retry-after", "")
        if value.isdecimal():
            return float(value)
        try:
            return max(0.0, (parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds())
        except (ValueError, TypeError, OverflowError):
            return None


def _entries(errors: object) -> tuple[ErrorEntry, ...]:
    if not isinstance(errors, list):
        raise SchemaMismatchError("errors should be a list")
    return tuple(_entry(one if isinstance(one, dict) else {}) for one in errors)


def _entry(error: dict[str, Any]) -> ErrorEntry:
    message, extensions = error.get("message"), error.get("extensions")
    code = extensions.get("code") if isinstance(extensions, dict) else None
    return ErrorEntry(message if isinstance(message, str) else "", code if isinstance(code, str) else None)


def _too_large() -> AnswerTooLargeError:
    return AnswerTooLargeError(f"the answer is larger than {MOST_ANSWER_BYTES} bytes")
