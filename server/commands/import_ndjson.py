"""`import`: NDJSON records from files or standard input."""

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import BinaryIO

from data.errors import StoreUnavailableError
from data.ndjson import RefusedBatch, import_lines
from data.pool import Pool
from server.commands.progress import progress
from server.data_directory import DataDirectory
from server.database import current_database_url
from server.operator_error import OperatorError
from server.settings import Settings

STANDARD_INPUT = "-"


async def run(settings: Settings, directory: DataDirectory, files: Sequence[str]) -> int:
    """Publish every line of `files` in turn. 1 if any line was refused."""
    with ExitStack() as opened:
        # A wrong name stops the import before it begins. Pipes are opened once: what is read of them is gone.
        streams = [(name, _open(name, opened)) for name in files]
        async with current_database_url(settings, directory) as url:
            pool = await Pool.open(url, size=settings.write_pool_size, read_only=False)
            try:
                accepted, stale, refused = await _import(pool, streams)
            finally:
                await pool.close()
    print(f"accepted {accepted}, stale {stale}, refused {refused}")
    return 1 if refused else 0


def _open(name: str, opened: ExitStack) -> BinaryIO:
    if name == STANDARD_INPUT:
        return sys.stdin.buffer
    try:
        return opened.enter_context(Path(name).open("rb"))
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
        except StoreUnavailableError as error:
            raise OperatorError(f"the database failed ({error}): what was imported stays, import again") from None
        accepted += summary.accepted
        stale += summary.stale
        refused += summary.refused
    return accepted, stale, refused


def _report(name: str, batch: RefusedBatch) -> None:
    print(f"{name}:{batch.first_line}-{batch.last_line}: nothing of these lines is stored", file=sys.stderr)
    for problem in batch.problems:
        field = "" if problem.field is None else f"{problem.field}: "
        print(f"{name}:{problem.line}: {field}{problem.message}", file=sys.stderr)
