"""The Python source of a plan, and what its names stand for."""

from collections.abc import Callable, Sequence
from typing import Any

from schema.plan.uncovered import UncoveredError

MOST_LINES = 500
"""What takes longer than 5 ms to compile is left to the ordinary executor."""


class Source:
    """Functions that are written one by one and compiled together.

    Nothing of a document becomes code: response keys go in as literals, every other name is made here. What is the same
    is written once: Python takes longer to compile it than all the rest of a plan takes.
    """

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._names: dict[str, object] = {
            "__builtins__": {"type": type, "list": list, "str": str, "int": int, "bool": bool},
            "UncoveredError": UncoveredError,
        }
        # By the value's identity, and by the text.
        self._constants: dict[int, str] = {}
        self._written: dict[tuple[str, ...], str] = {}

    def constant(self, prefix: str, value: object) -> str:
        """The name by which the functions read `value`."""
        name = self._constants.get(id(value))
        if name is None:
            name = self._constants[id(value)] = f"{prefix}_{len(self._constants)}_constant"
            self._names[name] = value
        return name

    def function(self, prefix: str, parameters: str, body: Sequence[str]) -> str:
        """The name of a function. UncoveredError when there would be too many lines."""
        return self._once(prefix, body, lambda name: [f"def {name}({parameters}):", *(f"    {line}" for line in body)])

    def table(self, prefix: str, entries: Sequence[tuple[str, str]]) -> str:
        """The name of a dict of names to names; the functions that it names were written before."""
        listed = [f"{key}: {value}" for key, value in entries]
        return self._once(prefix, listed, lambda name: [f"{name} = {{{', '.join(listed)}}}"])

    def _once(self, prefix: str, content: Sequence[str], write: Callable[[str], Sequence[str]]) -> str:
        key = (prefix, *content)
        name = self._written.get(key)
        if name is None:
            name = self._written[key] = f"{prefix}_{len(self._written)}"
            self._lines += [*write(name), ""]
            if len(self._lines) > MOST_LINES:
                raise UncoveredError
        return name

    def compile(self) -> dict[str, Callable[..., Any]]:
        """The functions by their names."""
        names: dict[str, Any] = dict(self._names)
        exec(compile("\n".join(self._lines), "<plan>", "exec"), names)  # noqa: S102 -- written above, see the class
        return names
