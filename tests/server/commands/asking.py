"""What the tests of the commands share: settings, questions, and how a refusal reads."""

import subprocess

import httpx

from tests.server.tokens import SECRET

KEY = SECRET.decode()
NOWHERE = "postgresql://planted-user:planted-password@127.0.0.1:1/planted"


def refused(done: "subprocess.CompletedProcess[str]", *words: str, code: int = 2) -> None:
    """It ended with `code`, and one line on standard error that has `words`."""
    assert done.returncode == code, done.stderr
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
    for word in words:
        assert word in done.stderr
    for secret in ("planted-password", "Traceback", KEY):
        assert secret not in done.stderr


def at(database_url: str) -> dict[str, str]:
    """Settings for a database and a key."""
    return {"DATABASE_URL": database_url, "DIRECTORY_JWT_SECRET": KEY}


def ask(url: str, credential: str, query: str = "{ caller { kind projectId runId } }") -> httpx.Response:
    return httpx.post(f"{url}/graphql", json={"query": query}, headers={"Authorization": f"Bearer {credential}"})
