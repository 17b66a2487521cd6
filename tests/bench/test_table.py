"""What is printed, and what is written for programs."""

from bench.bars import bars
from bench.lifetime import Lifetime
from bench.summary import summarize
from bench.table import records, table
from tests.bench.figures import figures, measured

ROWS = summarize(measured(product=figures(95, 100, 105, p50_ms=0.51234, rss_mib=72.26), floor=figures(100, 100, 100)))


def test_the_records_are_those_that_programs_read() -> None:
    written = records(ROWS)
    assert len(written) == 16
    assert written[0] == {
        "variant": "product",
        "workload": "page10",
        "connections": 1,
        "ratio_to_floor": 1.0,
        "p50_ms": 0.5123,
        "p99_ms": 2.0,
        "rss_mib": 72.3,
    }
    assert {record["workload"] for record in written} == {"page10", "page10_deep", "project100", "bound"}
    assert {record["connections"] for record in written} == {1, 32}


def test_the_table_has_a_line_for_each_row_and_each_bar() -> None:
    judged = list(bars(ROWS, Lifetime(0.5, 1.0, None)))
    figures_table, means, verdicts = table(ROWS, judged).split("\n\n")
    assert len(figures_table.splitlines()) == 1 + 16
    assert "1.00  (0.95 to 1.05)" in figures_table
    assert [line.split()[0] for line in means.splitlines()] == ["geometric", "product", "floor"]
    assert len(verdicts.splitlines()) == 1 + len(judged)
    assert all(line.endswith(" met") for line in verdicts.splitlines()[1:])


def test_a_bar_that_is_not_met_is_told() -> None:
    judged = bars(ROWS, Lifetime(1.5, 1.0, None))
    [line] = [line for line in table(ROWS, judged).splitlines() if line.endswith("NOT MET")]
    assert line.split() == ["first", "answer", "after", "the", "start,", "s", "1.50", "<=", "1.00", "NOT", "MET"]
