"""The records of a tree of sessions as the status panel shows it (rules.md, section 5)."""

from collections.abc import Sequence
from enum import Enum
from typing import Any, NamedTuple

from data.session import Session, sessions_of
from data.session_columns import SESSION_COLUMNS


class RunStatus(Enum):
    """How a run stands."""

    PENDING = "PENDING"
    RUNNING = "RUNNING"
    CANCEL_REQUESTED = "CANCEL_REQUESTED"
    COMPLETED = "COMPLETED"
    FAILED = "FAILED"
    CANCELLED = "CANCELLED"
    INTERRUPTED = "INTERRUPTED"
    YIELDED = "YIELDED"


class QueueStatus(Enum):
    """Whether a session takes the next input from its queue."""

    READY = "READY"
    RUNNING = "RUNNING"
    PAUSED = "PAUSED"


class Run(NamedTuple):
    """A run of the session's current turn."""

    id: str
    status: RunStatus


class SessionQueue(NamedTuple):
    """The inputs that wait for a session."""

    status: QueueStatus
    pending_inputs: int


class SessionTreeNode(NamedTuple):
    """A session in its tree. The root has depth 0 and no parent. `run` is the current turn's current run, if there is a
    record of it; `result_run_id` is that turn's result run, as the platform named it."""

    session: Session
    name: str
    depth: int
    parent_session_id: str | None
    run: Run | None
    result_run_id: str | None
    queue: SessionQueue


_RUN_STATUSES = {status.value: status for status in RunStatus}

# See `data.session`.
_tuple = tuple.__new__


def nodes_of(rows: Sequence[Any]) -> list[SessionTreeNode]:
    """The nodes of rows' values: those of `SESSION_COLUMNS`, then name, depth, parent, run, its status, result run,
    whether the queue is paused, whether a run of the session is live, and how many inputs are pending."""
    nodes = []
    ends = len(SESSION_COLUMNS)
    for session, row in zip(sessions_of([row[:ends] for row in rows]), rows, strict=True):
        name, depth, parent_id, run_id, run_status, result_run_id, paused, live, pending = row[ends:]
        run = None if run_id is None else _tuple(Run, (run_id, _RUN_STATUSES[run_status]))
        queue = _tuple(SessionQueue, (_queue_status(paused=paused, live=live), pending))
        nodes.append(_tuple(SessionTreeNode, (session, name, depth, parent_id, run, result_run_id, queue)))
    return nodes


def _queue_status(*, paused: bool, live: bool) -> QueueStatus:
    if paused:
        return QueueStatus.PAUSED
    return QueueStatus.RUNNING if live else QueueStatus.READY
