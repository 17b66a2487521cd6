"""Who is asking: every rule of rules.md, section 1."""

import base64
import json
from typing import Any, TypeAlias

import asyncpg
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ed25519

from data.caller import Caller, CallerKind
from data.errors import StoreUnavailableError
from data.pool import Pool
from data.run_repository import RunRepository
from server.authentication import Authentication, UnauthenticatedError
from server.keys import SharedSecret
from server.settings import Settings
from tests.recording_pool import RecordingPool
from tests.server.tokens import SECRET, token

NOW_AND_THEN = 4_000_000_000


def authentication(pool: Pool, **settings: Any) -> Authentication:
    return Authentication(Settings(jwt_secret=SECRET, **settings), SharedSecret(SECRET), RunRepository(pool))


def bearer(credential: str) -> list[bytes]:
    return [b"Bearer " + credential.encode("latin-1")]


def unsigned(payload: object, header: object) -> str:
    """A token of any JSON, its signature made of nothing."""
    parts = (base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode() for part in (header, payload))
    return ".".join((*parts, "AAAA"))


def raw(payload: bytes) -> str:
    """A well signed token around bytes that no encoder would write."""
    return jwt.PyJWS().encode(payload, SECRET, "HS256")


PERSON = Caller(CallerKind.PERSON, "ada", "desk")


@pytest.mark.parametrize(
    ("claims", "caller"),
    [
        ({}, PERSON),
        ({"exp": NOW_AND_THEN + 0.5}, PERSON),
        ({"scope": "openid sessions:read"}, PERSON),
        ({"scope": "sessions:publisher"}, PERSON),
        ({"scope": ""}, PERSON),
        ({"aud": "anybody", "iss": "anybody"}, PERSON),
        ({"iat": NOW_AND_THEN}, PERSON),
        ({"user": "eve", "kind": "PUBLISHER"}, PERSON),
        ({"project": "garden"}, Caller(CallerKind.PERSON, "ada", "desk", "garden")),
        ({"sub": "Ada Lovelace 🌹"}, Caller(CallerKind.PERSON, "Ada Lovelace 🌹", "desk")),
        ({"scope": "sessions:publish"}, Caller(CallerKind.PUBLISHER, "ada", "desk")),
        ({"scope": "openid sessions:publish", "project": "x"}, Caller(CallerKind.PUBLISHER, "ada", "desk")),
    ],
)
async def test_a_good_token_makes_its_caller_without_any_statement(
    pool: RecordingPool, claims: dict[str, Any], caller: Caller
) -> None:
    assert await authentication(pool).caller(bearer(token(**claims))) == caller
    assert pool.statements == []


@pytest.mark.parametrize(
    "authorization",
    [
        [],
        [b""],
        [b"Bearer"],
        [b"Bearer "],
        [b"Bearer  "],
        [b"Basic " + token().encode()],
        [token().encode()],
        [b"Bearer " + token().encode() + b" "],
        [b"Bearer " + token().encode() + b", Bearer x"],
        [b"Bearer " + token().encode(), b"Bearer " + token().encode()],
        [b"Bearer " + token().encode(), b""],
        [b"Bearer " + b"a" * 20_000],
        [b"Bearer \xff\xfe"],
        [b"Bearer null"],
        [b"Bearer .."],
        [b"Bearer a.b.c"],
        [b"Bearer " + token().encode()[:-1]],
        [b"Bearer " + token().rpartition(".")[0].encode() + b"."],
    ],
)
async def test_one_whole_bearer_token_is_wanted(pool: RecordingPool, authorization: list[bytes]) -> None:
    with pytest.raises(UnauthenticatedError):
        await authentication(pool).caller(authorization)
    assert pool.statements == []


@pytest.mark.parametrize("scheme", [b"bearer ", b"BEARER ", b"Bearer   "])
async def test_the_scheme_may_be_written_in_any_case(pool: RecordingPool, scheme: bytes) -> None:
    assert await authentication(pool).caller([scheme + token().encode()]) == PERSON


@pytest.mark.parametrize(
    "credential",
    [
        token(exp=None),
        token(exp=1),
        token(exp=True),
        token(exp="4000000000"),
        token(exp=float("inf")),
        token(exp=float("nan")),
        token(exp=[4_000_000_000]),
        token(exp={}),
        raw(b'{"sub":"ada","app":"desk","exp":1e400}'),
        raw(b'{"sub":"ada","app":"desk","exp":null}'),
        token(nbf=NOW_AND_THEN),
        token(nbf=float("inf")),
        token(sub=None),
        token(sub=""),
        token(sub=7),
        token(sub=" ada"),
        token(sub="ada\n"),
        token(sub="a\x00da"),
        token(sub="a" * 161),
        raw(b'{"sub":"\\ud800","app":"desk","exp":4000000000}'),
        raw(b'{"sub":null,"app":"desk","exp":4000000000}'),
        token(app=None),
        token(app=""),
        token(app=7),
        token(app=["desk"]),
        token(app="desk\u2028"),
        token(app="desk "),
        token(project=""),
        token(project=7),
        token(project="garden\t"),
        raw(b'{"sub":"ada","app":"desk","exp":4000000000,"project":null}'),
        token(run=""),
        token(run=7),
        token(run="run\x7f"),
        raw(b'{"sub":"ada","app":"desk","exp":4000000000,"run":null}'),
        token(scope=["sessions:publish"]),
        token(scope=7),
        token(scope="sessions:publish", run="run"),
        token(scope="sessions:publish", run=""),
        raw(b"[]"),
        raw(b'"ada"'),
        raw(b"ada"),
        raw(b"\xff\xff"),
        raw(b"[" * 5_000),
        unsigned({"sub": "ada", "app": "desk", "exp": NOW_AND_THEN}, {"alg": "none", "typ": "JWT"}),
        unsigned({"sub": "ada", "app": "desk", "exp": NOW_AND_THEN}, {"alg": "HS256", "typ": "JWT"}),
        unsigned({"sub": "ada", "app": "desk", "exp": NOW_AND_THEN}, {"typ": "JWT"}),
        unsigned({}, []),
        unsigned({}, {"alg": ["HS256"]}),
        unsigned({}, {"alg": {"HS256": 1}}),
        unsigned({}, {"alg": "HS256", "kid": 7}),
        unsigned({}, {"alg": "HS256", "kid": ["a"]}),
        unsigned({}, {"alg": "HS256", "crit": ["exp"]}),
        token(key=b"another secret, just as long as ours is"),
        token(algorithm="HS384", key=b"a secret of these tests, 32 bytes or more, twice"),
        token(algorithm="EdDSA", key=ed25519.Ed25519PrivateKey.generate()),
    ],
)
async def test_a_malformed_expired_or_wrongly_signed_token_is_nobody(pool: RecordingPool, credential: str) -> None:
    with pytest.raises(UnauthenticatedError) as refused:
        await authentication(pool).caller(bearer(credential))
    assert str(refused.value) == ""
    assert pool.statements == []


@pytest.mark.parametrize(
    ("claims", "accepted"),
    [
        ({"aud": "directory", "iss": "issuer"}, True),
        ({"aud": ["other", "directory"], "iss": "issuer"}, True),
        ({"aud": "directory"}, False),
        ({"iss": "issuer"}, False),
        ({"aud": "other", "iss": "issuer"}, False),
        ({"aud": [], "iss": "issuer"}, False),
        ({"aud": 7, "iss": "issuer"}, False),
        ({"aud": "directory", "iss": "issue"}, False),
        ({}, False),
    ],
)
async def test_audience_and_issuer_are_wanted_when_configured(
    pool: RecordingPool, claims: dict[str, Any], accepted: bool
) -> None:
    strict = authentication(pool, jwt_audience="directory", jwt_issuer="issuer")
    if accepted:
        assert await strict.caller(bearer(token(**claims))) == PERSON
    else:
        with pytest.raises(UnauthenticatedError):
            await strict.caller(bearer(token(**claims)))


# ------------------------------------------------------------------------------------------------ runs
Database: TypeAlias = "asyncpg.Connection[asyncpg.Record]"
RUN = Caller(CallerKind.RUN, "ada", "desk", "garden", "run")


@pytest.mark.parametrize("claims", [{}, {"project": "garden"}, {"scope": "openid"}])
async def test_a_run_that_the_database_confirms_speaks_in_its_sessions_project(
    pool: RecordingPool, live_run: Database, claims: dict[str, Any]
) -> None:
    assert await authentication(pool).caller(bearer(token(run="run", **claims))) == RUN
    assert len(pool.statements) == 1


BROKEN = {
    "the run is unknown": "DELETE FROM runs",
    **{
        f"the run is {status}": f"UPDATE runs SET status = '{status}'"
        for status in ("PENDING", "CANCEL_REQUESTED", "COMPLETED", "FAILED", "CANCELLED", "INTERRUPTED", "YIELDED")
    },
    "there is no lease": "UPDATE runs SET lease_expires_at = NULL",
    "the lease has ended": "UPDATE runs SET lease_expires_at = now() - interval '1 millisecond'",
    **{
        f"the session is {status}": f"UPDATE sessions SET status = '{status}' WHERE id = 'roses'"
        for status in ("CLOSED", "ARCHIVED")
    },
    "the session is deleted": "UPDATE sessions SET status = 'DELETED', deleted = true WHERE id = 'roses'",
    "an ancestor of the session is deleted": "UPDATE sessions SET deleted = true WHERE id = 'roses'",
    "the project is deleted": "UPDATE projects SET status = 'DELETED' WHERE id = 'garden'",
    "the session knows of its deleted project": "UPDATE sessions SET project_deleted = true WHERE id = 'roses'",
    "the turn is another session's": "UPDATE turns SET session_id = 'other'",
    "the run is another session's": "UPDATE runs SET session_id = 'other'",
    "the turn waits": "UPDATE turns SET status = 'WAITING'",
    "the turn is cancelling": "UPDATE turns SET status = 'CANCELLING'",
    **{
        f"the turn is {status}": f"UPDATE turns SET status = '{status}', finished_at = now()"
        for status in ("COMPLETED", "FAILED", "CANCELLED")
    },
    "the turn has another current run": "UPDATE turns SET current_run_id = 'newer'",
    "the turn has no current run": "UPDATE turns SET current_run_id = NULL",
}


@pytest.mark.parametrize("damage", BROKEN.values(), ids=BROKEN)
async def test_a_run_of_which_anything_does_not_hold_is_nobody_after_one_statement(
    pool: RecordingPool, live_run: Database, damage: str
) -> None:
    await live_run.execute(damage)
    with pytest.raises(UnauthenticatedError):
        await authentication(pool).caller(bearer(token(run="run")))
    assert len(pool.statements) == 1


@pytest.mark.parametrize(
    "claims",
    [{"sub": "eve"}, {"app": "shop"}, {"run": "Run"}, {"run": "turn"}, {"project": "house"}, {"project": "unknown"}],
)
async def test_a_run_of_another_owner_app_name_or_project_is_nobody_after_one_statement(
    pool: RecordingPool, live_run: Database, claims: dict[str, Any]
) -> None:
    with pytest.raises(UnauthenticatedError):
        await authentication(pool).caller(bearer(token(**{"run": "run"} | claims)))
    assert len(pool.statements) == 1


async def test_a_run_is_checked_on_every_request(pool: RecordingPool, live_run: Database) -> None:
    checked = authentication(pool)
    credential = bearer(token(run="run"))
    assert await checked.caller(credential) == RUN
    await live_run.execute("UPDATE sessions SET project_id = 'house' WHERE id = 'roses'")
    assert (await checked.caller(credential)).project_id == "house"
    await live_run.execute("UPDATE runs SET status = 'COMPLETED'")
    with pytest.raises(UnauthenticatedError):
        await checked.caller(credential)


async def test_a_run_cannot_be_confirmed_or_refused_without_the_database(pool: RecordingPool) -> None:
    await pool.close()
    with pytest.raises(StoreUnavailableError):
        await authentication(pool).caller(bearer(token(run="run")))
