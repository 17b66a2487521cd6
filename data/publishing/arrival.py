"""What a batch brings: its records as rows, without those that are stale."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any, Generic, TypeVar

from data.publishing.batch import Batch, Numbered
from data.publishing.row import SessionRow, TurnRow
from data.publishing.stored import Stored
from data.records import (
    BindingRecord,
    Key,
    ProjectRecord,
    QueuedInputRecord,
    Record,
    RunRecord,
    SessionRecord,
    TurnRecord,
)
from data.tables import LIVE_TURN_STATUSES

R = TypeVar("R", bound=Record)
Row = TypeVar("Row", bound=Record)


@dataclass(frozen=True, slots=True)
class Arrival(Generic[Row]):
    """A record that is applied: its position in the batch, its row as far as it alone decides, and the row that is
    stored for it, if there is one."""

    index: int
    row: Row
    stored: Row | None

    @property
    def changed(self) -> bool:
        """Whether the row has to be written."""
        return self.row != self.stored


@dataclass(frozen=True, slots=True)
class Arrivals:
    """The arrivals of a batch by identity, in its order."""

    projects: Mapping[Key, Arrival[ProjectRecord]]
    bindings: Mapping[Key, Arrival[BindingRecord]]
    sessions: Mapping[Key, Arrival[SessionRow]]
    turns: Mapping[Key, Arrival[TurnRow]]
    runs: Mapping[Key, Arrival[RunRecord]]
    queued_inputs: Mapping[Key, Arrival[QueuedInputRecord]]

    @property
    def positions(self) -> set[int]:
        """Where in the batch they stand."""
        kinds = (self.projects, self.bindings, self.sessions, self.turns, self.runs, self.queued_inputs)
        return {arrival.index for kind in kinds for arrival in kind.values()}


def arrivals_of(batch: Batch, stored: Stored, now: datetime) -> Arrivals:
    """The records of `batch` that are not stale, at the database's clock `now`."""

    def turn_row(record: TurnRecord, stored: TurnRow | None) -> TurnRow:
        return _turn_row(record, stored, now)

    def session_row(record: SessionRecord, stored: SessionRow | None) -> SessionRow:
        return _session_row(record, stored, now)

    return Arrivals(
        projects=_applied(batch.of(ProjectRecord), stored.projects, _plain_row),
        bindings=_applied(batch.of(BindingRecord), stored.bindings, _plain_row),
        sessions=_applied(batch.of(SessionRecord), stored.sessions, session_row),
        turns=_applied(batch.of(TurnRecord), stored.turns, turn_row),
        runs=_applied(batch.of(RunRecord), stored.runs, _plain_row),
        queued_inputs=_applied(batch.of(QueuedInputRecord), stored.queued_inputs, _plain_row),
    )


def _applied(
    records: Mapping[Key, Numbered[R]], stored: Mapping[Key, Row], row_of: Callable[[R, Row | None], Row]
) -> Mapping[Key, Arrival[Row]]:
    return {
        key: Arrival(numbered.index, row_of(numbered.record, stored.get(key)), stored.get(key))
        for key, numbered in records.items()
        if not _is_stale(numbered.record, stored.get(key))
    }


def _is_stale(record: Record, stored: Record | None) -> bool:
    if record.version is None or stored is None or stored.version is None:
        return False
    return record.version <= stored.version


def _plain_row(record: R, stored: R | None) -> R:
    """Of what is stored, only an absent version is kept."""
    if record.version is None and stored is not None and stored.version is not None:
        return replace(record, version=stored.version)
    return record


def _turn_row(record: TurnRecord, stored: TurnRow | None, now: datetime) -> TurnRow:
    attributes = _attributes(record, stored)
    attributes["created_at"] = record.created_at or (stored.created_at if stored else now)
    if record.status in LIVE_TURN_STATUSES:
        attributes["finished_at"] = None
    else:
        attributes["finished_at"] = record.finished_at or (stored and stored.finished_at) or now
    if record.status != "WAITING":
        attributes["waiting_for"] = None
    return TurnRow(**attributes)


def _session_row(record: SessionRecord, stored: SessionRow | None, now: datetime) -> SessionRow:
    """What is derived from other rows stays as it was."""
    attributes = _attributes(record, stored)
    created_at = record.created_at or (stored.created_at if stored else now)
    activities = (created_at, record.last_activity_at, stored and stored.last_activity_at)
    attributes["created_at"] = created_at
    attributes["last_activity_at"] = max(activity for activity in activities if activity)
    return replace(stored, **attributes) if stored else SessionRow(**attributes)


def _attributes(record: Record, stored: Record | None) -> dict[str, Any]:
    attributes = {field.name: getattr(record, field.name) for field in fields(record)}
    if record.version is None and stored is not None:
        attributes["version"] = stored.version
    return attributes
