"""Measured figures for tests, made up."""

from bench.load import Slice
from bench.measurement import CELLS, Figures, Measured


def figures(*rates: float, p50_ms: float = 1.0, p99_ms: float = 2.0, rss_mib: float = 50.0) -> Figures:
    """A slice for each rate."""
    slices = [Slice(requests=10, rate=rate, p50_ms=p50_ms, p99_ms=p99_ms, body=b"") for rate in rates]
    return Figures(slices, cpu_seconds=0.001 * len(rates), rss_mib=rss_mib)


def measured(**by_variant: Figures) -> Measured:
    """The same figures in every cell."""
    return {cell: dict(by_variant) for cell in CELLS}
