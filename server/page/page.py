"""The page at `/`, and at `/open/<binding id>`, which it reads from its address itself."""

from collections.abc import Awaitable, Callable, Sequence
from html import escape
from pathlib import Path

from starlette.convertors import PathConvertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from server.page.answers import html_answer
from server.page.assets import Assets, read_folder
from server.page.modules import imported_with

FOLDER = Path(__file__).parents[2] / "web"

_SESSION_URL = '<meta name="session-url" content="{}">'
_MODULE = '<script type="module" src="/assets/{}"></script>'
_PRELOAD = '<link rel="modulepreload" href="/assets/{}">'
_ENTRY = "page.js"


class _AnyPathConvertor(PathConvertor):
    """A path of any characters: Starlette's own ends at a line break."""

    regex = "(?s:.*)"


register_url_convertor("any_path", _AnyPathConvertor())


class Page:
    """The page of `folder`, whose `index.html` names its files below `/assets/`. It links conversations to
    `session_url`, a template; None: nowhere."""

    def __init__(self, session_url: str | None, folder: Path = FOLDER) -> None:
        self._files = read_folder(folder)
        self.assets = Assets("/assets", self._files)
        self._index = (folder / "index.html").read_text("utf-8")
        self._session_url = escape(session_url or "")

    def routes(self) -> Sequence[BaseRoute]:
        """Where it is found."""
        return [
            Route("/", self._answering("session-directory.js")),
            Route("/open/{binding_id:any_path}", self._answering("door-page.js")),
            self.assets.route,
        ]

    def _answering(self, element: str) -> Callable[[Request], Awaitable[Response]]:
        """What answers where the page shows the element of this module, and names at once all that it will load."""
        modules = [path for path in imported_with([_ENTRY, element], self._files) if path != _ENTRY]
        entry = _MODULE.format(_ENTRY)
        preloads = [_PRELOAD.format(path) for path in modules]
        document = self.assets.addressed(self._index.replace(entry, "\n    ".join([*preloads, entry])))
        document = document.replace(_SESSION_URL.format(""), _SESSION_URL.format(self._session_url))

        async def answer(_request: Request) -> Response:
            return html_answer(document)

        return answer
