"""From a parsed NDJSON line, or what equals one, to a record or to its problems of form."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any, TypeAlias

from data.identifier import is_identifier
from data.records.field import FIELDS, Field
from data.records.problem import Problem
from data.records.record import RECORD_TYPES, Key, Record
from data.records.rule import FormError

RawRecord: TypeAlias = Mapping[str, object]
"""`{"record": "session", "userId": ...}`: fields in camelCase, enums as their names, instants as ISO 8601 text."""

MAX_UNKNOWN_FIELDS = 100

_ABSENT = object()


@dataclass(frozen=True, slots=True)
class Unreadable:
    """In the place of a record: what was there could not even be parsed, and why."""

    message: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of one record: the attributes whose form is right, and the problems of the others."""

    index: int
    record_type: type[Record] | None
    attributes: Mapping[str, Any]
    problems: tuple[Problem, ...]

    @property
    def record(self) -> Record | None:
        """The record, if its form has no problem."""
        if self.record_type is None or self.problems:
            return None
        return self.record_type(**self.attributes)

    @property
    def key(self) -> Key | None:
        """Its identity, if that much could be read."""
        try:
            return self.attributes["user_id"], self.attributes["app_id"], self.attributes["id"]
        except KeyError:
            return None

    def future_instants(self, limit: datetime) -> Iterator[Problem]:
        """A problem for each instant that lies after `limit` and may not."""
        for field in FIELDS[self.record_type] if self.record_type else ():
            if field.past and (value := self.attributes.get(field.attribute)) is not None and value > limit:
                yield Problem(self.index, field.name, "must not lie in the future by more than five minutes")


def read(index: int, raw: RawRecord | Unreadable) -> Reading:
    """Read the record at position `index` of a batch: every problem of its form at once."""
    if isinstance(raw, Unreadable):
        return Reading(index, None, {}, (Problem(index, None, raw.message),))
    kind = raw.get("record")
    record_type = RECORD_TYPES.get(kind) if isinstance(kind, str) else None
    if record_type is None:
        return Reading(index, None, {}, (Problem(index, "record", f"must be one of {', '.join(RECORD_TYPES)}"),))
    attributes: dict[str, object] = {}
    problems: list[Problem] = []
    fields = FIELDS[record_type]
    absent = 0
    for field in fields:
        value = raw.get(field.name, _ABSENT)
        absent += value is _ABSENT
        try:
            if value is not _ABSENT:
                attributes[field.attribute] = _accepted(field, value)
            elif field.required:
                problems.append(Problem(index, field.name, "is required"))
        except FormError as error:
            problems.append(Problem(index, field.name, str(error)))
    if len(raw) + absent > len(fields) + 1:
        problems += _unknown(index, raw, fields)
    return Reading(index, record_type, attributes, tuple(problems))


def _accepted(field: Field, value: object) -> object:
    if value is not None:
        return field.rule(value)
    if field.nullable:
        return None
    raise FormError("must not be null")


def _unknown(index: int, raw: RawRecord, known: tuple[Field, ...]) -> Iterator[Problem]:
    """A problem for each field that the record's kind does not have; a name that is no id is not repeated."""
    unknown = (name for name in raw if name != "record" and all(name != field.name for field in known))
    for name in islice(unknown, MAX_UNKNOWN_FIELDS):
        yield Problem(index, name if is_identifier(name) else None, "is not a field of this record")
