"""Reading what a provider answered: a member that is missing or of another type than documented makes it nonsense."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias, TypeGuard

from providers.observation import ObservationFailedError

Document: TypeAlias = Mapping[str, object]
"""A JSON object."""

_NONSENSE = "the answer is not of the documented form"


def is_document(value: object) -> TypeGuard[Document]:
    """Whether a JSON value is an object."""
    return isinstance(value, dict)


def document(value: object) -> Document:
    """`value`, which must be an object."""
    if not is_document(value):
        raise ObservationFailedError(_NONSENSE)
    return value


def part(of: Document, name: str) -> Document:
    """The member `name`, which must be an object."""
    return document(of.get(name))


def parts(of: Document, name: str) -> Sequence[Document]:
    """The member `name`, which must be a list of objects."""
    values = of.get(name)
    if not isinstance(values, list):
        raise ObservationFailedError(_NONSENSE)
    return [document(value) for value in values]


def text(of: Document, name: str) -> str:
    """The member `name`, which must be text."""
    value = of.get(name)
    if not isinstance(value, str):
        raise ObservationFailedError(_NONSENSE)
    return value


def whole(of: Document, name: str) -> int:
    """The member `name`, which must be a whole number; `true` is none."""
    value = of.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise ObservationFailedError(_NONSENSE)
    return value
