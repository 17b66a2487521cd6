"""Tokens that were confirmed before, so that a token is decoded once and not with every request."""

import time
from collections.abc import Callable
from dataclasses import dataclass

import jwt

from data.caller import Caller
from server.bounded_cache import BoundedCache
from server.token_claims import TokenClaims

MOST_BYTES = 2 * 1024 * 1024

# Claims and their place in the cache, measured.
_CLAIMS_BYTES = 1024


@dataclass(frozen=True, slots=True)
class KnownToken:
    """A token as it was confirmed: which key did it, and from when to when that holds, in seconds since 1970. A run has
    no `caller`: whom it stands for is asked each time."""

    claims: TokenClaims
    caller: Caller | None
    key_id: str | None
    algorithm: str
    key: jwt.PyJWK | bytes
    confirmed_at: float
    expires_at: float


class KnownTokens:
    """The confirmed tokens of late, as their headers bring them, until they expire.

    Only success is remembered, and only what the token itself says: whether its key is trusted still, and whether a run
    lives, is asked with every request. A clock that was set back makes nothing hold for longer.
    """

    def __init__(self, *, most_bytes: int = MOST_BYTES, clock: Callable[[], float] = time.time) -> None:
        self._tokens = BoundedCache[bytes, KnownToken](most_bytes)
        self._clock = clock

    def find(self, token: bytes) -> KnownToken | None:
        """What was confirmed of `token`, if it holds now."""
        known = self._tokens.get(token)
        if known is not None and not known.confirmed_at <= self._clock() < known.expires_at:
            self._tokens.remove(token)
            return None
        return known

    def keep(
        self,
        token: bytes,
        claims: TokenClaims,
        caller: Caller | None,
        key_id: str | None,
        algorithm: str,
        key: jwt.PyJWK | bytes,
    ) -> KnownToken:
        """Remember that `key` confirmed `token` just now."""
        known = KnownToken(claims, caller, key_id, algorithm, key, self._clock(), claims.expires_at)
        self._tokens.put(token, known, len(token) + _CLAIMS_BYTES)
        return known
