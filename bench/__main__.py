"""`python -m bench`: load, compare, measure, print."""

import os
import signal
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path
from types import FrameType

import orjson

from bench.answer import DifferentAnswersError
from bench.bars import bars
from bench.load import LoadError
from bench.node import NodeError
from bench.process import ROOT, StartError
from bench.run import FULL, QUICK, run
from bench.table import records, table
from bench.variant import PEERS, variants

_DIRECTORY = ROOT / ".bench"


def main() -> int:
    """Run the benchmark. 0 when the table was printed, whatever it says; 1 when there is none."""
    chosen = _arguments()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _leave)
    try:
        beside = chosen.beside or (PEERS[:1] if chosen.quick else PEERS)
        form = replace(QUICK if chosen.quick else FULL, requests=chosen.requests)
        result = run(form, variants(beside), _DIRECTORY, _progress)
    except (DifferentAnswersError, LoadError, NodeError, StartError) as error:
        print(f"no table: {error}", file=sys.stderr)
        return 1
    print(table(result.rows, bars(result.rows, result.lifetime)))
    if file := os.environ.get("BENCH_JSON"):
        figures = orjson.dumps(records(result.rows), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
        Path(file).write_bytes(figures)
    return 0


def _arguments() -> Namespace:
    parser = ArgumentParser(prog="python -m bench", description="The endpoint beside its peers, on the same rows.")
    parser.add_argument("--quick", action="store_true", help="100,000 sessions, and short slices of time")
    parser.add_argument(
        "--beside", nargs="+", choices=PEERS, help="these peers only; default: all, with --quick strawberry"
    )
    parser.add_argument(
        "--requests",
        type=int,
        default=os.environ.get("BENCH_REQUESTS", "0"),
        help="how many the product answers to see that its memory does not grow; default: BENCH_REQUESTS, or none",
    )
    return parser.parse_args()


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def _leave(number: int, _frame: FrameType | None) -> None:
    """End by way of every block that ends a server."""
    raise SystemExit(128 + number)


if __name__ == "__main__":
    sys.exit(main())
