"""Answers as JSON for other programs, by the names of the contract; refusals too."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

from session_directory_client.bound_sessions import BoundSession
from session_directory_client.refusal_lines import CommandRefusal
from session_directory_client.sessions import SessionConnection


def sessions_text(page: SessionConnection) -> str:
    """The page."""
    return answer_text(page)


def bound_session_text(bound: BoundSession) -> str:
    """The bound session."""
    return answer_text(bound)


def answer_text(answer: SessionConnection | BoundSession | CommandRefusal) -> str:
    """A line, in ASCII: no text of other people can harm a terminal."""
    fields = asdict(answer, dict_factory=_object)
    return json.dumps({"__typename": type(answer).__name__} | fields, default=_as_text) + "\n"


def _object(fields: Sequence[tuple[str, object]]) -> dict[str, object]:
    return {_name(name): value for name, value in fields}


def _name(name: str) -> str:
    """`next_offset` is `nextOffset`, and the name of a type that is not known is `__typename`."""
    if name == "typename":
        return "__typename"
    first, *others = name.split("_")
    return first + "".join(map(str.title, others))


def _as_text(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} is no value of an answer")
