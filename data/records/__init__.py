"""The record model: what a platform tells the directory, whatever door it comes through (records.md)."""

from data.records.parsing import RawRecord, Reading, Unreadable, read
from data.records.problem import Problem
from data.records.record import (
    BindingRecord,
    Key,
    ProjectRecord,
    QueuedInputRecord,
    Record,
    RunRecord,
    SessionRecord,
    TurnRecord,
)

__all__ = [
    "BindingRecord",
    "Key",
    "Problem",
    "ProjectRecord",
    "QueuedInputRecord",
    "RawRecord",
    "Reading",
    "Record",
    "RunRecord",
    "SessionRecord",
    "TurnRecord",
    "Unreadable",
    "read",
]
