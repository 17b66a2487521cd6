"""The token of a client: as it was given, or as a callable that makes a new one; no I/O of its own."""

import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias

Token: TypeAlias = str | Callable[[], str]
AsyncToken: TypeAlias = str | Callable[[], str | Awaitable[str]]

# RFC 6750, section 2.1. Anything else would be no header.
_BEARER = re.compile(r"[A-Za-z0-9._~+/-]+=*")


class Credential:
    """Keeps the current token. `renewable`: `renewal` may give another one when this one is refused."""

    def __init__(self, token: AsyncToken) -> None:
        self.renewable = callable(token)
        self.renewal = token if callable(token) else partial(checked, checked(token))
        self._current: str | None = None

    def current(self, refused: str | None) -> str | None:
        """The token to use; None where there is none yet, or none but the `refused` one."""
        return None if self._current == refused else self._current

    def keep(self, token: str) -> str:
        """`token`, as the current one from now on. ValueError where it is no bearer token."""
        self._current = checked(token)
        return token


def checked(token: str) -> str:
    """`token`. ValueError, without it, where it is no bearer token."""
    if not isinstance(token, str) or not _BEARER.fullmatch(token):
        raise ValueError("the token is empty or has characters that no bearer token has")
    return token
