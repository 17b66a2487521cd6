"""Where the keys come from that tokens are checked with."""

from collections.abc import Awaitable
from typing import Protocol

import jwt


class UnknownKeyError(Exception):
    """There is no key of that id for that algorithm."""


class KeysUnavailableError(Exception):
    """There are no keys to be trusted, for now."""


class Keys(Protocol):
    """A source of keys: `SharedSecret`, or the `KeySet` of an issuer."""

    def key(self, key_id: str | None, algorithm: str) -> Awaitable[jwt.PyJWK | bytes]:
        """The key for a token with that header. UnknownKeyError when there is none, KeysUnavailableError when that
        cannot be told."""


class SharedSecret:
    """One key for every token."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    async def key(self, key_id: str | None, algorithm: str) -> bytes:  # noqa: ARG002 - one key, whatever is asked
        """The secret."""
        return self._secret
