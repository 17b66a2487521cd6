"""One table of records that are refused, for every door: the record, the field of its problem, and a part of the text.

Each is wrong in one way, in the world of `WORLD`. `typed` are those that GraphQL's own coercion, or the JSON of a
request, refuses before a record comes of them.
"""

from dataclasses import dataclass
from itertools import chain
from typing import Any

from data.records import RawRecord
from tests.records import binding, project, queued_input, run, session, turn

LONG_NAME = "n" * 64

WORLD: tuple[RawRecord, ...] = (
    project("garden"),
    project("field", grant="WRITE"),
    project("garden", appId="phone"),
    project("garden", userId="bob"),
    session("root"),
    session("left", parentId="root", name="left"),
    session("dead", parentId="root", name="dead", status="DELETED"),
    session("elsewhere", projectId="field"),
    session("there", appId="phone"),
    session("bobs", userId="bob"),
    turn("running", "root", status="RUNNING"),
    turn("ended", "left", status="COMPLETED"),
    turn("there", "there", appId="phone", status="COMPLETED"),
    binding("bind"),
    binding("nowhere", conversation=None),
    binding("revoked", status="REVOKED"),
    binding("there", appId="phone"),
    *(session(f"deep{n}", parentId=f"deep{n - 1}" if n else "root", name=LONG_NAME) for n in range(15)),
)


@dataclass(frozen=True)
class BadRecord:
    name: str
    record: RawRecord
    field: str | None
    message: str
    typed: bool = False


def _minimal() -> dict[str, RawRecord]:
    """A good record of each kind."""
    return {
        "project": project("p"),
        "session": session("s"),
        "turn": turn("t", "left", status="COMPLETED"),
        "run": run("r", "root", "running", status="PENDING"),
        "queuedInput": queued_input("q", "root", status="PENDING"),
        "binding": binding("b"),
    }


def _with(kind: str, /, **fields: Any) -> RawRecord:
    return {**_minimal()[kind], **fields}


def _without(kind: str, field: str) -> RawRecord:
    return {name: value for name, value in _minimal()[kind].items() if name != field}


_IDS = {
    "project": ("userId", "appId", "id"),
    "session": ("id", "projectId", "parentId", "executorId", "goalId", "bindingId", "sourceId"),
    "turn": ("id", "sessionId", "currentRunId", "resultRunId"),
    "run": ("id", "sessionId", "turnId"),
    "queuedInput": ("id", "sessionId"),
    "binding": ("id", "projectId", "executorId", "replacedBy"),
}
_REQUIRED = {
    "project": ("userId", "appId", "id"),
    "session": ("userId", "appId", "id", "projectId"),
    "turn": ("userId", "appId", "id", "sessionId", "status"),
    "run": ("userId", "appId", "id", "sessionId", "turnId", "status"),
    "queuedInput": ("userId", "appId", "id", "sessionId", "status"),
    "binding": ("userId", "appId", "id", "projectId", "provider", "connection", "providerApp", "operator"),
}
_TEXTS = {
    "project": ("name", "workspace"),
    "session": ("title", "channelId"),
    "binding": ("provider", "connection", "providerApp", "operator", "conversation"),
}
_ENUMS = {
    "project": ("status", "grant"),
    "session": ("status",),
    "turn": ("status", "waitingFor"),
    "run": ("status",),
    "queuedInput": ("status",),
    "binding": ("kind", "audience", "grant", "status"),
}
_PAST = {
    "session": ("createdAt", "lastActivityAt"),
    "turn": ("createdAt", "finishedAt"),
    "queuedInput": ("receivedAt",),
    "binding": ("revokedAt",),
}
_DEFAULTED = {
    "project": ("status", "grant"),
    "session": ("name", "status", "queuePaused"),
    "binding": ("kind", "audience", "grant", "status"),
}


_ID_RULE = "must be an id"
_NO_IDS = (
    ("empty", ""),
    ("of 161 characters", "i" * 161),
    ("with NUL", "a\0b"),
    ("with a line break", "a\nb"),
    ("with DEL", "a\x7f"),
    ("with a C1 control character", "a\x85b"),
    ("with a blank before", " a"),
    ("with a no-break space behind", "a\u00a0"),
)
_NO_INSTANTS = (
    ("naive", "2026-01-01T00:00:00"),
    ("a date", "2026-01-01"),
    ("with a blank for the T", "2026-01-01 00:00:00Z"),
    ("in words", "yesterday"),
    ("empty", ""),
    ("on 30 February", "2026-02-30T00:00:00Z"),
    ("at 25 o'clock", "2026-01-01T25:00:00Z"),
    ("before the year 1 in UTC", "0001-01-01T00:00:00+14:00"),
    ("that asyncpg makes -infinity", "0001-01-01T00:00:00Z"),
    ("in other digits", "２０２６-01-01T00:00:00Z"),
)
_PARTS = (
    # -------------------------------------------------------------------------- kind and fields
    (
        BadRecord("without a kind", {**_without("project", "record")}, "record", "must be one of project", typed=True),
        BadRecord("of an unknown kind", _with("project", record="message"), "record", "must be one of", typed=True),
        BadRecord("of a kind in capitals", _with("project", record="Project"), "record", "must be one of", typed=True),
        BadRecord("of kind 1", _with("project", record=1), "record", "must be one of", typed=True),
        BadRecord("with a derived path", _with("session", path="/root"), "path", "not a field", typed=True),
        BadRecord(
            "with a derived root", _with("session", rootSessionId="s"), "rootSessionId", "not a field", typed=True
        ),
        BadRecord("with a field of another kind", _with("project", title="x"), "title", "not a field", typed=True),
        BadRecord("with a column's name", _with("session", project_id="x"), "project_id", "not a field", typed=True),
        BadRecord("with a name that is no name", _with("project", **{"\x1b[2J": 1}), None, "not a field", typed=True),
    ),
    (
        BadRecord(f"{kind} without {field}", _without(kind, field), field, "is required", typed=True)
        for kind, fields in _REQUIRED.items()
        for field in fields
    ),
    (
        BadRecord(f"{kind} with null for {field}", _with(kind, **{field: None}), field, "must not be null", typed=True)
        for kind, fields in chain(_REQUIRED.items(), _DEFAULTED.items())
        for field in fields
    ),
    # -------------------------------------------------------------------------- ids
    (BadRecord(f"id {name}", _with("project", id=value), "id", _ID_RULE) for name, value in _NO_IDS),
    (BadRecord("id with a lone surrogate", _with("project", id="a\ud800"), "id", _ID_RULE, typed=True),),
    (
        BadRecord(f"{kind} with an empty {field}", _with(kind, **{field: ""}), field, _ID_RULE)
        for kind, fields in _IDS.items()
        for field in fields
    ),
    (
        BadRecord(f"{kind} with a number for {field}", _with(kind, **{field: 7}), field, _ID_RULE, typed=True)
        for kind, fields in _IDS.items()
        for field in fields
    ),
    # -------------------------------------------------------------------------- texts
    (
        BadRecord(f"{kind} with NUL in {field}", _with(kind, **{field: "a\0"}), field, "NUL")
        for kind, fields in _TEXTS.items()
        for field in fields
    ),
    (
        BadRecord(f"{kind} with half of {field}", _with(kind, **{field: "\udfff"}), field, "surrogates", typed=True)
        for kind, fields in _TEXTS.items()
        for field in fields
    ),
    (
        BadRecord(f"{kind} with a number for {field}", _with(kind, **{field: 7}), field, "must be text", typed=True)
        for kind, fields in _TEXTS.items()
        for field in fields
    ),
    # -------------------------------------------------------------------------- names, flags, numbers
    (
        BadRecord(f"session named {name!r}", _with("session", parentId="root", name=name), "name", "must be 1 to 64")
        for name in ("", "n" * 65, "a/b", "a b", "ä", "name\n", ".")
    ),
    (
        BadRecord(
            f"{value!r} for a flag", _with("session", queuePaused=value), "queuePaused", "true or false", typed=True
        )
        for value in (0, 1, "true", ["true"])
    ),
    (
        BadRecord(f"version {value!r}", _with("project", version=value), "version", "whole number", typed=True)
        for value in (2**63, -(2**63) - 1, 1.0, "1", True)
    ),
    # -------------------------------------------------------------------------- enumerations
    (
        BadRecord(
            f"{kind} with {value!r} for {field}", _with(kind, **{field: value}), field, "must be one of", typed=True
        )
        for kind, fields in _ENUMS.items()
        for field in fields
        for value in ("active", "NONE", 1, ["READ"])
    ),
    # -------------------------------------------------------------------------- instants
    (
        BadRecord(f"instant {name}", _with("session", createdAt=value), "createdAt", "must be ")
        for name, value in _NO_INSTANTS
    ),
    (
        BadRecord(
            f"{kind} with a number for {field}", _with(kind, **{field: 1}), field, "must be an instant", typed=True
        )
        for kind, fields in chain(_PAST.items(), {"run": ("leaseExpiresAt",)}.items())
        for field in fields
    ),
    (
        BadRecord(
            f"{kind} with a future {field}", _with(kind, **{field: "9000-01-01T00:00:00Z"}), field, "in the future"
        )
        for kind, fields in _PAST.items()
        for field in fields
    ),
    # -------------------------------------------------------------------------- references
    (
        BadRecord(f"{kind} of an unknown {field}", _with(kind, **{field: "unknown"}), field, "names nothing")
        for kind, fields in {
            "session": ("projectId", "parentId", "bindingId"),
            "turn": ("sessionId",),
            "run": ("sessionId", "turnId"),
            "queuedInput": ("sessionId",),
            "binding": ("projectId", "replacedBy"),
        }.items()
        for field in fields
    ),
    (
        BadRecord("session in another owner's project", session("s", userId="eve"), "projectId", "names nothing"),
        BadRecord("session in another app's project", session("s", appId="pad"), "projectId", "names nothing"),
        BadRecord(
            "session below another app's", _with("session", parentId="there", name="x"), "parentId", "names nothing"
        ),
        BadRecord(
            "session below another owner's", _with("session", parentId="bobs", name="x"), "parentId", "names nothing"
        ),
        BadRecord(
            "session of another app's binding", _with("session", bindingId="there"), "bindingId", "names nothing"
        ),
        BadRecord("turn of another owner's session", _with("turn", sessionId="bobs"), "sessionId", "names nothing"),
        BadRecord("run of another app's turn", _with("run", turnId="there"), "turnId", "names nothing"),
        BadRecord("ids in another case", _with("session", projectId="Garden"), "projectId", "names nothing"),
    ),
    # -------------------------------------------------------------------------- guards
    (
        BadRecord("root that is not called root", _with("session", name="trunk"), "name", "must be root"),
        BadRecord("session below itself", _with("session", parentId="s", name="x"), "parentId", "circle"),
        BadRecord(
            "root that gets a parent", session("elsewhere", projectId="field", parentId="root"), "parentId", "stay"
        ),
        BadRecord("member that loses its parent", session("left"), "parentId", "stay"),
        BadRecord("member that gets another", session("left", parentId="dead", name="left"), "parentId", "stay"),
        BadRecord("parent in another project", session("s", parentId="elsewhere", name="x"), "projectId", "parent"),
        BadRecord(
            "member that leaves",
            session("left", parentId="root", name="left", projectId="field"),
            "projectId",
            "parent",
        ),
        BadRecord("name of a sibling", session("s", parentId="root", name="left"), "name", "has this name"),
        BadRecord("name of a dead sibling", session("s", parentId="root", name="dead"), "name", "has this name"),
        BadRecord("rename to a sibling's", session("dead", parentId="root", name="left"), "name", "has this name"),
        BadRecord("path of 1,045", session("s", parentId="deep14", name=LONG_NAME), "name", "longer than 1024"),
        BadRecord("second live turn", turn("t", "root", status="WAITING"), "status", "another turn"),
        BadRecord("live turn that moves in", turn("ended", "root", status="CANCELLING"), "status", "another turn"),
        BadRecord(
            "second ACTIVE binding", binding("b", conversation="chat of bind"), "conversation", "another binding"
        ),
        BadRecord("second without a chat", binding("b", conversation=None), "conversation", "another binding"),
        BadRecord("WRITE where the project offers READ", binding("b", grant="WRITE"), "grant", "WRITE needs"),
        BadRecord("revival", binding("revoked"), "status", "REVOKED is final"),
    ),
)

BAD_RECORDS: tuple[BadRecord, ...] = tuple(chain.from_iterable(_PARTS))
