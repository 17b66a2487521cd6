"""The fields of a kind of record, read from its annotations."""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from types import NoneType
from typing import Any, get_args, get_type_hints

from data.records.record import RECORD_TYPES, Past, Record, RefersTo
from data.records.rule import Rule


@dataclass(frozen=True, slots=True)
class Field:
    """One field: `name` outside, in camelCase, and `attribute` inside, in snake_case."""

    name: str
    attribute: str
    rule: Rule
    required: bool
    nullable: bool
    refers_to: str | None
    past: bool


def _fields(record_type: type[Record]) -> tuple[Field, ...]:
    hints = get_type_hints(record_type, include_extras=True)
    return tuple(_field(field.name, hints[field.name], field.default is MISSING) for field in fields(record_type))


def _field(attribute: str, hint: Any, required: bool) -> Field:  # noqa: ANN401, FBT001 -- an annotation may be anything
    arms = get_args(hint) if NoneType in get_args(hint) else (hint,)
    rule, *marks = arms[0].__metadata__
    return Field(
        name=_camel_case(attribute),
        attribute=attribute,
        rule=rule,
        required=required,
        nullable=len(arms) > 1,
        refers_to=next((mark.kind for mark in marks if isinstance(mark, RefersTo)), None),
        past=any(isinstance(mark, Past) for mark in marks),
    )


def _camel_case(attribute: str) -> str:
    first, *others = attribute.split("_")
    return first + "".join(word.capitalize() for word in others)


FIELDS: Mapping[type[Record], tuple[Field, ...]] = {kind: _fields(kind) for kind in RECORD_TYPES.values()}
"""The fields of each kind of record, in its order."""
