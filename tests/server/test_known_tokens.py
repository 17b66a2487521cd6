"""Confirmed tokens are remembered until they expire, and never for longer."""

import pytest

from server.known_tokens import KnownTokens
from server.token_claims import TokenClaims
from tests.server.tokens import SECRET


class Clock:
    """Time that passes when it is told to."""

    now = 1_000.0

    def __call__(self) -> float:
        return self.now


def known(clock: Clock, *, expires_at: float = 2_000.0, most_bytes: int = 100_000) -> KnownTokens:
    tokens = KnownTokens(most_bytes=most_bytes, clock=clock)
    claims = TokenClaims(user_id="ada", app_id="desk", expires_at=expires_at)
    tokens.keep(b"token", claims, None, None, "HS256", SECRET)
    return tokens


@pytest.mark.parametrize(("at", "found"), [(1_000.0, True), (1_999.9, True), (2_000.0, False), (999.9, False)])
def test_a_token_is_known_from_its_check_to_its_expiry(at: float, found: bool) -> None:
    clock = Clock()
    tokens = known(clock)
    clock.now = at
    assert (tokens.find(b"token") is not None) is found
    clock.now = 1_500.0
    assert (tokens.find(b"token") is not None) is found


def test_only_the_very_token_is_known() -> None:
    tokens = known(Clock())
    assert tokens.find(b"Token") is None
    assert tokens.find(b"token ") is None
    assert tokens.find(b"") is None


def test_the_memory_is_bounded() -> None:
    tokens = known(Clock())
    for number in range(1_000):
        claims = TokenClaims(user_id="u", app_id="a", expires_at=9e9)
        tokens.keep(b"%d" % number, claims, None, None, "HS256", SECRET)
    assert sum(tokens.find(b"%d" % number) is not None for number in range(1_000)) < 100
