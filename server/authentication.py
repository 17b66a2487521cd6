"""From a bearer token to a confirmed caller (rules.md, section 1). The only place where a `Caller` is made."""

import re
from collections.abc import Sequence

import jwt

from data.caller import Caller, CallerKind
from data.run_repository import RunRepository
from server.keys import Keys, UnknownKeyError
from server.known_tokens import KnownToken, KnownTokens
from server.settings import Settings
from server.token_claims import MalformedClaimsError, TokenClaims

# The scheme of RFC 6750, in any case, and its b64token; longer ones are nobody's.
_BEARER = re.compile(rb"bearer +([A-Za-z0-9._~+/-]{1,8192}=*)", re.IGNORECASE)


class UnauthenticatedError(Exception):
    """No credential, or none that holds. It never says why: every cause is answered alike."""


class Authentication:
    """Confirms callers by the configured keys and, for runs, by what the database holds."""

    def __init__(self, settings: Settings, keys: Keys, runs: RunRepository) -> None:
        self._keys = keys
        self._runs = runs
        self._known = KnownTokens()
        self._algorithms = settings.jwt_algorithms
        self._audience = settings.jwt_audience
        self._issuer = settings.jwt_issuer
        wanted = {"aud": self._audience, "iss": self._issuer}
        self._required = ["exp", "sub", "app", *(claim for claim, value in wanted.items() if value is not None)]

    async def caller(self, authorization: Sequence[bytes]) -> Caller:
        """The caller that the values of a request's Authorization headers stand for.

        UnauthenticatedError when they stand for none; KeysUnavailableError and StoreUnavailableError when that cannot
        be told now. A run costs one statement, anybody else none.
        """
        if len(authorization) != 1:
            raise UnauthenticatedError
        known = await self._known_token(authorization[0])
        return await self._run(known.claims) if known.caller is None else known.caller

    async def _run(self, claims: TokenClaims) -> Caller:
        run_id = claims.run_id
        if run_id is None:
            raise UnauthenticatedError
        project_id = await self._runs.project_of_live_run(user_id=claims.user_id, app_id=claims.app_id, run_id=run_id)
        # The claim never decides the project, but one that disagrees is refused.
        if project_id is None or claims.project_id not in {None, project_id}:
            raise UnauthenticatedError
        return Caller(CallerKind.RUN, claims.user_id, claims.app_id, project_id, run_id)

    async def _known_token(self, authorization: bytes) -> KnownToken:
        known = self._known.find(authorization)
        try:
            if known is not None and await self._keys.key(known.key_id, known.algorithm) is known.key:
                return known
            return await self._confirmed(authorization)
        # Numbers beyond any date, and JSON of any shape, escape PyJWT's own exceptions.
        except (jwt.PyJWTError, UnknownKeyError, MalformedClaimsError, OverflowError, TypeError, ValueError):
            raise UnauthenticatedError from None

    async def _confirmed(self, authorization: bytes) -> KnownToken:
        token = _bearer_token(authorization)
        header = jwt.get_unverified_header(token)
        key_id, algorithm = header.get("kid"), header.get("alg")
        if algorithm not in self._algorithms:
            raise UnauthenticatedError
        key = await self._keys.key(key_id, algorithm)
        claims = TokenClaims.read(self._payload(token, key))
        return self._known.keep(authorization, claims, _caller(claims), key_id, algorithm, key)

    def _payload(self, token: str, key: jwt.PyJWK | bytes) -> dict[str, object]:
        payload: dict[str, object] = jwt.decode(
            token,
            key,
            algorithms=self._algorithms,
            audience=self._audience,
            issuer=self._issuer,
            options={
                "require": self._required,
                "verify_aud": self._audience is not None,
                "verify_iss": self._issuer is not None,
                # When it was issued decides nothing, and an issuer's clock may be a second ahead of ours.
                "verify_iat": False,
                "enforce_minimum_key_length": True,
            },
        )
        return payload


def _caller(claims: TokenClaims) -> Caller | None:
    """The caller that the claims alone make: none for a run."""
    if claims.publisher:
        return Caller(CallerKind.PUBLISHER, claims.user_id, claims.app_id)
    if claims.run_id is None:
        return Caller(CallerKind.PERSON, claims.user_id, claims.app_id, claims.project_id)
    return None


def _bearer_token(authorization: bytes) -> str:
    match = _BEARER.fullmatch(authorization)
    if match is None:
        raise UnauthenticatedError
    return match[1].decode("ascii")
