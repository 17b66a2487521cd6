"""The bars that the product has to clear."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bench.summary import Row, geometric_mean
from bench.workload import Workload

FLOOR = 0.90
STRAWBERRY = 20.0
POSTGRAPHILE = (2.0, 1.4)
"""The geometric mean, and each cell."""
MERCURIUS = (1.2, 1.0)
P99_TO_P50 = 5.0
DEPTH = 0.10
RSS_MIB = 90.0


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: what was measured, what is wanted, and whether it is met."""

    name: str
    measured: str
    wanted: str
    met: bool


def bars(rows: Sequence[Row]) -> Iterator[Bar]:
    """Every bar that the measured variants allow to judge."""
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
    yield _at_most("page10_deep to page10, p50", _deep_to_first(product), 1 + DEPTH)
    yield _at_most("memory of a process, MiB", max(row.rss_mib for row in product), RSS_MIB)


def _worst(rows: Sequence[Row]) -> float:
    return min(row.product_to_it.median for row in rows)


def _deep_to_first(product: Sequence[Row]) -> float:
    p50 = {(row.cell.workload, row.cell.connections): row.p50_ms for row in product}
    return max(
        p50[Workload.PAGE10_DEEP, connections] / p50[Workload.PAGE10, connections]
        for connections in {row.cell.connections for row in product}
    )


def _at_least(name: str, measured: float, least: float) -> Bar:
    return Bar(name, f"{measured:.2f}", f">= {least:.2f}", measured >= least)


def _at_most(name: str, measured: float, most: float) -> Bar:
    return Bar(name, f"{measured:.2f}", f"<= {most:.2f}", measured <= most)
