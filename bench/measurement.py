"""Measuring: every variant in turn, a slice of time each, in rounds."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import orjson

from bench.answer import require_equal
from bench.load import Slice, Target, ask, load
from bench.process import ServerProcess
from bench.variant import Variant
from bench.workload import CONNECTIONS, Workload


@dataclass(frozen=True, slots=True)
class Contestant:
    """A variant that runs: where each workload goes, and the process that answers it."""

    variant: Variant
    targets: Mapping[Workload, Target]
    processes: Mapping[Workload, ServerProcess]


@dataclass(frozen=True, slots=True)
class Schedule:
    """How long it is measured: `seconds` a slice, after `warm` seconds that do not count, and `first_warm` in the first
    round."""

    rounds: int
    seconds: float
    warm: float
    first_warm: float


@dataclass(frozen=True, slots=True)
class Cell:
    """One workload at one number of connections."""

    workload: Workload
    connections: int


CELLS = tuple(Cell(workload, connections) for workload in Workload for connections in CONNECTIONS)


@dataclass(slots=True)
class Figures:
    """What was seen of one variant in one cell, a slice for each round; `rss_mib` after the last one."""

    slices: list[Slice] = field(default_factory=list)
    rss_mib: float = 0.0


Measured = Mapping[Cell, Mapping[str, Figures]]
"""The figures of each cell by the variants' names."""


def require_equal_answers(contestants: Sequence[Contestant]) -> None:
    """DifferentAnswersError unless all of them give the same answers now."""
    for workload in Workload:
        bodies = {one.variant.name: ask(one.targets[workload]) for one in contestants}
        _compare(workload, contestants, bodies)


def measure(contestants: Sequence[Contestant], schedule: Schedule, progress: Callable[[str], None]) -> Measured:
    """Measure every cell in every round. The variants follow each other in an order that rotates, so that whatever the
    machine does besides falls on all of them. DifferentAnswersError when answers differ meanwhile."""
    measured = {cell: {one.variant.name: Figures() for one in contestants} for cell in CELLS}
    for turn in range(schedule.rounds):
        warm = schedule.warm if turn else schedule.first_warm
        for place, cell in enumerate(CELLS):
            progress(f"round {turn + 1} of {schedule.rounds}: {cell.workload.value}, {cell.connections}")
            first = (turn + place) % len(contestants)
            for one in (*contestants[first:], *contestants[:first]):
                seen = load(
                    one.targets[cell.workload], connections=cell.connections, seconds=schedule.seconds, warm=warm
                )
                figures = measured[cell][one.variant.name]
                figures.slices.append(seen)
                figures.rss_mib = one.processes[cell.workload].rss_mib
            bodies = {name: figures.slices[-1].body for name, figures in measured[cell].items()}
            _compare(cell.workload, contestants, bodies)
    return measured


def _compare(workload: Workload, contestants: Sequence[Contestant], bodies: Mapping[str, bytes]) -> None:
    answers = {
        one.variant.name: one.variant.answer(workload, orjson.loads(bodies[one.variant.name])) for one in contestants
    }
    require_equal(workload, answers)
