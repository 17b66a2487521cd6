"""How often one question is asked, and how long to wait before it is asked again; no I/O."""

import random

from session_directory_client.errors import (
    ConnectionFailedError,
    RateLimitedError,
    StatusError,
    UnauthenticatedError,
    UnavailableError,
)

PASSING_ERRORS = (ConnectionFailedError, RateLimitedError, UnavailableError)
"""What may be over in a moment."""

_FIRST_PAUSE_SECONDS = 0.25
_LONGEST_PAUSE_SECONDS = 30.0


class Attempts:
    """Those of one question. Only what is `repeatable` is asked again after a passing error, `most` times in all."""

    def __init__(self, most: int, *, repeatable: bool, renewable: bool) -> None:
        self._most = most if repeatable else 1
        self._made = 0
        self._renewable = renewable

    def pause(self, error: ConnectionFailedError | StatusError) -> float:
        """The seconds to wait after a passing error; `error` itself where that was the last attempt.

        Never shorter than the server asks for, and never the same for all who wait.
        """
        self._made += 1
        asked_for = error.retry_after if isinstance(error, StatusError) else None
        if self._made >= self._most or (asked_for or 0) > _LONGEST_PAUSE_SECONDS:
            raise error
        pause: float = _FIRST_PAUSE_SECONDS * 2.0 ** (self._made - 1)
        if asked_for is not None:
            return asked_for + random.uniform(0, pause)  # noqa: S311 -- no secret
        return random.uniform(pause / 2, pause)  # noqa: S311 -- no secret

    def renew(self, error: UnauthenticatedError) -> None:
        """The token was refused: `error` itself unless it can be renewed and was not yet. Nothing was executed, so that
        a batch may be sent once more, too."""
        if not self._renewable:
            raise error
        self._renewable = False
