"""The members of a JSON object by the types that the schema gives them. SchemaMismatchError for any other value, whose
kind is told and which itself is not."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeAlias, TypeVar

from session_directory_client.errors import SchemaMismatchError
from session_directory_client.open_enum import OpenEnum

Fields: TypeAlias = Mapping[str, Any]

T = TypeVar("T")
E = TypeVar("E", bound=OpenEnum)

_KINDS = {str: "text", bool: "a boolean", int: "a number", float: "a number", list: "a list", dict: "an object"}


def text(fields: Fields, name: str) -> str:
    """`String!`, or `ID!`."""
    value = fields.get(name)
    if not isinstance(value, str):
        raise _mismatch(name, "text", value)
    return value


def optional_text(fields: Fields, name: str) -> str | None:
    """`String`, or `ID`."""
    return None if fields.get(name) is None else text(fields, name)


def integer(fields: Fields, name: str) -> int:
    """`Int!`."""
    value = fields.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise _mismatch(name, "a whole number", value)
    return value


def optional_integer(fields: Fields, name: str) -> int | None:
    """`Int`."""
    return None if fields.get(name) is None else integer(fields, name)


def boolean(fields: Fields, name: str) -> bool:
    """`Boolean!`."""
    value = fields.get(name)
    if not isinstance(value, bool):
        raise _mismatch(name, "a boolean", value)
    return value


def instant(fields: Fields, name: str) -> datetime:
    """`DateTime!`, with its offset."""
    try:
        value = datetime.fromisoformat(text(fields, name))
    except ValueError:
        raise SchemaMismatchError(f"{name} should be an instant, and is another text") from None
    if value.tzinfo is None:
        raise SchemaMismatchError(f"{name} should be an instant, and has no offset")
    return value


def optional_instant(fields: Fields, name: str) -> datetime | None:
    """`DateTime`."""
    return None if fields.get(name) is None else instant(fields, name)


def choice(kind: type[E], fields: Fields, name: str) -> E:
    """A value of an enum, listed or not."""
    return kind(text(fields, name))


def optional_choice(kind: type[E], fields: Fields, name: str) -> E | None:
    """A value of an enum, or null."""
    return None if fields.get(name) is None else choice(kind, fields, name)


def item(read: Callable[[Fields], T], fields: Fields, name: str) -> T:
    """An object, read by `read`."""
    return read(as_object(fields.get(name), name))


def optional_item(read: Callable[[Fields], T], fields: Fields, name: str) -> T | None:
    """An object, read by `read`, or null."""
    return None if fields.get(name) is None else item(read, fields, name)


def items(read: Callable[[Fields], T], fields: Fields, name: str) -> tuple[T, ...]:
    """A list of objects, each read by `read`."""
    value = fields.get(name)
    if not isinstance(value, list):
        raise _mismatch(name, "a list", value)
    return tuple([read(as_object(one, name)) for one in value])


def as_object(value: object, name: str) -> Fields:
    """`value`, which is an object; `name` is told where it is not."""
    if not isinstance(value, dict):
        raise _mismatch(name, "an object", value)
    return value


def _mismatch(name: str, expected: str, value: object) -> SchemaMismatchError:
    return SchemaMismatchError(f"{name} should be {expected}, and is {_KINDS.get(type(value), 'null')}")
