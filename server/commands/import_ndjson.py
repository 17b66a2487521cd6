"""`import`: NDJSON records from files or standard input."""

import asyncio
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import BinaryIO

from data.ndjson import RefusedBatch, import_lines
from data.pool import Pool
from server.commands.importing import importing
from server.commands.output import complain, say
from server.commands.progress import progress
from server.data_directory import DataDirectory
from server.operator_error import OperatorError
from server.settings import Settings

STANDARD_INPUT = "-"


async def run(settings: Settings, directory: DataDirectory, files: Sequence[str]) -> int:
    """Publish every line of `files` in turn. 1 if any line was refused."""
    # A wrong name stops the import before it begins. Pipes are opened once: what is read of them is gone.
    streams = [(name, await asyncio.to_thread(_open, name)) for name in files]
    async with importing(settings, directory) as pool:
        accepted, stale, refused = await _import(pool, streams)
        say(f"accepted {accepted}, stale {stale}, refused {refused}")
    return 1 if refused else 0


def _open(name: str) -> BinaryIO:
    """The file, for as long as the process lives: to close it would be to wait for a thread that still reads."""
    if name == STANDARD_INPUT:
        if sys.stdin is None:
            raise OperatorError("standard input is closed: open it, or name an NDJSON file")
        return sys.stdin.buffer
    try:
        return Path(name).open("rb")
    except OSError as error:
        raise OperatorError(
            f"cannot read {name}: {error.strerror}: name an NDJSON file, or - for standard input"
        ) from None


async def _import(pool: Pool, streams: Sequence[tuple[str, BinaryIO]]) -> tuple[int, int, int]:
    accepted = stale = refused = 0
    for name, stream in streams:
        try:
            with progress(name, stream) as advance:
                summary = await import_lines(pool, stream, partial(_report, name), advance)
        except OSError as error:
            raise OperatorError(f"cannot read {name}: {error.strerror}") from None
        if summary.blank:
            complain(f"{name}: blank lines skipped: {summary.blank}")
        accepted += summary.accepted
        stale += summary.stale
        refused += summary.refused
    return accepted, stale, refused


def _report(name: str, batch: RefusedBatch) -> None:
    complain(f"{name}:{batch.first_line}-{batch.last_line}: nothing of these lines is stored")
    for problem in batch.problems:
        field = "" if problem.field is None else f"{problem.field}: "
        complain(f"{name}:{problem.line}: {field}{problem.message}")
