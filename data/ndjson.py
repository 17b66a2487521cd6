"""Importing records from NDJSON: one JSON object a line, in batches of lines (records.md)."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import BinaryIO

import orjson

from data.pool import Pool
from data.publishing import MAX_RECORDS, Published, publish
from data.records import RawRecord, Unreadable

MAX_LINE_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True)
class LineProblem:
    """Why a batch was refused: the line, from 1, the field in camelCase or None, and what to mend."""

    line: int
    field: str | None
    message: str


@dataclass(frozen=True, slots=True)
class RefusedBatch:
    """A batch of which nothing was stored: its lines, from 1, both inclusive, and why."""

    first_line: int
    last_line: int
    problems: tuple[LineProblem, ...]


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """How many records were applied, were older than what is stored, and stood in refused batches; and how many lines
    were blank."""

    accepted: int
    stale: int
    refused: int
    blank: int


async def import_lines(
    pool: Pool,
    stream: BinaryIO,
    on_refused: Callable[[RefusedBatch], None],
    on_progress: Callable[[int], None],
) -> ImportSummary:
    """Publish every line of `stream`, in memory that does not grow with it.

    A refused batch is given to `on_refused` and does not stop the next. After each batch `on_progress` is told how many
    bytes were read in all. Raises StoreUnavailableError when the database fails and OSError when the stream does; what
    was imported before stays, and the same stream may be imported again.
    """
    accepted = stale = refused = blank = 0
    lines = _Lines(stream)
    # Read in a thread: a pipe may be silent for long.
    while batch := await asyncio.to_thread(list, islice(lines, MAX_RECORDS)):
        numbers = [number for number, record in enumerate(batch, lines.count - len(batch) + 1) if record is not None]
        outcome = await publish(pool, [record for record in batch if record is not None])
        blank += len(batch) - len(numbers)
        if isinstance(outcome, Published):
            accepted += outcome.accepted
            stale += outcome.stale
        else:
            refused += len(numbers)
            problems = (LineProblem(numbers[it.index], it.field, it.message) for it in outcome.problems)
            on_refused(RefusedBatch(numbers[0], numbers[-1], tuple(problems)))
        on_progress(lines.bytes)
    return ImportSummary(accepted, stale, refused, blank)


class _Lines:
    """The lines of a stream as records; None for a blank one. Counts lines and bytes."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.count = 0
        self.bytes = 0

    def __iter__(self) -> Iterator[RawRecord | Unreadable | None]:
        while line := self._stream.readline(MAX_LINE_BYTES + 1):
            self.count += 1
            self.bytes += len(line)
            yield _parsed(line) if self._is_whole(line) else Unreadable(f"is longer than {MAX_LINE_BYTES} bytes")

    def _is_whole(self, line: bytes) -> bool:
        """Whether the line ends within the limit; skips the rest of one that does not."""
        if len(line) <= MAX_LINE_BYTES:
            return True
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = self._stream.readline(MAX_LINE_BYTES)
            self.bytes += len(rest)
        return rest is line


def _parsed(line: bytes) -> RawRecord | Unreadable | None:
    if not line.strip():
        return None
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        return Unreadable(f"is not JSON in UTF-8: {error.msg}, column {error.colno}")
    return value if isinstance(value, dict) else Unreadable("is not a JSON object")
