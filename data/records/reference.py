"""What a record refers to."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from data.records.field import FIELDS
from data.records.record import RECORD_TYPES, Key, Record


class Reference(NamedTuple):
    """A field that names another record, which must be there."""

    field: str
    target: type[Record]
    key: Key


_REFERENCES: Mapping[type[Record], tuple[tuple[str, str, type[Record]], ...]] = {
    kind: tuple(
        (field.name, field.attribute, RECORD_TYPES[field.refers_to]) for field in fields if field.refers_to is not None
    )
    for kind, fields in FIELDS.items()
}


def references(record: Record) -> Iterator[Reference]:
    """Every reference of `record` that is not null."""
    for field, attribute, target in _REFERENCES[type(record)]:
        other_id = getattr(record, attribute)
        if other_id is not None:
            yield Reference(field, target, record.key_of(other_id))
