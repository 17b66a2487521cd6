"""How the types of this room are declared.

Docstrings are the descriptions that clients read. A type's values are records of `resolvers`, read by attribute: the
fields have the attributes' names, and nothing is copied.
"""

import inspect
from collections.abc import Callable
from enum import Enum
from typing import Any, TypeVar

import strawberry
from strawberry.types.base import get_object_definition
from strawberry.types.enum import has_enum_definition

C = TypeVar("C", bound=type)


def description_of(described: object) -> str:
    """The docstring of a class or function, each paragraph in one line. ValueError if it has none."""
    docstring = inspect.cleandoc(getattr(described, "__doc__", None) or "")
    if not docstring:
        raise ValueError(f"{described} has no description")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in docstring.split("\n\n"))


class IsRecord:
    """The `is_type_of` of an object type: whether a value is an instance of its record, and of no subclass."""

    def __init__(self, record: type) -> None:
        self.record = record

    def __call__(self, value: object, _info: object) -> bool:
        """As graphql-core asks it."""
        return type(value) is self.record


def object_type(record: type) -> Callable[[C], C]:
    """Declares an object type whose values are instances of `record`."""

    def declare(cls: C) -> C:
        declared = strawberry.type(cls, description=description_of(cls))
        get_object_definition(declared, strict=True).is_type_of = IsRecord(record)
        return declared

    return declare


def root_type(cls: C) -> C:
    """Declares the type of an operation's root, which has no values."""
    return strawberry.type(cls, description=description_of(cls))


def input_type(cls: C) -> C:
    """Declares an input type."""
    return strawberry.input(cls, description=description_of(cls))


def one_of_type(build: Callable[[Any], object]) -> Callable[[C], C]:
    """Declares an input type of which exactly one field is given. `build` makes what a resolver gets from what
    graphql-core coerced; nothing else is converted."""

    def declare(cls: C) -> C:
        declared = strawberry.input(cls, one_of=True, description=description_of(cls))
        definition = get_object_definition(declared, strict=True)
        definition.from_input = lambda _cls, coerced, _context: build(coerced)
        return declared

    return declare


def interface_type(cls: C) -> C:
    """Declares an interface."""
    return strawberry.interface(cls, description=description_of(cls))


def root_field(graphql_type: Any) -> Callable[[Callable[..., Any]], Any]:  # noqa: ANN401 -- a class or a union
    """Declares a field of an operation's root whose resolver answers a record of `graphql_type`."""

    def declare(resolver: Callable[..., Any]) -> object:
        return strawberry.field(resolver, graphql_type=graphql_type, description=description_of(resolver))

    return declare


def describe(enumeration: type[Enum], description: str, **values: str) -> None:
    """Declares an enum of `resolvers` as one of the contract, with a description of each value. KeyError if one is
    missing."""
    declared = strawberry.enum(enumeration, description=description)
    if has_enum_definition(declared):
        for value in declared.__strawberry_definition__.values:
            value.description = values[value.name]
