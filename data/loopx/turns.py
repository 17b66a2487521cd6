"""Turn files. Messages and responses are not kept."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from data.loopx.documents import Document, text
from data.loopx.entry import Entry
from data.records.rule import FormError, instant

TURN_SCHEMA = "loopx_chat_turn_state_v1"

_ENDED = {"completed": "COMPLETED", "failed": "FAILED", "interrupted": "CANCELLED", "cancelled": "CANCELLED"}
_NOT_YET = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn; `file` is its path in the home. A status of None is none that LoopX knows."""

    file: str
    id: str
    status: str | None
    created_at: object
    started_at: object
    completed_at: object

    @property
    def kind(self) -> str:
        """The kind of its record: while it is queued, it is an input that waits."""
        return "queuedInput" if self.status == "queued" else "turn"

    @property
    def is_running(self) -> bool:
        """Whether it neither waits nor has ended: an unknown status counts as running."""
        return self.kind == "turn" and self.status not in _ENDED


def read_turn(document: Document, *, file: str) -> Turn:
    """The turn of a turn file. DamageError if it has no id."""
    status = document.get("status")
    return Turn(
        file=file,
        id=text(document, "turn_id"),
        status=status if isinstance(status, str) else None,
        created_at=document.get("created_at"),
        started_at=document.get("started_at"),
        completed_at=document.get("completed_at"),
    )


def turn_entries(session_id: str, turns: Collection[Turn], waiting: Collection[str]) -> Iterator[Entry]:
    """The records of a session's turns. Of those that run, the one that was started first is RUNNING as of now, and the
    others are CANCELLED. `waiting` are ids of stored inputs that wait: one that is a turn by now was consumed."""
    first = min((turn for turn in turns if turn.is_running), key=_start, default=None)
    for turn in turns:
        if turn.kind == "queuedInput":
            yield _input_entry(session_id, turn, "PENDING")
            continue
        yield _turn_entry(session_id, turn, "RUNNING" if turn is first else _ENDED.get(turn.status or "", "CANCELLED"))
        if turn.id in waiting:
            yield _input_entry(session_id, turn, "CONSUMED")


def _start(turn: Turn) -> tuple[datetime, datetime, str]:
    return _instant(turn.started_at), _instant(turn.created_at), turn.id


def _instant(value: object) -> datetime:
    try:
        return instant(value)
    except FormError:
        return _NOT_YET


def _turn_entry(session_id: str, turn: Turn, status: str) -> Entry:
    record = {
        "record": "turn",
        "id": turn.id,
        "sessionId": session_id,
        "status": status,
        "createdAt": turn.created_at,
        "finishedAt": None if status == "RUNNING" else turn.completed_at,
    }
    return Entry(turn.file, record)


def _input_entry(session_id: str, turn: Turn, status: str) -> Entry:
    record = {
        "record": "queuedInput",
        "id": turn.id,
        "sessionId": session_id,
        "status": status,
        "receivedAt": turn.created_at,
    }
    return Entry(turn.file, record)
