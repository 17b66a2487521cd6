"""What is raised. The package's docstring draws the tree."""

from dataclasses import dataclass


class SessionDirectoryError(Exception):
    """There is no answer that could be used. No token and nothing of an answer's rows is in the text."""


class TransportError(SessionDirectoryError):
    """No whole answer came."""


class ConnectionFailedError(TransportError):
    """There was no connection: nothing was sent."""


class IncompleteAnswerError(TransportError):
    """The connection or the time ended before the answer did. What was published may be stored or not: publish the same
    batch again, which changes nothing twice."""


class StatusError(SessionDirectoryError):
    """The server answered with an HTTP status other than an answer's.

    `code` is the `extensions.code` that came with it, and `retry_after` the seconds after which to come again; None
    where the server did not say.
    """

    def __init__(self, status: int, code: str | None = None, retry_after: float | None = None) -> None:
        super().__init__(f"the directory answered {status}" + (f" {code}" if code else ""))
        self.status = status
        self.code = code
        self.retry_after = retry_after


class RedirectError(StatusError):
    """3xx: redirects are never followed, so that a token goes nowhere but to the address that was given."""


class UnauthenticatedError(StatusError):
    """401: the token is missing, expired or not to be believed; a token that could be renewed was renewed once."""


class RateLimitedError(StatusError):
    """429: the caller asked for too much."""


class UnavailableError(StatusError):
    """503: the directory or its database is busy or away."""


@dataclass(frozen=True, slots=True)
class ErrorEntry:
    """One of an answer's `errors`; `code` is its `extensions.code`."""

    message: str
    code: str | None


class GraphQLError(SessionDirectoryError):
    """The answer has `errors`. What else it has is not looked at."""

    def __init__(self, errors: tuple[ErrorEntry, ...]) -> None:
        told = (f"{error.code}: {error.message}" if error.code else error.message for error in errors)
        super().__init__("; ".join(filter(None, told)) or "an error without a text")
        self.errors = errors

    @property
    def codes(self) -> frozenset[str]:
        """The codes of all errors."""
        return frozenset(error.code for error in self.errors if error.code is not None)


class InvalidAnswerError(SessionDirectoryError):
    """The answer cannot be believed: nothing of it is shown."""


class NotGraphQLError(InvalidAnswerError):
    """It is no JSON that a GraphQL server sends: a page of HTML, half a body, something encoded."""


class AnswerTooLargeError(InvalidAnswerError):
    """It is larger than any answer that the client asks for; the rest was not read."""


class SchemaMismatchError(InvalidAnswerError):
    """A value is null or of a type that the schema does not allow there."""


class EchoMismatchError(InvalidAnswerError):
    """It answers another question: another binding, session, scope, offset or project than was asked for."""
