"""A real server with the page and a database behind it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from data.pool import Pool
from data.records import RawRecord
from providers.declared import PROVIDER, DeclaredObserver
from server.application import create_app
from server.settings import Settings
from tests.records import store
from tests.server.serving import serving
from tests.server.tokens import SECRET, token

MINA: dict[str, Any] = {"sub": "mina", "app": "workbench", "project": "website"}
"""The claims of the demonstration's person."""

SESSION_URL = "https://platform.example/{projectId}/chat/{sessionId}"


@dataclass(frozen=True)
class Site:
    """A server at `url` on the database at `dsn`."""

    url: str
    dsn: str

    async def store(self, *records: RawRecord) -> None:
        """Publish `records` (of tests/records.py: Ada's, in the app `desk`) as a platform does."""
        pool = await Pool.open(self.dsn, size=1, read_only=False)
        await store(pool, *records)
        await pool.close()

    def link(self, path: str = "/", **claims: Any) -> str:
        """The address of `path` that signs Ada in, or whom `claims` make of her."""
        return f"{self.url}{path}#token={token(**claims)}"

    def door(self, binding_id: str, **claims: Any) -> str:
        """The address that opens the conversation of a binding."""
        return self.link(f"/open/{quote(binding_id, safe='')}", **claims)


@contextmanager
def site_on(dsn: str, **settings: Any) -> Iterator[Site]:
    """A server on the database at `dsn`, with what `up` has and `settings`, for the length of the block."""
    given = {"session_url": SESSION_URL} | settings
    app = create_app(Settings(jwt_secret=SECRET, **given), dsn, {PROVIDER: DeclaredObserver()})
    with serving(app) as url:
        yield Site(url, dsn)
