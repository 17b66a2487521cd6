"""The bars that the product has to clear."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bench.lifetime import Lifetime
from bench.summary import Row, geometric_mean
from bench.workload import Workload

FLOOR = 0.90
STRAWBERRY = 20.0
POSTGRAPHILE = (2.0, 1.4)
"""The geometric mean, and each cell."""
MERCURIUS = (1.2, 1.0)
P99_TO_P50 = 5.0
DEPTH = 1.10
RSS_MIB = 90.0
GROWTH = 1.05
START_SECONDS = 1.0
COMPILE_MS = 5.0


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: what was measured, what is wanted, and whether it is met."""

    name: str
    measured: str
    wanted: str
    met: bool


def bars(rows: Sequence[Row], lifetime: Lifetime) -> Iterator[Bar]:
    """Every bar that what was measured allows to judge."""
    of: Mapping[str, Sequence[Row]] = {row.variant: [r for r in rows if r.variant == row.variant] for row in rows}
    product = of["product"]
    yield _at_least("product to floor, each", min(row.to_floor.median for row in product), FLOOR)
    if "strawberry" in of:
        yield _at_least("product to strawberry, each", _worst(of["strawberry"]), STRAWBERRY)
    for name, (mean, each) in (("postgraphile", POSTGRAPHILE), ("mercurius", MERCURIUS)):
        if name in of:
            measured = geometric_mean(row.product_to_it.median for row in of[name])
            yield _at_least(f"product to {name}, geometric mean", measured, mean)
            yield _at_least(f"product to {name}, each", _worst(of[name]), each)
    busy = [row for row in product if row.cell.connections > 1]
    yield _at_most("p99 to p50 at 32 connections", max(row.p99_ms / row.p50_ms for row in busy), P99_TO_P50)
    yield _at_most("page10_deep to page10, p50", _deep_to_first(product), DEPTH)
    yield _at_most("memory of a process, MiB", max(row.rss_mib for row in product), RSS_MIB)
    if lifetime.growth is not None:
        yield _at_most("memory after all requests to that after 10,000", lifetime.growth, GROWTH)
    yield _at_most("first answer after the start, s", lifetime.start_seconds, START_SECONDS)
    yield _at_most("compiling a plan, ms", lifetime.compile_ms, COMPILE_MS)


def _worst(rows: Sequence[Row]) -> float:
    return min(row.product_to_it.median for row in rows)


def _deep_to_first(product: Sequence[Row]) -> float:
    """The geometric mean over the numbers of connections."""
    deep, first = (
        geometric_mean(row.p50_ms for row in product if row.cell.workload is workload)
        for workload in (Workload.PAGE10_DEEP, Workload.PAGE10)
    )
    return deep / first


def _at_least(name: str, measured: float, least: float) -> Bar:
    return Bar(name, f"{measured:.2f}", f">= {least:.2f}", measured >= least)


def _at_most(name: str, measured: float, most: float) -> Bar:
    return Bar(name, f"{measured:.2f}", f"<= {most:.2f}", measured <= most)
