"""The page at `/`, and at `/open/<binding id>`, which it reads from its address itself."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from server.page.answers import html_answer
from server.page.assets import Assets, read_folder

FOLDER = Path(__file__).parents[2] / "web"

_SESSION_URL = '<meta name="session-url" content="{}">'


class Page:
    """The page of `folder`, whose `index.html` names its files below `/assets/`. It links conversations to
    `session_url`, a template; None: nowhere."""

    def __init__(self, session_url: str | None, folder: Path = FOLDER) -> None:
        self.assets = Assets("/assets", read_folder(folder))
        index = self.assets.addressed((folder / "index.html").read_text("utf-8"))
        self._index = index.replace(_SESSION_URL.format(""), _SESSION_URL.format(escape(session_url or "")))

    def routes(self) -> Sequence[BaseRoute]:
        """Where it is found."""
        return [
            Route("/", self._answer),
            Route("/open/{binding_id:path}", self._answer),
            self.assets.route,
        ]

    async def _answer(self, _request: Request) -> Response:
        return html_answer(self._index)
