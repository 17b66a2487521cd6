"""The servers that are measured: each a process of its own, ended whatever happens."""

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import IO

ROOT = Path(__file__).parent.parent
_LISTENING = re.compile(rb"listening on http://127\.0\.0\.1:([0-9]+)")
_STOP_SECONDS = 15


class StartError(Exception):
    """A server did not start. The message ends with what it said."""


@dataclass(frozen=True, slots=True)
class ServerProcess:
    """A server that listens on `port`."""

    pid: int
    port: int
    started: float
    """When the process was started, by `time.perf_counter`."""

    @property
    def rss_mib(self) -> float:
        """The resident memory of the process and of those that it started."""
        return sum(_rss_mib(pid) for pid in _family(self.pid))

    @property
    def cpu_seconds(self) -> float:
        """The processor time that they have used, in ticks of a hundredth of a second."""
        return sum(_cpu_seconds(pid) for pid in _family(self.pid))


@contextmanager
def running(command: Sequence[str], environment: Mapping[str, str]) -> Iterator[ServerProcess]:
    """A server for the length of the block. It prints the address that it listens on."""
    started = perf_counter()
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(  # noqa: S603 - commands of this folder
            command, cwd=ROOT, env={**_clean_environment(), **environment}, stdout=subprocess.PIPE, stderr=errors
        )
        try:
            port = _port(process.stdout) if process.stdout else None
            if port is None:
                errors.seek(0)
                said = errors.read().decode(errors="replace")
                raise StartError(f"{' '.join(command)} did not start: {said[-2000:]}")
            yield ServerProcess(process.pid, port, started)
        finally:
            _end(process)


def _clean_environment() -> dict[str, str]:
    """This process's own, without settings of the product."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("DIRECTORY_", "DATABASE_URL"))}


def _port(output: IO[bytes]) -> int | None:
    for line in output:
        listening = _LISTENING.search(line)
        if listening:
            return int(listening[1])
    return None


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()


def _family(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(member for child in children for member in _family(int(child)))]


def _rss_mib(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _cpu_seconds(pid: int) -> float:
    # The name of the program stands in brackets, and may hold anything.
    _, _, figures = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")
    user, system = figures.split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
