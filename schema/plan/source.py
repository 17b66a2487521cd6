"""The Python source of a plan, and what its names stand for."""

from collections.abc import Callable, Sequence
from typing import Any

from schema.plan.uncovered import UncoveredError

MOST_LINES = 4_000


class Source:
    """Functions that are written one by one and compiled together.

    Nothing of a document becomes code: response keys go in as literals, every other name is made here.
    """

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._names: dict[str, object] = {
            "__builtins__": {"type": type, "list": list, "str": str, "int": int, "bool": bool},
            "UncoveredError": UncoveredError,
        }
        self._count = 0

    def name(self, prefix: str) -> str:
        """A name that is used nowhere else."""
        self._count += 1
        return f"{prefix}_{self._count}"

    def constant(self, prefix: str, value: object) -> str:
        """The name by which the functions read `value`."""
        for name, known in self._names.items():
            if known is value:
                return name
        name = self.name(prefix)
        self._names[name] = value
        return name

    def function(self, name: str, parameters: str, body: Sequence[str]) -> None:
        """Add a function. UncoveredError when there would be too many lines."""
        self._lines += [f"def {name}({parameters}):", *(f"    {line}" for line in body), ""]
        if len(self._lines) > MOST_LINES:
            raise UncoveredError

    def table(self, name: str, entries: Sequence[tuple[str, str]]) -> None:
        """Add a dict of names to names; the functions that it names stand above."""
        listed = ", ".join(f"{key}: {value}" for key, value in entries)
        self._lines += [f"{name} = {{{listed}}}", ""]

    def compile(self) -> dict[str, Callable[..., Any]]:
        """The functions by their names."""
        names: dict[str, Any] = dict(self._names)
        exec(compile("\n".join(self._lines), "<plan>", "exec"), names)  # noqa: S102 -- written above, see the class
        return names
