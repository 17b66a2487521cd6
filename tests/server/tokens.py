"""Tokens for tests."""

import time
from typing import Any

import jwt

SECRET = b"a secret of these tests, 32 bytes or more"


def token(*, key: Any = SECRET, algorithm: str = "HS256", headers: dict[str, Any] | None = None, **claims: Any) -> str:
    """A token of Ada's in the app `desk`, with `claims` over the usual ones; None leaves a claim out."""
    payload = {"sub": "ada", "app": "desk", "exp": int(time.time()) + 600} | claims
    kept = {name: value for name, value in payload.items() if value is not None}
    return jwt.encode(kept, key, algorithm, headers=headers)
