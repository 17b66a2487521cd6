"""What is printed, and what is written for programs."""

from collections.abc import Iterable, Sequence

from bench.bars import Bar
from bench.summary import Ratio, Row, geometric_mean

_HEAD = (
    *("workload", "conns", "variant", "to floor", "(spread)", "product is", "(spread)"),
    *("p50 ms", "p99 ms", "cpu us", "RSS MiB"),
)


def table(rows: Sequence[Row], bars: Iterable[Bar]) -> str:
    """The table of ratios, their geometric means, and the bars."""
    blocks = [_aligned([_HEAD, *_lines(rows)]), _aligned(_means(rows)), _aligned(_bars(bars))]
    return "\n\n".join(blocks)


def records(rows: Iterable[Row]) -> list[dict[str, object]]:
    """The figures of the table as JSON-ready records."""
    return [
        {
            "variant": row.variant,
            "workload": row.cell.workload.value,
            "connections": row.cell.connections,
            "ratio_to_floor": round(row.to_floor.median, 4),
            "p50_ms": round(row.p50_ms, 4),
            "p99_ms": round(row.p99_ms, 4),
            "rss_mib": round(row.rss_mib, 1),
        }
        for row in rows
    ]


def _lines(rows: Iterable[Row]) -> Iterable[Sequence[str]]:
    for row in rows:
        times = "" if row.variant == "product" else f"{row.product_to_it.median:.2f} x"
        yield (
            row.cell.workload.value,
            str(row.cell.connections),
            row.variant,
            f"{row.to_floor.median:.2f}",
            _spread(row.to_floor),
            times,
            times and _spread(row.product_to_it),
            f"{row.p50_ms:.2f}",
            f"{row.p99_ms:.2f}",
            f"{row.cpu_us:.0f}",
            f"{row.rss_mib:.0f}",
        )


def _spread(ratio: Ratio) -> str:
    return f"({ratio.least:.2f} to {ratio.most:.2f})"


def _means(rows: Sequence[Row]) -> Sequence[Sequence[str]]:
    names = dict.fromkeys(row.variant for row in rows)
    means = [("geometric means", "to floor", "product is")]
    for name in names:
        of_variant = [row for row in rows if row.variant == name]
        to_floor = geometric_mean(row.to_floor.median for row in of_variant)
        product = geometric_mean(row.product_to_it.median for row in of_variant)
        means.append((name, f"{to_floor:.2f}", "" if name == "product" else f"{product:.2f} x"))
    return means


def _bars(bars: Iterable[Bar]) -> Sequence[Sequence[str]]:
    return [
        ("bar", "measured", "wanted", ""),
        *((bar.name, bar.measured, bar.wanted, "met" if bar.met else "NOT MET") for bar in bars),
    ]


def _aligned(lines: Iterable[Sequence[str]]) -> str:
    """Columns of equal width, numbers to the right."""
    lines = list(lines)
    widths = [max(len(cell) for cell in column) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(_padded(cell, width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )


def _padded(cell: str, width: int) -> str:
    return cell.rjust(width) if cell[:1].isdigit() or cell.startswith("(") else cell.ljust(width)
