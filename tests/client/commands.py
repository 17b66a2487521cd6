"""`session-directory` as a process of its own, with a pipe or a terminal to write to."""

import fcntl
import os
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
# What the installed command does.
COMMAND = (
    sys.executable,
    "-c",
    "import sys; from session_directory_client.command_line import main; sys.exit(main())",
)


def environment(url: str, bearer: str) -> dict[str, str]:
    return {
        "PYTHONPATH": str(ROOT / "client"),
        "PYTHONUTF8": "1",
        "TERM": "xterm-256color",
        "TZ": "UTC",
        "SESSION_DIRECTORY_URL": url,
        "SESSION_DIRECTORY_TOKEN": bearer,
    }


def piped(
    environ: Mapping[str, str], *arguments: str, command: Sequence[str | Path] = COMMAND
) -> "subprocess.CompletedProcess[str]":
    """What the command says into pipes."""
    return subprocess.run(
        [*command, *arguments], env=environ, capture_output=True, encoding="utf-8", timeout=30, check=False
    )


def on_terminal(
    environ: Mapping[str, str], *arguments: str, command: Sequence[str | Path] = COMMAND
) -> tuple[int, str]:
    """The exit code of the command, and what a terminal of 100 columns gets of it."""
    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    process = subprocess.Popen([*command, *arguments], env=environ, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    written = b"".join(iter(lambda: _read(ours), b""))
    os.close(ours)
    return process.wait(timeout=30), written.decode()


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:
        # Linux says so when nobody holds the other end any more.
        return b""
