"""What is wrong with a record."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason why a batch was not stored.

    `index` is the record's position in the batch, from 0; `field` its field in camelCase, or None where the record as a
    whole is meant; `message` says to a person what to mend and repeats no text of the record.
    """

    index: int
    field: str | None
    message: str
