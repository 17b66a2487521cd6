"""The bars of the product."""

from collections.abc import Mapping

import pytest

from bench.bars import bars
from bench.lifetime import Lifetime
from bench.measurement import Figures
from bench.summary import summarize
from tests.bench.figures import figures, measured

GOOD = Lifetime(start_seconds=0.9, compile_ms=4.9, growth=1.04)
CLEARED = {
    "product": figures(100, p50_ms=1, p99_ms=4.9, rss_mib=89),
    "floor": figures(110),
    "strawberry": figures(5),
    "postgraphile": figures(49),
    "mercurius": figures(83),
}


def verdicts(changed: Mapping[str, Figures], lifetime: Lifetime = GOOD) -> dict[str, bool]:
    rows = summarize(measured(**{**CLEARED, **changed}))
    return {bar.name: bar.met for bar in bars(rows, lifetime)}


def test_every_bar_can_be_met() -> None:
    met = verdicts({})
    assert len(met) == 12
    assert all(met.values())


@pytest.mark.parametrize(
    ("changed", "missed"),
    [
        ({"floor": figures(112)}, {"product to floor, each"}),
        ({"strawberry": figures(5.1)}, {"product to strawberry, each"}),
        ({"postgraphile": figures(60)}, {"product to postgraphile, geometric mean"}),
        (
            {"postgraphile": figures(72)},
            {"product to postgraphile, geometric mean", "product to postgraphile, each"},
        ),
        ({"mercurius": figures(90)}, {"product to mercurius, geometric mean"}),
        ({"mercurius": figures(101)}, {"product to mercurius, geometric mean", "product to mercurius, each"}),
        ({"product": figures(100, p50_ms=1, p99_ms=5.1)}, {"p99 to p50 at 32 connections"}),
        ({"product": figures(100, rss_mib=91)}, {"memory of a process, MiB"}),
    ],
)
def test_a_bar_is_missed_by_little(changed: dict[str, Figures], missed: set[str]) -> None:
    assert {name for name, met in verdicts(changed).items() if not met} == missed


@pytest.mark.parametrize(
    ("lifetime", "missed"),
    [
        (Lifetime(1.1, 4.9, 1.04), "first answer after the start, s"),
        (Lifetime(0.9, 5.1, 1.04), "compiling a plan, ms"),
        (Lifetime(0.9, 4.9, 1.06), "memory after all requests to that after 10,000"),
    ],
)
def test_a_bar_of_the_lifetime_is_missed_by_little(lifetime: Lifetime, missed: str) -> None:
    assert [name for name, met in verdicts({}, lifetime).items() if not met] == [missed]


def test_a_peer_that_was_not_measured_has_no_bar() -> None:
    rows = summarize(measured(product=figures(100), floor=figures(100)))
    names = {bar.name for bar in bars(rows, Lifetime(0.9, 4.9, None))}
    assert not any(peer in name for name in names for peer in ("strawberry", "postgraphile", "mercurius", "10,000"))
    assert len(names) == 6
