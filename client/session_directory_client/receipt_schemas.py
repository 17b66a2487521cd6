"""What the tools' receipts hold, as JSON schemas: every name is always there, and no other."""

from collections.abc import Mapping
from typing import Any, TypeAlias

Schema: TypeAlias = Mapping[str, Any]

_TEXT = {"type": "string"}
_TEXT_OR_NULL = {"type": ["string", "null"]}


def _exactly(properties: Schema, *, kind: str | list[str] = "object") -> dict[str, Any]:
    return {"type": kind, "properties": properties, "required": list(properties), "additionalProperties": False}


# Statuses are texts: a newer directory may have more of them.
_SESSION = {
    "session_id": _TEXT,
    "title": _TEXT_OR_NULL,
    "path": _TEXT,
    "tree_root_session_id": _TEXT,
    "project_id": _TEXT,
    "turn_id": _TEXT_OR_NULL,
    "turn_status": _TEXT_OR_NULL,
    "waiting_for": _TEXT_OR_NULL,
}

SESSIONS_RECEIPT: Schema = _exactly(
    {
        "scope": {"type": "string", "enum": ["project", "all"]},
        "sessions": {"type": "array", "items": _exactly(_SESSION)},
        "next_offset": {"type": ["integer", "null"], "minimum": 0},
    }
)
"""Of `list_sessions`."""

BOUND_SESSION_RECEIPT: Schema = _exactly(
    {
        "conversation_binding_id": _TEXT,
        "outcome": _TEXT,
        "session": _exactly(_SESSION, kind=["object", "null"]),
        "channel_id": _TEXT_OR_NULL,
        "goal_id": _TEXT_OR_NULL,
        "message": _TEXT_OR_NULL,
        "next_step": _TEXT_OR_NULL,
    }
)
"""Of `find_bound_session`."""
