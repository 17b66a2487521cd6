"""Opening the files of a LoopX home: nothing is written, no symbolic link is followed, and what is read is bounded."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import orjson

from data.loopx.documents import DamageError, Document

# The largest files are turns: each holds a message and its response.
MAX_FILE_BYTES = 16 * 1024 * 1024

# Not blocking: a FIFO in the place of a file must not hold the import up.
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class MissingError(DamageError):
    """There is nothing of that name."""


class Directory:
    """An open directory. What is in it is opened by its name alone, never by a path that could lead elsewhere."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    @contextmanager
    def directory(self, name: str) -> Iterator["Directory"]:
        """The directory `name` in this one. DamageError if it cannot be opened, MissingError if it is not there."""
        with _closing(self._open(name, os.O_DIRECTORY)) as descriptor:
            yield Directory(descriptor)

    def entries(self) -> list[os.DirEntry[str]]:
        """What is in it, by name. DamageError if it cannot be listed."""
        with _damage(), os.scandir(self._descriptor) as entries:
            return sorted(entries, key=lambda entry: entry.name)

    def document(self, name: str, schema_version: str) -> Document:
        """The JSON object in the file `name`. DamageError if that is anything but a regular file with one object of
        this `schema_version`, MissingError if it is not there."""
        try:
            document = orjson.loads(self._content(name))
        except orjson.JSONDecodeError:
            raise DamageError("broken JSON") from None
        if not isinstance(document, dict):
            raise DamageError("no JSON object")
        if document.get("schema_version") != schema_version:
            raise DamageError(f"its schema_version is not {schema_version}")
        return document

    def _content(self, name: str) -> bytes:
        with _closing(self._open(name)) as descriptor, _damage():
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise DamageError("not a regular file")
            with os.fdopen(descriptor, "rb", closefd=False) as file:
                content = file.read(MAX_FILE_BYTES + 1)
        if len(content) > MAX_FILE_BYTES:
            raise DamageError(f"larger than {MAX_FILE_BYTES} bytes")
        return content

    def _open(self, name: str, flags: int = 0) -> int:
        with _damage():
            try:
                return os.open(name, _READ | flags, dir_fd=self._descriptor)
            except FileNotFoundError:
                raise MissingError("not there") from None
            except OSError:
                # Which error an unfollowed link gives depends on the flags and on the system.
                if stat.S_ISLNK(os.stat(name, dir_fd=self._descriptor, follow_symlinks=False).st_mode):
                    raise DamageError("a symbolic link, not followed") from None
                raise


@contextmanager
def open_directory(path: Path) -> Iterator[Directory]:
    """The directory at `path`. The user named it, so links on the way to it are followed. DamageError if it cannot be
    opened."""
    with _damage():
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    with _closing(descriptor):
        yield Directory(descriptor)


@contextmanager
def _closing(descriptor: int) -> Iterator[int]:
    try:
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def _damage() -> Iterator[None]:
    """What the system says is wrong with a file, as a reason."""
    try:
        yield
    except OSError as error:
        raise DamageError((error.strerror or type(error).__name__).lower()) from None
