"""`token` and `schema`, which only print."""

import time
from pathlib import Path
from typing import Any

import jwt

from tests.server.commands.asking import KEY, refused
from tests.server.programs import ROOT, server
from tests.server.tokens import SECRET


def claims(*arguments: str, **settings: str) -> dict[str, Any]:
    done = server("token", *arguments, settings={"DIRECTORY_JWT_SECRET": KEY, **settings})
    assert done.returncode == 0, done.stderr
    payload: dict[str, Any] = jwt.decode(done.stdout.strip(), SECRET, ["HS256"], options={"verify_aud": False})
    return payload


def test_a_token_says_what_was_asked_for() -> None:
    now = time.time()
    person = claims("--user", "ada", "--app", "desk")
    assert abs(person.pop("exp") - now - 12 * 3600) < 60
    assert person == {"sub": "ada", "app": "desk"}
    run = claims("--user", "ada", "--app", "desk", "--run", "r", "--project", "p", "--ttl", "45s")
    assert abs(run.pop("exp") - now - 45) < 60
    assert run == {"sub": "ada", "app": "desk", "run": "r", "project": "p"}
    addressed = {"DIRECTORY_JWT_AUDIENCE": "directory", "DIRECTORY_JWT_ISSUER": "issuer"}
    publisher = claims("--user", "ada", "--app", "desk", "--publisher", "--ttl", "2d", **addressed)
    assert abs(publisher.pop("exp") - now - 2 * 86_400) < 60
    assert publisher == {"sub": "ada", "app": "desk", "scope": "sessions:publish", "aud": "directory", "iss": "issuer"}


def test_no_token_is_signed_without_a_secret(tmp_path: Path) -> None:
    person = ("token", "--user", "ada", "--app", "desk", "--data-dir", tmp_path)
    refused(server(*person), "DIRECTORY_JWT_SECRET")
    refused(server(*person, settings={"DIRECTORY_JWKS_URL": "https://issuer.example/keys"}), "DIRECTORY_JWKS_URL")
    assert list(tmp_path.iterdir()) == []


def test_schema_prints_the_committed_contract() -> None:
    done = server("schema", "--data-dir", "/nowhere/at/all")
    assert done.returncode == 0
    assert done.stdout == (ROOT / "schema" / "schema.graphql").read_text()
