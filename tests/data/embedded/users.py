"""Processes that use an embedded PostgreSQL, and what is left of its processes."""

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from tests.data.embedded.accounts import MYSELF, Account, Installation


class User:
    """A process of `account` that uses the database in `data_dir` until it is told to leave."""

    def __init__(self, data_dir: Path, installation: Installation, account: Account = MYSELF) -> None:
        command = [installation.python, str(installation.scripts / "use.py"), str(data_dir)]
        if account.forbidden:
            command = [installation.python, str(installation.scripts / "forbid.py"), account.forbidden, *command]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={"PATH": os.defpath, "SECRET": "of the application", **installation.environment},
            user=account.uid,
            group=account.gid,
            extra_groups=[] if os.geteuid() == 0 else None,
        )

    def hear(self) -> str:
        """The next line that it says."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().rstrip("\n")

    def ask(self, statement: str) -> str:
        """What PostgreSQL answers it."""
        assert self.process.stdin is not None
        self.process.stdin.write(statement + "\n")
        self.process.stdin.flush()
        return self.hear()

    def leave(self) -> None:
        """Have it leave as it should, and wait for it."""
        self.process.communicate()
        assert self.process.returncode == 0

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


def processes_in(place: Path) -> dict[int, str]:
    """Every process that works in `place`, or was started with it, by number, with its command line."""
    found = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            directory = str((entry / "cwd").readlink())
        except OSError:
            continue  # It is gone, or another user's.
        if str(place) in command or directory.startswith(str(place)):
            found[int(entry.name)] = command
    return found


def postmasters(place: Path) -> list[int]:
    """The servers. A child of one goes by its command line for a moment before it takes its own name."""
    found = [number for number, command in processes_in(place).items() if "/bin/postgres -D" in command]
    return [number for number in found if _parent(number) not in {0, *found}]  # 0: it is gone already


def supervisors(place: Path) -> list[int]:
    return [number for number, command in processes_in(place).items() if "-m data.embedded" in command]


def _parent(process: int) -> int:
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return 0
    return int(status.rpartition(")")[2].split()[1])


def eventually(condition: Callable[[], bool]) -> bool:
    """Whether `condition` comes true. The limit is for a busy machine, not a promise."""
    deadline = time.monotonic() + 30
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
