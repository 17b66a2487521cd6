"""JSON objects of a LoopX home, read field by field.

Only what the importer itself compares or looks up must be text; everything else is taken as it stands and judged by the
rules of records.
"""

from collections.abc import Mapping
from typing import TypeAlias

Document: TypeAlias = Mapping[str, object]


class DamageError(Exception):
    """A file, or a part of one, that cannot be imported. The text is the reason and holds nothing of the content."""


def text(document: Document, field: str) -> str:
    """The text of a field that must have one. DamageError if it has none."""
    value = document.get(field)
    if not isinstance(value, str):
        raise DamageError(f"its {field} is not a text")
    return value


def text_or_none(document: Document, field: str) -> str | None:
    """The text of a field, None where it is null or not there. DamageError if it is anything else."""
    return None if document.get(field) is None else text(document, field)


def object_or_none(document: Document, field: str) -> Document | None:
    """The object of a field, None where it is null or not there. DamageError if it is anything else."""
    value = document.get(field)
    if value is not None and not isinstance(value, dict):
        raise DamageError(f"its {field} is not an object")
    return value
