"""Medians over rounds, and ratios within each."""

import pytest

from bench.summary import geometric_mean, ratio, summarize
from tests.bench.figures import figures, measured


def test_a_ratio_is_taken_within_each_round() -> None:
    # The machine halves its speed in the second round and stops almost in the third: the ratio stays.
    seen = ratio(figures(200, 100, 2), to=figures(100, 50, 1))
    assert (seen.median, seen.least, seen.most) == (2, 2, 2)


def test_a_ratio_is_the_median_with_its_spread() -> None:
    seen = ratio(figures(10, 30, 20), to=figures(10, 10, 10))
    assert (seen.median, seen.least, seen.most) == (2, 1, 3)


def test_there_is_no_ratio_of_different_numbers_of_rounds() -> None:
    with pytest.raises(ValueError, match="shorter"):
        ratio(figures(1, 2), to=figures(1))


def test_the_geometric_mean_takes_double_and_half_for_even() -> None:
    assert geometric_mean([2.0, 0.5]) == pytest.approx(1)
    assert geometric_mean([8.0, 1.0, 1.0]) == pytest.approx(2)


def test_there_is_no_mean_of_nothing() -> None:
    with pytest.raises(ValueError, match="nothing"):
        geometric_mean([])


def test_each_variant_has_a_row_in_each_cell_with_both_ratios() -> None:
    rows = summarize(measured(product=figures(30), floor=figures(40), strawberry=figures(2)))
    assert len(rows) == 8 * 3
    for row in rows:
        expected = {"product": (0.75, 1), "floor": (1, 0.75), "strawberry": (0.05, 15)}[row.variant]
        assert (row.to_floor.median, row.product_to_it.median) == expected
        assert row.cpu_us == pytest.approx(100)
