"""The fields of records, as the input types declare them."""

from typing import Any

import strawberry

OWNER = "Whose it is. Opaque, 1 to 160 characters."
APP = "In which app: the publisher's own."
VERSION = (
    "Larger than the stored one, or the record is stale and changes nothing. Where it is left out the record is "
    "applied, and the stored version stays. 32 bits: count, or give seconds."
)


def optional(description: str) -> Any:  # noqa: ANN401 -- a field of whatever type it is annotated with
    """Declares a field that may be left out or be null, which is the same."""
    return strawberry.field(default=strawberry.UNSET, description=description)
