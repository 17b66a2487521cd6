"""Measuring: every variant in turn, a slice of time each, in rounds."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bench.contestant import Contestant, require_equal_bodies
from bench.load import Slice, load
from bench.workload import CONNECTIONS, Workload


@dataclass(frozen=True, slots=True)
class Schedule:
    """How long it is measured: `seconds` a slice. Many short rounds beat a few long ones: what disturbs the machine
    then falls on slices that are compared."""

    rounds: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Cell:
    """One workload at one number of connections."""

    workload: Workload
    connections: int


CELLS = tuple(Cell(workload, connections) for workload in Workload for connections in CONNECTIONS)


@dataclass(slots=True)
class Figures:
    """What was seen of one variant in one cell: a slice for each round, the processor time of its process in all of
    them, and its memory after the last."""

    slices: list[Slice] = field(default_factory=list)
    cpu_seconds: float = 0.0
    rss_mib: float = 0.0


Measured = Mapping[Cell, Mapping[str, Figures]]
"""The figures of each cell by the variants' names."""


def measure(started: Sequence[Contestant], schedule: Schedule, progress: Callable[[str], None]) -> Measured:
    """Measure every cell in every round. The variants follow each other in an order that rotates, so that whatever the
    machine does besides falls on all of them. What warms them up does not count.

    DifferentAnswersError when answers differ meanwhile, LoadError.
    """
    measured = {cell: {one.variant.name: Figures() for one in started} for cell in CELLS}
    for turn in range(schedule.rounds):
        for place, (cell, figures) in enumerate(measured.items()):
            progress(f"round {turn + 1} of {schedule.rounds}: {cell.workload.value}, {cell.connections}")
            first = (turn + place) % len(started)
            for one in (*started[first:], *started[:first]):
                if turn == 0:
                    load(one.targets[cell.workload], connections=cell.connections, seconds=one.variant.warm_seconds)
                _slice(one, cell, schedule.seconds, figures[one.variant.name])
            bodies = [(one.variant, figures[one.variant.name].slices[-1].body) for one in started]
            require_equal_bodies(cell.workload, bodies)
    return measured


def _slice(one: Contestant, cell: Cell, seconds: float, figures: Figures) -> None:
    process = one.processes[cell.workload]
    used = process.cpu_seconds
    figures.slices.append(load(one.targets[cell.workload], connections=cell.connections, seconds=seconds))
    figures.cpu_seconds += process.cpu_seconds - used
    figures.rss_mib = process.rss_mib
