"""The page at `/`, and at `/open/<binding id>`, which is the page's own business, with the files that it loads."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from server.page.answers import asset_answer, html_answer
from server.page.assets import Assets, media_type, read_folder

FOLDER = Path(__file__).parents[2] / "web"

_ASSETS = "/assets"
_SESSION_URL = '<meta name="session-url" content="{}">'


class Page:
    """The page of `folder`, whose `index.html` names its files below `/assets/`. Conversations are linked to at
    `session_url`, a template; None: nowhere."""

    def __init__(self, session_url: str | None, folder: Path = FOLDER) -> None:
        self._assets = Assets(_ASSETS, read_folder(folder))
        index = (folder / "index.html").read_text("utf-8").replace(f"{_ASSETS}/", self._assets.address)
        self._index = index.replace(_SESSION_URL.format(""), _SESSION_URL.format(escape(session_url or "")))

    def routes(self) -> Sequence[BaseRoute]:
        """Where it is found."""
        return [
            Route("/", self._answer_index),
            Route("/open/{binding_id:path}", self._answer_index),
            Route(f"{_ASSETS}/{{version}}/{{path:path}}", self._answer_asset),
        ]

    async def _answer_index(self, _request: Request) -> Response:
        return html_answer(self._index)

    async def _answer_asset(self, request: Request) -> Response:
        return answer_from(self._assets, request)


def answer_from(assets: Assets, request: Request) -> Response:
    """The file that a request names by `version` and `path`. HTTPException 404 if there is none."""
    path = request.path_params["path"]
    content, kind = assets.find(request.path_params["version"], path), media_type(path)
    if content is None or kind is None:
        raise HTTPException(404)
    return asset_answer(content, kind)
