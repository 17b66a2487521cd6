"""Tokens of our own, signed with the shared secret."""

import time

import jwt

from server.settings import Settings
from server.token_claims import TokenClaims


def sign(claims: TokenClaims, settings: Settings, secret: bytes, *, seconds: int) -> str:
    """A token for `claims` that `settings` accept, for so many seconds from now."""
    addressed = {"aud": settings.jwt_audience, "iss": settings.jwt_issuer}
    payload = claims.payload() | {name: value for name, value in addressed.items() if value is not None}
    return jwt.encode(payload | {"exp": int(time.time()) + seconds}, secret, settings.jwt_algorithms[0])
