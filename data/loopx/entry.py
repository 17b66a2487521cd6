"""A record with the file of the home that it comes from."""

from dataclasses import dataclass

from data.records import RawRecord


@dataclass(frozen=True, slots=True)
class Entry:
    """`record` is still without its owner and app; `file` is a path in the home, for reports."""

    file: str
    record: RawRecord

    @property
    def kind(self) -> str:
        """The kind of record."""
        return str(self.record["record"])
