"""Claims: what is written into a token is read out of it."""

import jwt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.identifier import is_identifier
from server.settings import Settings
from server.signing import sign
from server.token_claims import MalformedClaimsError, TokenClaims
from tests.server.tokens import SECRET

ids = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=160).filter(is_identifier)


@st.composite
def claims(draw: st.DrawFn) -> TokenClaims:
    kind = draw(st.sampled_from([{}, {"run_id": draw(ids)}, {"publisher": True}]))
    return TokenClaims(user_id=draw(ids), app_id=draw(ids), project_id=draw(st.none() | ids), **kind)  # type: ignore[arg-type]


@given(claims())
def test_what_is_signed_is_read_back(written: TokenClaims) -> None:
    settings = Settings(jwt_secret=SECRET, jwt_audience="directory", jwt_issuer="issuer")
    signed = sign(written, settings, SECRET, seconds=60)
    payload = jwt.decode(signed, SECRET, algorithms=["HS256"], audience="directory", issuer="issuer")
    assert TokenClaims.read(payload) == written


@given(st.dictionaries(st.sampled_from(["sub", "app", "exp", "project", "run", "scope"]), st.none() | st.text()))
def test_claims_without_an_expiry_in_seconds_are_malformed(payload: dict[str, object]) -> None:
    with pytest.raises(MalformedClaimsError):
        TokenClaims.read(payload)
