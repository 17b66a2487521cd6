"""The token check of the Python variants beside the product: verified once, remembered until it expires."""

import time
from typing import Any

import jwt


class TokenCheck:
    """Checks HS256 tokens."""

    def __init__(self, secret: str) -> None:
        self._secret = secret
        self._known: dict[str, dict[str, Any]] = {}

    def claims(self, authorization: str) -> dict[str, Any] | None:
        """The claims of the bearer's token; None if it does not hold."""
        known = self._known.get(authorization)
        if known is None:
            known = self._verified(authorization)
        return known if known is not None and known["exp"] > time.time() else None

    def _verified(self, authorization: str) -> dict[str, Any] | None:
        try:
            claims: dict[str, Any] = jwt.decode(
                authorization.removeprefix("Bearer "),
                self._secret,
                algorithms=["HS256"],
                options={"require": ["exp", "sub", "app"]},
            )
        except jwt.PyJWTError:
            return None
        self._known[authorization] = claims
        return claims
