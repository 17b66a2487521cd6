"""The rows of the tables. Projects, bindings, runs and queued inputs are stored as their records say."""

from dataclasses import dataclass
from datetime import datetime

from data.records import Key, SessionRecord, TurnRecord
from data.tables import LIVE_TURN_STATUSES


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRow(SessionRecord):
    """A session with what is derived from its ancestors, its project and its turns: see `data.tables.sessions`. The
    path of a new one is empty until it has its place."""

    created_at: datetime
    last_activity_at: datetime
    root_session_id: str = ""
    path: str = ""
    deleted: bool = False
    project_deleted: bool = False
    current_turn_id: str | None = None
    current_turn_status: str | None = None
    current_turn_waiting_for: str | None = None

    @property
    def parent_key(self) -> Key | None:
        """The identity of its parent; None for a root."""
        return None if self.parent_id is None else self.key_of(self.parent_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRow(TurnRecord):
    """A turn with its instants."""

    created_at: datetime

    @property
    def session_key(self) -> Key:
        """The identity of its session."""
        return self.key_of(self.session_id)

    @property
    def live(self) -> bool:
        """Whether it has not ended."""
        return self.status in LIVE_TURN_STATUSES
