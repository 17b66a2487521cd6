"""From slices to figures: medians over the rounds, and ratios within each round."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from bench.measurement import Cell, Figures, Measured


@dataclass(frozen=True, slots=True)
class Ratio:
    """How many times as many requests a second: the median over the rounds, and the least and the most."""

    median: float
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Row:
    """One variant in one cell. `cpu_us` is the processor time of its process for a request, in microseconds: what is
    left to compare when the machine is not quiet."""

    cell: Cell
    variant: str
    to_floor: Ratio
    product_to_it: Ratio
    p50_ms: float
    p99_ms: float
    cpu_us: float
    rss_mib: float


def summarize(measured: Measured) -> Sequence[Row]:
    """The rows of the table, cell by cell."""
    return [
        Row(
            cell,
            name,
            to_floor=ratio(figures, by_variant["floor"]),
            product_to_it=ratio(by_variant["product"], figures),
            p50_ms=median(seen.p50_ms for seen in figures.slices),
            p99_ms=median(seen.p99_ms for seen in figures.slices),
            cpu_us=1_000_000 * figures.cpu_seconds / sum(seen.requests for seen in figures.slices),
            rss_mib=figures.rss_mib,
        )
        for cell, by_variant in measured.items()
        for name, figures in by_variant.items()
    ]


def ratio(of: Figures, to: Figures) -> Ratio:
    """The ratio within each round, whose slices lay next to each other in time."""
    ratios = [a.rate / b.rate for a, b in zip(of.slices, to.slices, strict=True)]
    return Ratio(median(ratios), min(ratios), max(ratios))


def geometric_mean(values: Iterable[float]) -> float:
    """The geometric mean of numbers above 0. ValueError for none."""
    logarithms = [math.log(value) for value in values]
    if not logarithms:
        raise ValueError("no mean of nothing")
    return math.exp(sum(logarithms) / len(logarithms))
