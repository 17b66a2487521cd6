"""The embedded server, as its users see it."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from data.embedded.address import Address, plain_socket_directory
from data.embedded.binaries import binary_directory
from data.embedded.cluster import cluster_directory
from data.embedded.errors import EmbeddedPostgresError
from data.embedded.locks import Lock, Locks
from data.embedded.supervisor import DURABLE, READY

_CHECKOUT = Path(__file__).parents[2]
_POLL_SECONDS = 0.05
_LEAVE_SECONDS = 8.0


class EmbeddedPostgres:
    """A use of the PostgreSQL in `data_dir`, shared with whoever uses it at the same time.

    `durable=False` trades safety against a crash of the machine for speed, for tests; the user who starts the server
    decides. Both `open` and `close` may take a second or more: outside an event loop, or in a thread of it.
    """

    def __init__(self, data_dir: Path, *, durable: bool = True) -> None:
        self._data_dir = data_dir.absolute()
        self._durable = durable
        self._held = ExitStack()

    @contextmanager
    def running(self) -> Iterator[Address]:
        """`open` and `close` around a block."""
        address = self.open()
        try:
            yield address
        finally:
            self.close()

    def open(self) -> Address:
        """Start the server, or join the one that runs, and say where it is. A server that is just stopping is waited
        for. The address is valid in this process until `close`, in its children too unless the path is long or odd.

        Raises EmbeddedPostgresError.
        """
        try:
            self._data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
            locks = Locks(self._data_dir)
            while not (address := self._join(locks)):
                time.sleep(_POLL_SECONDS)
        except OSError as error:
            raise EmbeddedPostgresError(
                f"cannot use the data directory {self._data_dir} ({error.strerror}): "
                "choose another, or set DATABASE_URL to a server"
            ) from error
        return address

    def close(self) -> None:
        """Leave the server. The last to leave returns when it is gone, or after eight seconds."""
        self._held.close()
        deadline = time.monotonic() + _LEAVE_SECONDS
        while not self._is_settled() and time.monotonic() < deadline:
            time.sleep(_POLL_SECONDS)

    def _join(self, locks: Locks) -> Address | None:
        """Become a user; None while the supervisor has not yet noticed that its server was killed."""
        with locks.take(Lock.TRANSITION) as transition, ExitStack() as held:
            held.enter_context(locks.take(Lock.USERS, shared=True))
            if supervising := locks.try_take(Lock.SUPERVISOR):
                with supervising:
                    self._start_supervisor(transition.fileno(), supervising.fileno())
            address = self._address(held)
            if not address.answers():
                return None
            self._held = held.pop_all()
            return address

    def _start_supervisor(self, *locks: int) -> None:
        order = [str(self._data_dir), str(binary_directory()), DURABLE if self._durable else "volatile"]
        answer = subprocess.run(  # noqa: S603
            [sys.executable, "-ES", "-m", "data.embedded", *order, *map(str, locks)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=_CHECKOUT,
            pass_fds=locks,
            start_new_session=True,
            check=False,
        )
        if answer.stdout != READY:
            said = answer.stdout.decode(errors="replace").splitlines()
            raise EmbeddedPostgresError(said[-1] if said else "the supervisor of PostgreSQL was killed: try again")

    def _address(self, held: ExitStack) -> Address:
        directory = cluster_directory(self._data_dir)
        if plain := plain_socket_directory(directory):
            return Address(plain)
        if not Path("/proc/self/fd").exists():
            raise EmbeddedPostgresError(f"the path {self._data_dir} is too long, or has odd characters: choose another")
        descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
        held.callback(os.close, descriptor)
        return Address(f"/proc/self/fd/{descriptor}")

    def _is_settled(self) -> bool:
        """Whether the server is gone, or still used by others."""
        locks = Locks(self._data_dir)
        with locks.take(Lock.TRANSITION):
            return (locks.is_free(Lock.SUPERVISOR) and locks.is_free(Lock.SERVER)) or not locks.is_free(Lock.USERS)
