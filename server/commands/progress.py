"""A progress bar, on a terminal only."""

import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import BinaryIO


@contextmanager
def progress(name: str, stream: BinaryIO) -> Iterator[Callable[[int], None]]:
    """Shows how much of `stream` is read, for the length of the block; what it gives is told the bytes read so far."""
    if not sys.stderr.isatty():
        yield lambda _read: None
        return
    # Most imports are run by programs: they need not wait for this one.
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bars:
        bar = bars.add_task(name, total=_size(stream))
        yield lambda read: bars.update(bar, completed=read)


def _size(stream: BinaryIO) -> int | None:
    status = os.fstat(stream.fileno())
    return status.st_size if stat.S_ISREG(status.st_mode) else None
