"""The files that a page loads: read once, and served at an address that changes with them."""

import os
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from server.page.answers import asset_answer

# What a browser loads, and nothing that stands beside it.
_MEDIA_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
}


class Assets:
    """Files by their paths, below `<root>/<hash>/`: the hash is that of them all, so that modules which import each
    other are always of one version, and browsers may keep them for ever."""

    def __init__(self, root: str, files: Mapping[str, bytes]) -> None:
        self._root = root
        self._files = files
        self._hash = _hash_of(files.items())

    def __bool__(self) -> bool:
        return bool(self._files)

    def addressed(self, document: str) -> str:
        """`document` with the hash in each address below the root."""
        return document.replace(f"{self._root}/", f"{self._root}/{self._hash}/")

    @property
    def route(self) -> Route:
        """Where they are found."""
        return Route(f"{self._root}/{{version}}/{{path:path}}", self._answer)

    async def _answer(self, request: Request) -> Response:
        path = request.path_params["path"]
        content = self._files.get(path) if request.path_params["version"] == self._hash else None
        if content is None:
            raise HTTPException(404)
        return asset_answer(content, _MEDIA_TYPES[_suffix(path)])


def read_folder(folder: Path) -> dict[str, bytes]:
    """What pages load of the files below `folder`, by their paths. Links are not followed, and what begins with a dot
    or was installed is left out."""
    files: dict[str, bytes] = {}
    for directory, below, names in os.walk(folder):
        below[:] = [name for name in below if name != "node_modules" and not name.startswith(".")]
        for path in (Path(directory, name) for name in names if not name.startswith(".")):
            if _suffix(path.name) in _MEDIA_TYPES and path.is_file() and not path.is_symlink():
                files[path.relative_to(folder).as_posix()] = path.read_bytes()
    return files


def _suffix(path: str) -> str:
    return Path(path).suffix


def _hash_of(files: Iterable[tuple[str, bytes]]) -> str:
    whole = sha256()
    for path, content in sorted(files):
        whole.update(b"%s\0%d\0%s" % (path.encode(), len(content), content))
    return whole.hexdigest()[:16]
