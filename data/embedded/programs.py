"""Running PostgreSQL's own programs."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from data.embedded.errors import EmbeddedPostgresError
from data.embedded.identity import Identity, user_name

_PR_SET_PDEATHSIG = 1

# The settings and secrets in the caller's environment are none of PostgreSQL's business, and PG* would change its ways.
_ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C"}


@dataclass(frozen=True)
class Programs:
    """The programs in `directory`, run as `identity`. `major` is their version, for example `18`."""

    directory: Path
    identity: Identity
    major: str

    def launch(
        self, command: Sequence[str], *, output: BinaryIO, lock: BinaryIO, stdin: int
    ) -> subprocess.Popen[bytes]:
        """Start a program of PostgreSQL that holds `lock`, and is told to end (SIGINT) when this process is gone.

        Only for a process with a single thread: code runs in the child before it becomes the program.
        """
        parent = os.getpid()

        def become() -> None:
            self.identity.enter()
            _end_with(parent)

        return subprocess.Popen(  # noqa: S603
            [self.directory / command[0], *command[1:]],
            stdin=stdin,
            stdout=output,
            stderr=output,
            env=_ENVIRONMENT,
            cwd="/",
            pass_fds=[lock.fileno()],
            preexec_fn=become,
        )


def usable_programs(directory: Path, identities: Iterable[Identity]) -> Programs:
    """The programs in `directory`, with the first of `identities` that can run them here.

    Raises EmbeddedPostgresError where none can.
    """
    for identity in identities:
        try:
            version = _version(directory, identity)
        except subprocess.SubprocessError:  # What the child raises before it is the program.
            continue
        return Programs(directory, identity, version)
    raise EmbeddedPostgresError(
        f"PostgreSQL does not run as {user_name(os.geteuid())}, and this machine lets it take no other name: "
        "run as an ordinary user, or set DATABASE_URL to a server"
    )


def _version(directory: Path, identity: Identity) -> str:
    answer = subprocess.run(  # noqa: S603
        [directory / "postgres", "--version"],
        capture_output=True,
        check=False,
        text=True,
        env=_ENVIRONMENT,
        cwd="/",
        preexec_fn=identity.enter,
    )
    if answer.returncode != 0:
        raise EmbeddedPostgresError(
            f"PostgreSQL does not run on this machine ({answer.stderr.strip()}): set DATABASE_URL to a server"
        )
    return answer.stdout.split()[-1].partition(".")[0]


def _end_with(parent: int) -> None:
    """Have the kernel interrupt this process when `parent` is gone, however it went."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGINT, 0, 0, 0)
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)
