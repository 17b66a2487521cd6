"""Measuring: every variant in turn, a slice of time each, in rounds."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bench.contestant import Contestant, require_equal_bodies
from bench.load import Slice, load
from bench.workload import CONNECTIONS, Workload


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
    """What was seen of one variant in one cell, in each round: the slice, and the processor time of its process in
    microseconds a request. `rss_mib` is of the last round."""

    slices: list[Slice] = field(default_factory=list)
    cpu_us: list[float] = field(default_factory=list)
    rss_mib: float = 0.0


Measured = Mapping[Cell, Mapping[str, Figures]]
"""The figures of each cell by the variants' names."""


def measure(started: Sequence[Contestant], schedule: Schedule, progress: Callable[[str], None]) -> Measured:
    """Measure every cell in every round. The variants follow each other in an order that rotates, so that whatever the
    machine does besides falls on all of them. DifferentAnswersError when answers differ meanwhile, LoadError."""
    measured = {cell: {one.variant.name: Figures() for one in started} for cell in CELLS}
    for turn in range(schedule.rounds):
        warm = schedule.warm if turn else schedule.first_warm
        for place, (cell, figures) in enumerate(measured.items()):
            progress(f"round {turn + 1} of {schedule.rounds}: {cell.workload.value}, {cell.connections}")
            first = (turn + place) % len(started)
            for one in (*started[first:], *started[:first]):
                _slice(one, cell, schedule.seconds, warm, figures[one.variant.name])
            bodies = [(one.variant, figures[one.variant.name].slices[-1].body) for one in started]
            require_equal_bodies(cell.workload, bodies)
    return measured


def _slice(one: Contestant, cell: Cell, seconds: float, warm: float, figures: Figures) -> None:
    target, process = one.targets[cell.workload], one.processes[cell.workload]
    if warm:
        load(target, connections=cell.connections, seconds=warm)
    used = process.cpu_seconds
    seen = load(target, connections=cell.connections, seconds=seconds)
    figures.slices.append(seen)
    figures.cpu_us.append(1_000_000 * (process.cpu_seconds - used) / seen.requests)
    figures.rss_mib = process.rss_mib
