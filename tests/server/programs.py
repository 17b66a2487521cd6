"""`python -m server` as a process of its own."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]

_DROP_FROM_BOUNDING_SET = 24
_DAC_OVERRIDE, _DAC_READ_SEARCH = 1, 2


def server(
    *arguments: str | Path,
    settings: Mapping[str, str] | None = None,
    stdin: bytes = b"",
    bound_by_permissions: bool = False,
) -> "subprocess.CompletedProcess[str]":
    """What a subcommand says and how it ends. `bound_by_permissions` takes root's way around them away."""
    done = subprocess.run(
        [sys.executable, "-m", "server", *arguments],
        cwd=ROOT,
        env=environment(settings),
        input=stdin,
        capture_output=True,
        timeout=60,
        preexec_fn=_heed_permissions if bound_by_permissions and os.geteuid() == 0 else None,
        check=False,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


@dataclass
class Serving:
    """A process that serves, and where."""

    process: "subprocess.Popen[str]"
    url: str

    def lines(self, count: int) -> list[str]:
        """The next lines that it says."""
        assert self.process.stdout
        return [self.process.stdout.readline().rstrip("\n") for _ in range(count)]

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Send it a signal; its exit code."""
        self.process.send_signal(number)
        return self.process.wait(timeout=10)


@contextmanager
def serving_program(*arguments: str | Path, settings: Mapping[str, str] | None = None) -> Iterator[Serving]:
    """A process that serves on a free port, for the length of the block."""
    process = subprocess.Popen(
        [sys.executable, "-m", "server", *arguments, "--port", "0"],
        cwd=ROOT,
        env=environment(settings),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    try:
        first = process.stdout.readline()
        assert first.startswith("listening on http://"), first
        yield Serving(process, first.split()[-1])
    finally:
        if process.poll() is None:
            process.terminate()
        process.communicate(timeout=20)


def environment(settings: Mapping[str, str] | None) -> dict[str, str]:
    """This process's environment, with these settings of the directory and no others."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("DIRECTORY_", "DATABASE_"))}
    return kept | dict(settings or {})


def _heed_permissions() -> None:
    for capability in (_DAC_OVERRIDE, _DAC_READ_SEARCH):
        if ctypes.CDLL(None).prctl(_DROP_FROM_BOUNDING_SET, capability, 0, 0, 0) != 0:
            raise PermissionError
