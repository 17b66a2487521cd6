"""The stored rows that the records of a batch name."""

from collections.abc import Mapping
from dataclasses import dataclass

from data.publishing.batch import Batch
from data.publishing.row import SessionRow, TurnRow
from data.publishing.row_table import BINDINGS, PROJECTS, QUEUED_INPUTS, RUNS, SESSIONS, TURNS
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
from data.statement import Connection


@dataclass(frozen=True, slots=True)
class Stored:
    """Rows by identity, as they stand while their owners are locked."""

    projects: Mapping[Key, ProjectRecord]
    bindings: Mapping[Key, BindingRecord]
    sessions: Mapping[Key, SessionRow]
    turns: Mapping[Key, TurnRow]
    runs: Mapping[Key, RunRecord]
    queued_inputs: Mapping[Key, QueuedInputRecord]

    def of(self, kind: type[Record]) -> Mapping[Key, Record]:
        """The rows that are stored for one kind of record."""
        rows: Mapping[type[Record], Mapping[Key, Record]] = {
            ProjectRecord: self.projects,
            BindingRecord: self.bindings,
            SessionRecord: self.sessions,
            TurnRecord: self.turns,
            RunRecord: self.runs,
            QueuedInputRecord: self.queued_inputs,
        }
        return rows[kind]


async def load_stored(connection: Connection, batch: Batch) -> Stored:
    """The rows of every record of `batch` and of all that it refers to, and the sessions that its stored turns are in;
    without those that an obscure record is about."""
    turns = await TURNS.load(connection, batch.mentioned(TurnRecord))
    sessions = {turn.session_key for turn in turns.values()} - batch.obscure[SessionRecord]
    return Stored(
        projects=await PROJECTS.load(connection, batch.mentioned(ProjectRecord)),
        bindings=await BINDINGS.load(connection, batch.mentioned(BindingRecord)),
        sessions=await SESSIONS.load(connection, batch.mentioned(SessionRecord) | sessions),
        turns=turns,
        runs=await RUNS.load(connection, batch.mentioned(RunRecord)),
        queued_inputs=await QUEUED_INPUTS.load(connection, batch.mentioned(QueuedInputRecord)),
    )
