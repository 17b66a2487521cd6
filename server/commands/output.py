"""What a command says, and what becomes of it where nobody can be told."""

import os
import sys

from server.operator_error import OperatorError


class OutputError(OperatorError):
    """Standard output takes nothing."""


def open_standard_streams() -> None:
    """Open on the null device what is closed of descriptors 0 to 2: the next files would get their numbers, and the
    event loop aborts at that."""
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(descriptor)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w")


def say(*lines: str) -> None:
    """Write `lines` on standard output, now: at the end of the process nobody would see that it fails. OutputError."""
    if sys.stdout is None:
        raise OutputError("standard output is closed: open it")
    try:
        print(*lines, sep="\n", flush=True)
    except OSError as error:
        _discard(sys.stdout.fileno())
        raise OutputError(f"cannot write to standard output: {error.strerror}") from None


def complain(line: str) -> None:
    """Write `line`, in which a file's name may break lines, as one on standard error, if it is taken: there is nobody
    else to tell."""
    try:
        print(*line.splitlines(), file=sys.stderr)
    except OSError:
        _discard(sys.stderr.fileno())


def _discard(descriptor: int) -> None:
    """Let what a stream still holds go nowhere: written at the end of the process, it would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)
