"""Keys from an issuer's key set: a real key server on loopback, and everything it may do wrong."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from jwt.algorithms import ECAlgorithm, OKPAlgorithm, RSAAlgorithm
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from data.caller import Caller, CallerKind
from data.embedded import Address
from data.run_repository import RunRepository
from server.application import create_app
from server.authentication import Authentication, UnauthenticatedError
from server.key_set import KeySet, key_client
from server.keys import KeysUnavailableError, UnknownKeyError
from server.settings import Settings
from tests.recording_pool import RecordingPool
from tests.server.serving import serving
from tests.server.tokens import token

ALGORITHMS = ("RS256", "ES256", "EdDSA")
RSA = rsa.generate_private_key(public_exponent=65_537, key_size=2048)
WEAK_RSA = rsa.generate_private_key(public_exponent=65_537, key_size=1024)
EC = ec.generate_private_key(ec.SECP256R1())
ED = ed25519.Ed25519PrivateKey.generate()


def jwk(key: Any, key_id: str | None, **members: Any) -> dict[str, Any]:
    kinds = {rsa.RSAPrivateKey: RSAAlgorithm, ec.EllipticCurvePrivateKey: ECAlgorithm}
    algorithm: Any = next((kind for of, kind in kinds.items() if isinstance(key, of)), OKPAlgorithm)
    written: dict[str, Any] = {**algorithm.to_jwk(key.public_key(), as_dict=True), "kid": key_id, **members}
    return {name: value for name, value in written.items() if value is not None and name != "key_ops"}


class Issuer:
    """A key server: what it answers, and how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0
        self.keys: list[Any] = [jwk(RSA, "rsa"), jwk(EC, "ec"), jwk(ED, "ed")]
        self.respond: Any = None
        self.was_asked = threading.Event()
        self.going_on = threading.Event()
        self.going_on.set()

    async def __call__(self, request: Request) -> Response:
        self.asked += 1
        self.was_asked.set()
        await asyncio.to_thread(self.going_on.wait, 10)
        if self.respond is not None:
            answer: Response = self.respond(request)
            return answer
        return Response(json.dumps({"keys": self.keys}), media_type="application/json")


class Clock:
    """Time that passes when it is told to."""

    now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="module")
def key_server() -> Iterator[tuple[str, list[Issuer]]]:
    current: list[Issuer] = []

    async def answer(request: Request) -> Response:
        return await current[-1](request)

    with serving(Starlette(routes=[Route("/keys", answer)])) as url:
        yield f"{url}/keys", current


@pytest.fixture
def issuer(key_server: tuple[str, list[Issuer]]) -> Issuer:
    key_server[1].append(Issuer())
    return key_server[1][-1]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def key_set(key_server: tuple[str, list[Issuer]], issuer: Issuer, clock: Clock) -> AsyncIterator[KeySet]:
    async with key_client() as client:
        made = KeySet(key_server[0], ALGORITHMS, client, clock=clock)
        yield made
        await made.close()


@pytest.mark.parametrize(("key_id", "algorithm"), [("rsa", "RS256"), ("ec", "ES256"), ("ed", "EdDSA")])
async def test_a_key_is_found_by_its_id_and_algorithm(key_set: KeySet, key_id: str, algorithm: str) -> None:
    assert (await key_set.key(key_id, algorithm)).key_id == key_id


async def test_the_key_set_is_fetched_once_for_many_requests_at_once(key_set: KeySet, issuer: Issuer) -> None:
    issuer.going_on.clear()
    waiting = [asyncio.create_task(key_set.key("rsa", "RS256")) for _ in range(50)]
    assert await asyncio.to_thread(issuer.was_asked.wait, 10)
    waiting[0].cancel()  # the one that asked gives up: the others still get their keys
    await asyncio.sleep(0)
    issuer.going_on.set()
    found = await asyncio.gather(*waiting[1:])
    assert {key.key_id for key in found} == {"rsa"}
    assert issuer.asked == 1
    await key_set.key("ec", "ES256")
    assert issuer.asked == 1


async def test_an_unknown_key_id_is_asked_for_at_most_once_a_minute(
    key_set: KeySet, issuer: Issuer, clock: Clock
) -> None:
    await key_set.key("rsa", "RS256")
    for _ in range(10):
        with pytest.raises(UnknownKeyError):
            await key_set.key("new", "EdDSA")
    assert issuer.asked == 1
    issuer.keys.append(jwk(ED, "new"))
    clock.now += 61
    assert (await key_set.key("new", "EdDSA")).key_id == "new"
    with pytest.raises(UnknownKeyError):
        await key_set.key("newer", "EdDSA")
    assert issuer.asked == 2


async def test_old_keys_go_on_while_new_ones_are_fetched(key_set: KeySet, issuer: Issuer, clock: Clock) -> None:
    await key_set.key("rsa", "RS256")
    issuer.keys = [jwk(EC, "ec")]
    issuer.going_on.clear()
    clock.now += 301
    assert (await key_set.key("rsa", "RS256")).key_id == "rsa"
    issuer.going_on.set()
    for _ in range(500):
        await asyncio.sleep(0.01)
        try:
            await key_set.key("rsa", "RS256")
        except UnknownKeyError:
            break
    else:
        pytest.fail("the withdrawn key is still taken")
    assert issuer.asked == 2


async def test_keys_outlive_a_failing_key_server_for_an_hour_and_no_longer(
    key_set: KeySet, issuer: Issuer, clock: Clock
) -> None:
    await key_set.key("rsa", "RS256")
    issuer.respond = lambda _request: Response("away", 500)
    clock.now += 3_500
    assert (await key_set.key("rsa", "RS256")).key_id == "rsa"
    clock.now += 200
    with pytest.raises(KeysUnavailableError):
        await key_set.key("rsa", "RS256")
    issuer.respond = None
    clock.now += 5
    assert (await key_set.key("rsa", "RS256")).key_id == "rsa"


def _too_long(_request: Request) -> Response:
    return Response(json.dumps({"keys": [jwk(RSA, "rsa")], "padding": "x" * 1_100_000}))


@pytest.mark.parametrize(
    "respond",
    [
        lambda _request: Response("planted", 500),
        lambda _request: Response(json.dumps({"keys": [jwk(RSA, "rsa")]}), 404),
        lambda _request: Response(json.dumps({"keys": [jwk(RSA, "rsa")]}), 206),
        lambda request: RedirectResponse(str(request.url)),
        lambda _request: Response("planted"),
        lambda _request: Response(""),
        lambda _request: Response(b"\xff\xfe"),
        lambda _request: Response("[]"),
        lambda _request: Response("{}"),
        lambda _request: Response('{"keys": {}}'),
        lambda _request: Response('{"keys": null}'),
        lambda _request: Response('{"keys": "rsa"}'),
        lambda _request: Response("[" * 100_000),
        lambda _request: Response(b"not gzip", headers={"Content-Encoding": "gzip"}),
        _too_long,
    ],
)
async def test_what_is_no_key_set_gives_no_keys_and_is_not_quoted(
    key_set: KeySet, issuer: Issuer, clock: Clock, caplog: pytest.LogCaptureFixture, respond: Any
) -> None:
    issuer.respond = respond
    for _ in range(3):
        with pytest.raises(KeysUnavailableError):
            await key_set.key("rsa", "RS256")
    assert issuer.asked == 1
    assert "planted" not in caplog.text
    assert "the key set could not be fetched" in caplog.text
    issuer.respond = None
    clock.now += 5
    assert (await key_set.key("rsa", "RS256")).key_id == "rsa"


async def test_a_key_server_that_is_not_there_gives_no_keys(clock: Clock) -> None:
    async with key_client() as client:
        with pytest.raises(KeysUnavailableError):
            await KeySet("http://127.0.0.1:1/keys", ALGORITHMS, client, clock=clock).key("rsa", "RS256")


@pytest.mark.parametrize(
    ("entry", "algorithm"),
    [
        (jwk(RSA, "k", use="enc"), "RS256"),
        (jwk(RSA, "k", alg="RS512"), "RS256"),
        (jwk(RSA, "k"), "ES256"),
        (jwk(RSA, "k"), "PS256"),
        ({"kty": "oct", "k": "c2VjcmV0", "kid": "k"}, "RS256"),
        ({"kty": "RSA", "kid": "k"}, "RS256"),
        ({"kty": "RSA", "kid": "k", "n": 7, "e": []}, "RS256"),
        ({"kty": "EC", "kid": "k", "crv": "P-256", "x": "AA", "y": "AA"}, "ES256"),
        ({"kty": "OKP", "kid": "k", "crv": "X25519", "x": "AA"}, "EdDSA"),
        ({"kty": 7, "kid": "k"}, "RS256"),
        ({"kid": "k"}, "RS256"),
        (jwk(RSA, None) | {"kid": 7}, "RS256"),
        (jwk(RSA, None) | {"kid": ["k"]}, "RS256"),
        ("k", "RS256"),
        (None, "RS256"),
    ],
)
async def test_an_entry_that_is_no_signing_key_for_the_algorithm_is_skipped(
    key_set: KeySet, issuer: Issuer, entry: Any, algorithm: str
) -> None:
    issuer.keys = [entry, jwk(EC, "ec")]
    with pytest.raises(UnknownKeyError):
        await key_set.key("k", algorithm)
    assert (await key_set.key("ec", "ES256")).key_id == "ec"


async def test_without_a_key_id_the_only_fitting_key_is_meant(key_set: KeySet, issuer: Issuer) -> None:
    issuer.keys = [jwk(RSA, None), jwk(EC, "ec"), jwk(ED, "a"), jwk(ED, "b")]
    assert (await key_set.key(None, "RS256")).key_id is None
    assert (await key_set.key(None, "ES256")).key_id == "ec"
    with pytest.raises(UnknownKeyError):
        await key_set.key(None, "EdDSA")


# ------------------------------------------------------------------------------------------------ tokens
@pytest.fixture
def authentication(key_set: KeySet, pool: RecordingPool) -> Authentication:
    settings = Settings(jwks_url="https://issuer.example/keys", jwt_algorithms=ALGORITHMS)
    return Authentication(settings, key_set, RunRepository(pool))


async def caller(authentication: Authentication, credential: str) -> Caller:
    return await authentication.caller([f"Bearer {credential}".encode()])


@pytest.mark.parametrize(
    ("key", "algorithm", "key_id"), [(RSA, "RS256", "rsa"), (EC, "ES256", "ec"), (ED, "EdDSA", "ed")]
)
async def test_a_token_signed_with_a_key_of_the_set_is_accepted(
    authentication: Authentication, key: Any, algorithm: str, key_id: str
) -> None:
    signed = token(key=key, algorithm=algorithm, headers={"kid": key_id})
    assert await caller(authentication, signed) == Caller(CallerKind.PERSON, "ada", "desk")


PUBLIC_AS_SECRET = jwk(RSA, "rsa")["n"].encode()


@pytest.mark.parametrize(
    "credential",
    [
        token(key=RSA, algorithm="RS256", headers={"kid": "ec"}),
        token(key=RSA, algorithm="RS256", headers={"kid": "unknown"}),
        token(key=RSA, algorithm="RS512", headers={"kid": "rsa"}),
        token(key=RSA, algorithm="PS256", headers={"kid": "rsa"}),
        token(key=ED, algorithm="EdDSA", headers={"kid": "rsa"}),
        token(key=ed25519.Ed25519PrivateKey.generate(), algorithm="EdDSA", headers={"kid": "ed"}),
        token(key=PUBLIC_AS_SECRET, algorithm="HS256", headers={"kid": "rsa"}),
        token(key=PUBLIC_AS_SECRET, algorithm="HS256"),
        token(key=ED, algorithm="EdDSA", headers={"kid": "ed", "jwk": jwk(RSA, "rsa")}, exp=1),
    ],
)
async def test_a_token_of_another_key_or_algorithm_is_nobody(authentication: Authentication, credential: str) -> None:
    with pytest.raises(UnauthenticatedError):
        await caller(authentication, credential)


async def test_a_token_of_a_weak_key_is_nobody(authentication: Authentication, issuer: Issuer) -> None:
    issuer.keys = [jwk(WEAK_RSA, "weak")]
    with pytest.warns(jwt.InsecureKeyLengthWarning):
        signed = token(key=WEAK_RSA, algorithm="RS256", headers={"kid": "weak"})
    with pytest.raises(UnauthenticatedError):
        await caller(authentication, signed)


async def test_a_token_that_no_key_could_confirm_does_not_ask_the_key_server(
    authentication: Authentication, issuer: Issuer
) -> None:
    for credential in ("nonsense", token(), token(key=RSA, algorithm="RS512")):
        with pytest.raises(UnauthenticatedError):
            await caller(authentication, credential)
    assert issuer.asked == 0


async def test_without_any_key_a_token_cannot_be_refused(authentication: Authentication, issuer: Issuer) -> None:
    issuer.respond = lambda _request: Response("", 503)
    with pytest.raises(KeysUnavailableError):
        await caller(authentication, token(key=RSA, algorithm="RS256", headers={"kid": "rsa"}))


async def test_a_known_token_ends_with_its_key(
    authentication: Authentication, key_set: KeySet, issuer: Issuer, clock: Clock
) -> None:
    signed = token(key=RSA, algorithm="RS256", headers={"kid": "rsa"})
    assert await caller(authentication, signed) == await caller(authentication, signed)
    issuer.keys = [jwk(EC, "ec")]
    clock.now += 301
    with pytest.raises(UnknownKeyError):
        await key_set.key("unknown", "ES256")  # waits for the new keys
    with pytest.raises(UnauthenticatedError):
        await caller(authentication, signed)


async def test_a_known_token_ends_with_the_trust_in_its_key(
    authentication: Authentication, issuer: Issuer, clock: Clock
) -> None:
    signed = token(key=RSA, algorithm="RS256", headers={"kid": "rsa"})
    await caller(authentication, signed)
    issuer.respond = lambda _request: Response("", 503)
    clock.now += 3_601
    with pytest.raises(KeysUnavailableError):
        await caller(authentication, signed)


def test_tokens_are_checked_with_the_key_set_over_http(
    key_server: tuple[str, list[Issuer]], issuer: Issuer, module_database: Address
) -> None:
    good = token(key=ED, algorithm="EdDSA", headers={"kid": "ed"})
    bad = token(key=RSA, algorithm="RS256", headers={"kid": "ed"})
    settings = Settings(jwks_url=key_server[0], jwt_algorithms=ALGORITHMS)

    def ask(url: str, credential: str) -> httpx.Response:
        query = {"query": "{ caller { userId } }"}
        return httpx.post(f"{url}/graphql", json=query, headers={"Authorization": f"Bearer {credential}"})

    with serving(create_app(settings, module_database.dsn, observers={})) as url:
        assert ask(url, good).json() == {"data": {"caller": {"userId": "ada"}}}
        assert ask(url, bad).status_code == 401
    issuer.respond = lambda _request: Response("planted", 500)
    with serving(create_app(settings, module_database.dsn, observers={})) as url:
        answer = ask(url, good)
        assert answer.status_code == 503
        assert answer.json()["errors"][0]["extensions"] == {"code": "KEYS_UNAVAILABLE"}
        assert ask(url, "nonsense").status_code == 401


async def test_the_client_goes_nowhere_else() -> None:
    async with key_client() as client:
        assert isinstance(client, httpx.AsyncClient)
        assert not client.follow_redirects
        assert not client.trust_env
