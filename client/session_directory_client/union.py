"""Members of a union, of which there may be more tomorrow."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from session_directory_client.fields import Fields, optional_text, text

T = TypeVar("T")

Readers: TypeAlias = Mapping[str, Callable[[Fields], T]]
"""The reader of each member that is known, by its name."""


@dataclass(frozen=True, slots=True)
class UnknownAnswer:
    """A member that this version of the client does not know. `message` is there when it is a refusal."""

    typename: str
    message: str | None


def read_unknown(fields: Fields) -> UnknownAnswer:
    """Of `__typename` and `Refusal`."""
    return UnknownAnswer(typename=text(fields, "__typename"), message=optional_text(fields, "message"))


def read_member(fields: Fields, readers: Readers[T], unknown: Callable[[Fields], T]) -> T:
    """The member that `__typename` names, by its reader, or by `unknown`."""
    return readers.get(text(fields, "__typename"), unknown)(fields)
