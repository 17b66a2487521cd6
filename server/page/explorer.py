"""GraphiQL at `/explorer`, if it was brought: `make explorer` installs what `graphiql/package-lock.json` names."""

import secrets
from collections.abc import Sequence
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from server.page.answers import html_answer, text_answer
from server.page.assets import Assets

FOLDER = Path(__file__).parent / "graphiql"

_ROOT = "/explorer"
_OWN = ("explorer.js", "explorer.css")
INSTALLED = {
    "react.js": "react/umd/react.production.min.js",
    "react-dom.js": "react-dom/umd/react-dom.production.min.js",
    "graphiql.js": "graphiql/graphiql.min.js",
    "graphiql.css": "graphiql/graphiql.min.css",
}
"""What is taken of the installed packages, by the names it is served under."""

_MISSING = "The explorer is not installed: run `make explorer`, and start the server again."
_NONCE = '<meta name="style-nonce" content="{}">'


class Explorer:
    """The explorer of `folder`, on a page that borrows its icon from `page`. What is not installed is said so."""

    def __init__(self, page: Assets, folder: Path = FOLDER) -> None:
        self._assets = Assets(_ROOT, _read(folder))
        index = (folder / "index.html").read_text("utf-8")
        self._index = page.addressed(self._assets.addressed(index))

    def routes(self) -> Sequence[BaseRoute]:
        """Where it is found."""
        return [Route(_ROOT, self._answer), self._assets.route]

    async def _answer(self, _request: Request) -> Response:
        if not self._assets:
            return text_answer(_MISSING, 404)
        # GraphiQL writes style elements while a dialog is open, and its fonts stand in its style sheet.
        nonce = secrets.token_urlsafe(16)
        return html_answer(
            self._index.replace(_NONCE.format(""), _NONCE.format(nonce)),
            style_src=f"'self' 'nonce-{nonce}'",
            font_src="data:",
        )


def _read(folder: Path) -> dict[str, bytes]:
    """The explorer's files; none, if one of them is missing."""
    paths = {name: folder / name for name in _OWN}
    paths |= {name: folder / "node_modules" / installed for name, installed in INSTALLED.items()}
    if not all(path.is_file() for path in paths.values()):
        return {}
    return {name: path.read_bytes() for name, path in paths.items()}
