"""A batch as it was read: its records by kind and identity, and its problems of form."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar, cast

from data.records import Key, Problem, RawRecord, Reading, Record, Unreadable, read
from data.records.record import RECORD_TYPES
from data.records.reference import Reference, references

R = TypeVar("R", bound=Record)


@dataclass(frozen=True, slots=True)
class Numbered(Generic[R]):
    """A record and its position in the batch, from 0."""

    index: int
    record: R


class Batch:
    """The records of a batch whose form is right, the problems of the others, and what is known of both.

    `obscure` holds the identities of records whose form is wrong: what they would have said is not known, so nothing
    is concluded from the rows that are stored for them. `references` are those of the other records, each with its
    record's position.
    """

    def __init__(self, raws: Sequence[RawRecord | Unreadable], app_id: str | None) -> None:
        self._readings = [read(index, raw) for index, raw in enumerate(raws)]
        self._records: Mapping[type[Record], dict[Key, Numbered[Record]]] = {kind: {} for kind in RECORD_TYPES.values()}
        self.problems = [problem for reading in self._readings for problem in reading.problems]
        self.obscure: Mapping[type[Record], set[Key]] = {kind: set() for kind in RECORD_TYPES.values()}
        self.references: list[tuple[int, Reference]] = []
        for reading in self._readings:
            self._sort_in(reading, app_id)

    def _sort_in(self, reading: Reading, app_id: str | None) -> None:
        kind, key, record = reading.record_type, reading.key, reading.record
        if app_id is not None and reading.attributes.get("app_id", app_id) != app_id:
            self.problems.append(Problem(reading.index, "appId", "must be the app that publishes"))
            record = None
        if kind is None or key is None:
            return
        if self.holds(kind, key):
            self.problems.append(Problem(reading.index, "id", "stands twice in this batch"))
        elif record is None:
            self.obscure[kind].add(key)
        else:
            self._records[kind][key] = Numbered(reading.index, record)
            self.references.extend((reading.index, reference) for reference in references(record))

    @property
    def owners(self) -> set[tuple[str, str]]:
        """Owner and app of every record whose form is right."""
        return {(user_id, app_id) for records in self._records.values() for user_id, app_id, _ in records}

    def of(self, kind: type[R]) -> Mapping[Key, Numbered[R]]:
        """The records of one kind whose form is right."""
        return cast(Mapping[Key, Numbered[R]], self._records[kind])

    def holds(self, kind: type[Record], key: Key) -> bool:
        """Whether a record of this identity came, be its form right or wrong."""
        return key in self._records[kind] or key in self.obscure[kind]

    def mentioned(self, kind: type[Record]) -> set[Key]:
        """The identities of the records of one kind and of what is referred to there, without the obscure ones."""
        referred = {reference.key for _, reference in self.references if reference.target is kind}
        return (self._records[kind].keys() | referred) - self.obscure[kind]

    def future_instants(self, limit: datetime) -> Iterator[Problem]:
        """A problem for each instant of any record that lies after `limit` and may not."""
        for reading in self._readings:
            yield from reading.future_instants(limit)
