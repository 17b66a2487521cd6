"""Who uses, supervises and serves a data directory, told by flock: the kernel forgets a holder when it is gone."""

import fcntl
from enum import Enum
from pathlib import Path
from typing import BinaryIO


class Lock(Enum):
    """What is locked.

    Whoever holds TRANSITION sees the others at rest: either no supervisor, or one whose server answers.
    """

    USERS = "users"
    """Shared by the processes that use the server, each as long as it does."""
    TRANSITION = "transition"
    """Held while a user comes or goes, and by the supervisor while its server starts or stops."""
    SUPERVISOR = "supervisor"
    """Held by the supervisor as long as it lives."""
    SERVER = "server"
    """Held by the processes of PostgreSQL themselves, which inherit it, as long as one of them lives."""


class Locks:
    """The lock files of one data directory. A lock that was taken is an open file: closing it gives the lock back."""

    def __init__(self, data_dir: Path) -> None:
        self._directory = data_dir / "locks"
        self._directory.mkdir(mode=0o700, exist_ok=True)

    def take(self, lock: Lock, *, shared: bool = False) -> BinaryIO:
        """Wait for `lock` and take it."""
        file = self._open(lock)
        fcntl.flock(file, fcntl.LOCK_SH if shared else fcntl.LOCK_EX)
        return file

    def try_take(self, lock: Lock) -> BinaryIO | None:
        """Take `lock` if nobody holds it."""
        file = self._open(lock)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            return None
        return file

    def is_free(self, lock: Lock) -> bool:
        """Whether nobody holds `lock`."""
        file = self.try_take(lock)
        if file is None:
            return False
        file.close()
        return True

    def _open(self, lock: Lock) -> BinaryIO:
        return (self._directory / f"{lock.value}.lock").open("ab")
