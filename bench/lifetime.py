"""What only the product is asked: how fast it starts, what a new document costs, and what memory it keeps."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from graphql import parse

from bench.contestant import Contestant, Course
from bench.load import ask, load
from bench.variant import Variant
from bench.workload import DOCUMENTS, Workload
from schema.build import schema
from schema.plan.operation import Operation

_COMPILATIONS = 20
SLICE_SECONDS = 2.0
_BUSY = 32
_BEFORE = 10_000
_PAGES = (Workload.PAGE10, Workload.PAGE10_DEEP, Workload.PROJECT100)


@dataclass(frozen=True, slots=True)
class Lifetime:
    """The product's own figures. `growth` is the memory after many requests, as a multiple of that after 10,000; None
    where it was not measured."""

    start_seconds: float
    compile_ms: float
    growth: float | None


def start_seconds(course: Course, variant: Variant, times: int) -> float:
    """From the start of a process to its first answer, the median of so many starts."""
    return median(_start_seconds(course, variant) for _ in range(times))


def _start_seconds(course: Course, variant: Variant) -> float:
    with course.process(variant, variant.command) as process:
        ask(course.target(variant, Workload.PAGE10, process))
        return perf_counter() - process.started


def compile_ms() -> float:
    """What it takes to make a plan for the workloads' documents: the median of many for each, and the slowest of
    them."""
    return max(median(_compile_ms(document) for _ in range(_COMPILATIONS)) for document in set(DOCUMENTS.values()))


def _compile_ms(document: str) -> float:
    parsed = parse(document)
    started = perf_counter()
    operation = Operation.select(schema._schema, parsed, None)
    if operation is None:
        raise LookupError("no plan covers a document of the benchmark")
    operation.prepare({"binding": "binding"} if "$binding" in document else {})
    return 1000 * (perf_counter() - started)


def growth(product: Contestant, requests: int, progress: Callable[[str], None]) -> float:
    """The memory after so many requests, as a multiple of that after 10,000."""
    process = product.processes[Workload.PAGE10]
    answered, before = 0, None
    while answered < requests:
        for workload in _PAGES:
            answered += load(product.targets[workload], connections=_BUSY, seconds=SLICE_SECONDS).requests
        if before is None and answered >= _BEFORE:
            before = process.rss_mib
        progress(f"{answered:,} of {requests:,} requests")
    return process.rss_mib / (before or process.rss_mib)
