"""The process between the server and its users, started by the first of them.

It starts PostgreSQL, starts it again should it break off, ends it when the last user is gone, and ends itself. If it is
killed, the kernel tells PostgreSQL to stop.
"""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from data.embedded.cluster import Cluster
from data.embedded.errors import EmbeddedPostgresError
from data.embedded.identity import identities
from data.embedded.locks import Lock, Locks
from data.embedded.programs import usable_programs

READY = b"ready"
DURABLE = "durable"

_POLL_SECONDS = 0.1
_READY_POLL_SECONDS = 0.02
_PREDECESSOR_SECONDS = 30.0
# Together below the ten seconds in which `up` has to end. What a fast shutdown does not finish, recovery does.
_FAST_STOP_SECONDS = 5.0
_IMMEDIATE_STOP_SECONDS = 2.0


def start_server(cluster: Cluster, locks: Locks) -> subprocess.Popen[bytes]:
    """Start the server and wait until it accepts connections, however long it has to recover before, or until nobody
    uses it any more.

    Raises EmbeddedPostgresError where it does not.
    """
    with _server_lock(locks) as lock:
        server = cluster.start(lock)
    while not cluster.is_ready() and not locks.is_free(Lock.USERS):
        if server.poll() is not None:
            raise cluster.failure("PostgreSQL did not start")
        time.sleep(_READY_POLL_SECONDS)
    return server


def stop_server(server: subprocess.Popen[bytes]) -> None:
    """End the server and wait until it is gone."""
    for urgency, seconds in ((signal.SIGINT, _FAST_STOP_SECONDS), (signal.SIGQUIT, _IMMEDIATE_STOP_SECONDS)):
        server.send_signal(urgency)
        try:
            server.wait(seconds)
        except subprocess.TimeoutExpired:
            continue
        return
    server.kill()
    server.wait()


def serve_users(server: subprocess.Popen[bytes], cluster: Cluster, locks: Locks, supervising: BinaryIO) -> None:
    """Keep the server running until nobody uses it, then end it and stop `supervising`."""
    while True:
        time.sleep(_POLL_SECONDS)
        with locks.take(Lock.TRANSITION):
            if locks.is_free(Lock.USERS):
                stop_server(server)
                # Before TRANSITION: a newcomer takes a held SUPERVISOR for a running server.
                supervising.close()
                return
            if server.poll() is not None:
                server = start_server(cluster, locks)


def main() -> None:
    """Supervise as ordered on the command line: data directory, directory of the binaries, DURABLE or not, and the open
    files of the locks TRANSITION and SUPERVISOR, which are inherited.

    Says READY, or else in its last line what is wrong, and then closes its output.
    """
    if os.fork():  # The user who started us need not reap us.
        os._exit(0)
    os.umask(0o077)
    data_dir, binaries, durability, *inherited = sys.argv[1:]
    os.chdir(data_dir)
    locks = Locks(Path(data_dir))
    try:
        with _inherited(inherited[0]) as transition, _inherited(inherited[1]) as supervising:
            cluster = Cluster(
                Path(data_dir), usable_programs(Path(binaries), identities()), durable=durability == DURABLE
            )
            server = start_server(cluster, locks)
            _continue_in_log(cluster)
            transition.close()
            serve_users(server, cluster, locks, supervising)
    except (EmbeddedPostgresError, OSError) as error:
        sys.exit(str(error))


def _inherited(descriptor: str) -> BinaryIO:
    return os.fdopen(int(descriptor), "ab")


def _server_lock(locks: Locks) -> BinaryIO:
    """Wait for the processes of an earlier server, whose supervisor or postmaster was killed, to end."""
    deadline = time.monotonic() + _PREDECESSOR_SECONDS
    while time.monotonic() < deadline:
        if lock := locks.try_take(Lock.SERVER):
            return lock
        time.sleep(_READY_POLL_SECONDS)
    raise EmbeddedPostgresError("an earlier PostgreSQL server still runs in the data directory: end it and try again")


def _continue_in_log(cluster: Cluster) -> None:
    with suppress(BrokenPipeError):  # The user who started us was killed; others may wait.
        os.write(sys.stdout.fileno(), READY)
    with cluster.log() as log:
        os.dup2(log.fileno(), sys.stdout.fileno())
        os.dup2(log.fileno(), sys.stderr.fileno())
