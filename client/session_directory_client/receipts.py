"""The line that a chat shows people for a call of `list_sessions`: what was viewed and how much, no list to unfold.

The texts are a table, `receipts.json`: language, what is viewed (`project` or `history`), row. A page in a browser
reads the same table by the same three choices.
"""

import json
import pkgutil
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import TypeAlias

_Table: TypeAlias = Mapping[str, Mapping[str, Mapping[str, str]]]

_VIEWED = {"project": "project", "all": "history"}


class CallState(StrEnum):
    """How a call stands. WAITING: it has not begun, or waits for a person's leave."""

    WAITING = "waiting"
    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"
    INTERRUPTED = "interrupted"


def receipt_line(state: CallState, *, receipt: object = None, arguments: object = None, language: str = "en") -> str:
    """The line for a call with these `arguments`, which brought this `receipt`, if it did.

    `language` is a tag such as `zh-CN`; those that are not in the table are English.
    """
    table = _table()
    rows = table.get(language.lower().partition("-")[0], table["en"])[_viewed(receipt, arguments)]
    sessions = _sessions(receipt)
    if state != CallState.COMPLETED:
        return rows[state]
    if sessions is None:
        return rows["uncounted"]
    return rows["viewed" if sessions else "empty"].format(count=len(sessions))


def _viewed(receipt: object, arguments: object) -> str:
    """By the receipt's scope. One without a scope that holds a list is of the time before there were scopes, when the
    history was all there was to view. Without either: what the arguments ask for, which is the project by default."""
    answered = _VIEWED.get(_scope(receipt))
    if answered is not None:
        return answered
    if _sessions(receipt) is not None:
        return "history"
    return _VIEWED.get(_scope(arguments), "project")


def _scope(value: object) -> str:
    return str(value.get("scope")) if isinstance(value, Mapping) else ""


def _sessions(receipt: object) -> list[object] | None:
    """The list of a receipt, or that is one."""
    held = receipt.get("sessions") if isinstance(receipt, Mapping) else receipt
    return held if isinstance(held, list) else None


@cache
def _table() -> _Table:
    stored = pkgutil.get_data(__package__, "receipts.json") or b""
    table: _Table = json.loads(stored)
    return table
