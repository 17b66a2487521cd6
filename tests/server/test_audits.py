"""GraphQL over HTTP, as the audits of `graphql-http` see it: an outside judge in Node, which a wheel brings."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.node import installed, node
from tests.server.tokens import token

AUDITS = Path(__file__).parent.parent / "audits"

# Audits of GET, which is refused: all that they may say is that it MAY be allowed.
OF_GET = {"5A70", "9C48", "D6D5", "6A70"}


@pytest.fixture(scope="module")
def audits() -> Path:
    """The audits, installed."""
    installed(AUDITS)
    return AUDITS


def results(audits: Path, url: str) -> Sequence[dict[str, Any]]:
    done = subprocess.run(
        [node(), "audit.mjs", url, token()], cwd=audits, check=True, capture_output=True, text=True, timeout=60
    )
    audited: list[dict[str, Any]] = json.loads(done.stdout)
    return audited


def test_no_audit_finds_an_error_or_a_warning_and_notices_are_about_get_alone(
    audits: Path, client: httpx.Client
) -> None:
    audited = results(audits, f"{client.base_url}/graphql")
    assert len(audited) > 50
    assert not [result for result in audited if result["status"] in {"error", "warn"}]
    assert {result["id"] for result in audited if result["status"] != "ok"} <= OF_GET


def test_an_endpoint_that_is_not_there_fails_the_audits(audits: Path, client: httpx.Client) -> None:
    audited = results(audits, f"{client.base_url}/elsewhere")
    assert [result for result in audited if result["status"] == "error"]
