"""What `up` keeps in the data directory beside the database: who is up there, and the secret for tokens."""

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from server.operator_error import OperatorError
from server.settings import LEAST_SECRET_BYTES

_UP = "up.lock"
_SECRET = "jwt-secret"  # noqa: S105 - the name of a file


class DataDirectoryError(OperatorError):
    """The data directory cannot be used so."""


class Claim:
    """The right to be `up` on a data directory, as long as `file` is open."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def announce(self, url: str) -> None:
        """Tell the next one that wants to be up where this one is."""
        self._file.seek(0)
        self._file.truncate()
        self._file.write(url.encode())
        self._file.flush()


class DataDirectory:
    """The directory at `path`, made when it is first needed."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def claimed(self) -> Iterator[Claim]:
        """The only claim on this directory. DataDirectoryError, with the address of the other, when it is taken."""
        with self._usable():
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = (self.path / _UP).open("a+b")
        with file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                file.seek(0)
                address = file.read().decode(errors="replace") or "not listening yet"
                raise DataDirectoryError(
                    f"{self.path} is in use: `up` runs there already ({address}): stop it or choose another --data-dir"
                ) from None
            file.truncate(0)
            yield Claim(file)

    def secret(self) -> bytes:
        """The secret that `up` made here. DataDirectoryError when there is none."""
        path = self.path / _SECRET
        with self._usable():
            if not path.exists():
                raise DataDirectoryError(f"{path} is not there: run `up` first, or set DIRECTORY_JWT_SECRET")
            secret = path.read_bytes()
        if len(secret) < LEAST_SECRET_BYTES:
            raise DataDirectoryError(f"{path} is damaged: remove it, and `up` makes a new secret")
        return secret

    def make_secret(self) -> bytes:
        """The secret of this directory, new if there is none. Of several that make one at once, all get the same."""
        with self._usable():
            self._offer_secret(secrets.token_hex(LEAST_SECRET_BYTES).encode())
        return self.secret()

    def _offer_secret(self, secret: bytes) -> None:
        """Put `secret` in place unless there is one: whole, closed to others from the start, and linked atomically."""
        if (self.path / _SECRET).exists():
            return
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = self.path / f"{_SECRET}.{secrets.token_hex(8)}"
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(secret)
                file.flush()
                os.fsync(descriptor)
            with suppress(FileExistsError):  # another was faster
                os.link(draft, self.path / _SECRET)
        finally:
            draft.unlink()

    @contextmanager
    def _usable(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise DataDirectoryError(
                f"cannot use the data directory {self.path} ({error.strerror}): choose another with --data-dir"
            ) from None
