"""How much of a LoopX home came in."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Self


@dataclass(frozen=True, slots=True)
class Count:
    """How many of one kind are in the directory now, and how many are left out."""

    came_in: int
    left_out: int


@dataclass(frozen=True, slots=True)
class LoopxSummary:
    """What became of a home. A binding that is gone there, but named by its sessions, counts as one that came in."""

    projects: Count
    bindings: Count
    sessions: Count
    turns: Count
    queued_inputs: Count

    @classmethod
    def of(cls, came_in: Mapping[str, int], left_out: Mapping[str, int]) -> Self:
        """The summary of counts by kind of record."""
        kinds = ("project", "binding", "session", "turn", "queuedInput")
        return cls(*(Count(came_in.get(kind, 0), left_out.get(kind, 0)) for kind in kinds))

    @property
    def nothing_came_in(self) -> bool:
        """Whether the import brought nothing at all: exit code 1 (operations.md)."""
        return all(count.came_in == 0 for _, count in self._counts())

    def lines(self) -> Iterator[str]:
        """A line for each kind: how many came in and how many did not."""
        for name, count in self._counts():
            yield f"{name}: {count.came_in} came in, {count.left_out} did not"

    def _counts(self) -> Iterator[tuple[str, Count]]:
        for field in fields(self):
            yield field.name.replace("_", " "), getattr(self, field.name)
