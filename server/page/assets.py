"""The files that a page loads: read once, and served at an address that changes with them."""

import os
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

_MEDIA_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
}


def media_type(path: str) -> str | None:
    """That of a file, by its suffix; None for a file that no page loads."""
    return _MEDIA_TYPES.get(Path(path).suffix)


def read_folder(folder: Path) -> dict[str, bytes]:
    """What pages load of the files below `folder`, by their paths. Links are not followed, and what begins with a dot
    or was installed is left out."""
    files: dict[str, bytes] = {}
    for directory, below, names in os.walk(folder):
        below[:] = [name for name in below if name != "node_modules" and not name.startswith(".")]
        for path in (Path(directory, name) for name in names if not name.startswith(".")):
            if media_type(path.name) is not None and path.is_file() and not path.is_symlink():
                files[path.relative_to(folder).as_posix()] = path.read_bytes()
    return files


class Assets:
    """Files by their paths, below `<root>/<hash>/`: the hash is that of them all, so that modules which import each
    other are always of one version, and browsers may keep them for ever."""

    def __init__(self, root: str, files: Mapping[str, bytes]) -> None:
        self._files = files
        self.hash = _hash_of(files.items())
        self.address = f"{root}/{self.hash}/"

    def find(self, version: str, path: str) -> bytes | None:
        """A file of this version; None if there is none, or the version is another."""
        return self._files.get(path) if version == self.hash else None


def _hash_of(files: Iterable[tuple[str, bytes]]) -> str:
    whole = sha256()
    for path, content in sorted(files):
        whole.update(b"%s\0%d\0%s" % (path.encode(), len(content), content))
    return whole.hexdigest()[:16]
