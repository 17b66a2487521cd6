"""`python -m bench`: load, compare, measure, print."""

import os
import secrets
import signal
import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import FrameType

import orjson

from bench.answer import DifferentAnswersError
from bench.bars import bars
from bench.load import LoadError
from bench.measurement import Contestant, Schedule, measure, require_equal_answers
from bench.node import NodeError
from bench.process import ROOT, ServerProcess, StartError, running
from bench.rows import Rows, Size, loaded_rows
from bench.summary import Row, summarize
from bench.table import records, table
from bench.variant import FLOOR, PRODUCT, STRAWBERRY, Variant, node_variants
from bench.workload import Workload

FULL = Schedule(rounds=5, seconds=1.5, warm=0.2, first_warm=2.0)
QUICK = Schedule(rounds=5, seconds=0.3, warm=0.05, first_warm=0.2)
FULL_SIZE = Size(1_000_000)
QUICK_SIZE = Size(100_000)
VARIANTS = (PRODUCT, FLOOR, STRAWBERRY)

_DIRECTORY = ROOT / ".bench"


def main() -> int:
    """Run the benchmark. 0 when the table was printed, whatever it says; 1 when there is none."""
    parser = ArgumentParser(prog="python -m bench", description="The endpoint beside its peers, on the same rows.")
    parser.add_argument("--quick", action="store_true", help="100,000 sessions; the floor and Strawberry only")
    quick = parser.parse_args().quick
    signal.signal(signal.SIGTERM, _leave)
    try:
        if quick:
            rows = run(QUICK_SIZE, QUICK, VARIANTS, _DIRECTORY)
        else:
            rows = run(FULL_SIZE, FULL, (*VARIANTS, *node_variants()), _DIRECTORY)
    except (DifferentAnswersError, LoadError, NodeError, StartError) as error:
        print(f"no table: {error}", file=sys.stderr)
        return 1
    print(table(rows, bars(rows)))
    if file := os.environ.get("BENCH_JSON"):
        Path(file).write_bytes(orjson.dumps(records(rows), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
    return 0


def run(size: Size, schedule: Schedule, variants: Sequence[Variant], directory: Path) -> Sequence[Row]:
    """The figures of `variants`, the floor and the product among them. DifferentAnswersError when they do not answer
    alike, before or after; LoadError, StartError."""
    secret = secrets.token_urlsafe(48)
    with ExitStack() as stack:
        rows = stack.enter_context(loaded_rows(size, directory))
        contestants = [_contestant(variant, rows, secret, stack) for variant in variants]
        require_equal_answers(contestants)
        measured = measure(contestants, schedule, _progress)
    return summarize(measured)


def _contestant(variant: Variant, rows: Rows, secret: str, stack: ExitStack) -> Contestant:
    environment = {**variant.environment, "DATABASE_URL": rows.dsn, "DIRECTORY_JWT_SECRET": secret}
    by_command: dict[Sequence[str], ServerProcess] = {}
    for command in (variant.command_for(workload) for workload in Workload):
        if command not in by_command:
            by_command[command] = stack.enter_context(running(command, environment))
    processes: Mapping[Workload, ServerProcess] = {
        workload: by_command[variant.command_for(workload)] for workload in Workload
    }
    targets = {
        workload: variant.target(workload, process.port, rows, secret) for workload, process in processes.items()
    }
    return Contestant(variant, targets, processes)


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def _leave(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


if __name__ == "__main__":
    sys.exit(main())
