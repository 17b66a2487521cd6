"""What a token says about its bearer: the claims of rules.md, section 1."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from data.identifier import is_identifier

PUBLISH_SCOPE = "sessions:publish"


class MalformedClaimsError(Exception):
    """The claims could not be those of any caller."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenClaims:
    """A person's claims, or a run's (`run_id`), or a publisher's (`publisher`); never both of the latter."""

    user_id: str
    app_id: str
    project_id: str | None = None
    run_id: str | None = None
    publisher: bool = False
    expires_at: float = field(default=0.0, compare=False)
    """Seconds since 1970, as they were read."""

    @classmethod
    def read(cls, payload: Mapping[str, object]) -> Self:
        """The claims of a token whose signature is confirmed. MalformedClaimsError for what could not be an id, and for
        a run that wants to publish."""
        expiry = payload.get("exp")
        if isinstance(expiry, bool) or not isinstance(expiry, int | float) or not math.isfinite(expiry):
            raise MalformedClaimsError
        run_id = _optional_id(payload, "run")
        publisher = PUBLISH_SCOPE in _scopes(payload)
        if publisher and run_id is not None:
            raise MalformedClaimsError
        return cls(
            user_id=_id(payload, "sub"),
            app_id=_id(payload, "app"),
            project_id=_optional_id(payload, "project"),
            run_id=run_id,
            publisher=publisher,
            # Fractions are cut off, as PyJWT does.
            expires_at=int(expiry),
        )

    def payload(self) -> dict[str, object]:
        """The claims as a token carries them."""
        payload: dict[str, object] = {"sub": self.user_id, "app": self.app_id}
        if self.project_id is not None:
            payload["project"] = self.project_id
        if self.run_id is not None:
            payload["run"] = self.run_id
        if self.publisher:
            payload["scope"] = PUBLISH_SCOPE
        return payload


def _id(payload: Mapping[str, object], name: str) -> str:
    value = payload.get(name)
    if not isinstance(value, str) or not is_identifier(value):
        raise MalformedClaimsError
    return value


def _optional_id(payload: Mapping[str, object], name: str) -> str | None:
    return _id(payload, name) if name in payload else None


def _scopes(payload: Mapping[str, object]) -> list[str]:
    """The scopes, separated by spaces (RFC 8693, section 4.2)."""
    scope = payload.get("scope", "")
    if not isinstance(scope, str):
        raise MalformedClaimsError
    return scope.split(" ")
