"""How many rows there are."""

import pytest

from bench.rows import Size


@pytest.mark.parametrize(
    ("sessions", "owners", "heavy", "depth"),
    [(1_000_000, 20_000, 50_000, 40_000), (100_000, 2_000, 50_000, 40_000), (1_000, 20, 500, 400)],
)
def test_the_sizes_are_those_of_the_bars(sessions: int, owners: int, heavy: int, depth: int) -> None:
    size = Size(sessions)
    assert (size.owners, size.heavy, size.depth) == (owners, heavy, depth)


def test_other_rows_have_another_mark() -> None:
    assert Size(1_000).mark != Size(2_000).mark
    assert Size(1_000).mark.startswith("1000 sessions")
