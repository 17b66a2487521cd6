"""The rules of records.md once more, in the plainest way: all that was told is kept, and everything is derived and
checked from the whole of it after every batch."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from data.records import RawRecord

Key = tuple[str, str, str]
Told = dict[str, Any]

TABLES = {
    "project": "projects",
    "session": "sessions",
    "turn": "turns",
    "run": "runs",
    "queuedInput": "queued_inputs",
    "binding": "bindings",
}
_ABSENT: Mapping[str, Told] = {
    "project": {"name": None, "status": "ACTIVE", "workspace": None, "grant": "READ"},
    "session": {
        "parentId": None, "name": "root", "title": None, "status": "OPEN", "queuePaused": False, "executorId": None,
        "channelId": None, "goalId": None, "bindingId": None, "sourceId": None, "createdAt": None,
        "lastActivityAt": None,
    },
    "turn": {"waitingFor": None, "currentRunId": None, "resultRunId": None, "createdAt": None, "finishedAt": None},
    "run": {"leaseExpiresAt": None},
    "queuedInput": {"receivedAt": None},
    "binding": {
        "kind": "PROJECT", "audience": "UNKNOWN", "conversation": None, "executorId": None, "grant": "READ",
        "status": "ACTIVE", "replacedBy": None, "revokedAt": None,
    },
}  # fmt: skip
_REFERENCES = {
    "session": {"projectId": "project", "parentId": "session", "bindingId": "binding"},
    "turn": {"sessionId": "session"},
    "run": {"sessionId": "session", "turnId": "turn"},
    "queuedInput": {"sessionId": "session"},
    "binding": {"projectId": "project", "replacedBy": "binding"},
}
_LIVE = {"RUNNING", "WAITING", "CANCELLING"}


@dataclass(frozen=True)
class Accepted:
    """A batch that is stored: how many of its records were applied and stale, and what is known then."""

    accepted: int
    stale: int
    model: "Model"


@dataclass
class Model:
    told: dict[str, dict[Key, Told]] = field(default_factory=lambda: {kind: {} for kind in TABLES})
    active: dict[Key, datetime] = field(default_factory=dict)

    def publish(self, batch: Sequence[RawRecord], now: datetime) -> Accepted | None:
        """What becomes of `batch` at the clock `now`; None when it is refused."""
        after = deepcopy(self)
        fresh = [raw for raw in batch if not self._is_stale(raw)]
        for raw in fresh:
            after._tell(raw, now)
        identities = {(raw["record"], _key(raw)) for raw in batch}
        if len(identities) < len(batch) or not after._follows(self, fresh) or not after._is_sound():
            return None
        after._move_activity(fresh)
        return Accepted(len(fresh), len(batch) - len(fresh), after)

    def _is_stale(self, raw: RawRecord) -> bool:
        stored = self.told[str(raw["record"])].get(_key(raw), {})
        versions = raw.get("version"), stored.get("version")
        return None not in versions and versions[0] <= versions[1]  # type: ignore[operator]

    def _tell(self, raw: RawRecord, now: datetime) -> None:
        kind = str(raw["record"])
        before = self.told[kind].get(_key(raw), {})
        told = {"version": None, **_ABSENT[kind], **{name: _value(name, value) for name, value in raw.items()}}
        if told["version"] is None:
            told["version"] = before.get("version")
        if kind in ("session", "turn") and told["createdAt"] is None:
            told["createdAt"] = before.get("createdAt", now)
        if kind == "turn":
            ended = told["status"] not in _LIVE
            told["finishedAt"] = (told["finishedAt"] or before.get("finishedAt") or now) if ended else None
            told["waitingFor"] = told["waitingFor"] if told["status"] == "WAITING" else None
        self.told[kind][_key(raw)] = told

    def _follows(self, before: "Model", fresh: Sequence[RawRecord]) -> bool:
        """Whether the fresh records may come after what was known."""
        for raw in fresh:
            kind, key = str(raw["record"]), _key(raw)
            old, new = before.told[kind].get(key), self.told[kind][key]
            if not self._refers_to_what_is_there(kind, key, new):
                return False
            if kind == "session" and not self._session_follows(key, old, new):
                return False
            if kind == "binding" and not self._binding_follows(key, old, new):
                return False
        return True

    def _refers_to_what_is_there(self, kind: str, key: Key, new: Told) -> bool:
        references = _REFERENCES.get(kind, {}).items()
        return all(new[name] is None or (*key[:2], new[name]) in self.told[target] for name, target in references)

    def _session_follows(self, key: Key, old: Told | None, new: Told) -> bool:
        if old is not None and old["parentId"] != new["parentId"]:
            return False
        line = self._line(key)
        if line is None or (len(line) == 1 and new["name"] != "root"):
            return False
        return bool(new["projectId"] == self.told["session"][line[-1]]["projectId"])

    def _binding_follows(self, key: Key, old: Told | None, new: Told) -> bool:
        if old is not None and (old["status"], new["status"]) == ("REVOKED", "ACTIVE"):
            return False
        project = self.told["project"][*key[:2], new["projectId"]]
        return bool(new["grant"] == "READ" or project["grant"] == "WRITE")

    def _is_sound(self) -> bool:
        """Whether the guards hold for all that is known."""
        turns, sessions, bindings = (self.told[kind].items() for kind in ("turn", "session", "binding"))
        live = Counter((*key[:2], turn["sessionId"]) for key, turn in turns if turn["status"] in _LIVE)
        names = Counter((*key[:2], told["parentId"], told["name"]) for key, told in sessions if told["parentId"])
        places = Counter(
            (*key[:2], told["provider"], told["connection"], told["conversation"])
            for key, told in bindings
            if told["status"] == "ACTIVE"
        )
        alone = all(count == 1 for counts in (live, names, places) for count in counts.values())
        return alone and all(len(self._path(key)) <= 1024 for key in self.told["session"])

    def _line(self, key: Key) -> list[Key] | None:
        """A session and its ancestors up to the root; None when they never lead there."""
        line = [key]
        while (parent := self.told["session"][line[-1]]["parentId"]) is not None:
            above = (*key[:2], parent)
            if above in line or above not in self.told["session"]:
                return None
            line.append(above)
        return line

    def _ancestry(self, key: Key) -> list[Told]:
        line = self._line(key)
        assert line is not None
        return [self.told["session"][one] for one in line]

    def _path(self, key: Key) -> str:
        return "".join(f"/{told['name']}" for told in reversed(self._ancestry(key)))

    def _move_activity(self, fresh: Sequence[RawRecord]) -> None:
        for raw in fresh:
            key, kind = _key(raw), str(raw["record"])
            if kind == "session":
                told = self.told["session"][key]
                self._active(key, told["createdAt"], told["lastActivityAt"])
            elif kind == "turn":
                told = self.told["turn"][key]
                self._active((*key[:2], told["sessionId"]), told["createdAt"], told["finishedAt"])

    def _active(self, session: Key, *instants: datetime | None) -> None:
        known = [instant for instant in (self.active.get(session), *instants) if instant is not None]
        self.active[session] = max(known)

    def dump(self) -> dict[str, list[dict[str, Any]]]:
        """The rows that the tables should hold."""
        return {
            table: [self._row(kind, key, told) for key, told in sorted(self.told[kind].items())]
            for kind, table in TABLES.items()
        }

    def _row(self, kind: str, key: Key, told: Told) -> dict[str, Any]:
        row = {_column(name): value for name, value in told.items() if name not in ("record", "lastActivityAt")}
        return row | (self._derived(key) if kind == "session" else {})

    def _derived(self, key: Key) -> dict[str, Any]:
        ancestry = self._ancestry(key)
        project = self.told["project"][*key[:2], ancestry[-1]["projectId"]]
        turns = [told for at, told in self.told["turn"].items() if (*at[:2], told["sessionId"]) == key]
        current = max(turns, key=lambda told: (told["createdAt"], told["id"].encode()), default={})
        return {
            "last_activity_at": self.active[key],
            "path": self._path(key),
            "root_session_id": ancestry[-1]["id"],
            "project_id": project["id"],
            "deleted": any(told["status"] == "DELETED" for told in ancestry),
            "project_deleted": project["status"] == "DELETED",
            "current_turn_id": current.get("id"),
            "current_turn_status": current.get("status"),
            "current_turn_waiting_for": current.get("waitingFor"),
        }


def _key(raw: RawRecord) -> Key:
    return str(raw["userId"]), str(raw["appId"]), str(raw["id"])


def _value(name: str, value: Any) -> Any:
    return datetime.fromisoformat(value) if name.endswith("At") and value is not None else value


def _column(name: str) -> str:
    return re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name)
