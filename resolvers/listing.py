"""What a page is cut from."""

from enum import Enum
from typing import NamedTuple


class SessionScope(Enum):
    """PROJECT is one project, complete; ALL is the whole history in the app, ten at a time."""

    PROJECT = "PROJECT"
    ALL = "ALL"


class Listing(NamedTuple):
    """The sessions of one scope in the directory's order. `project_id` is that of PROJECT, and None for ALL."""

    scope: SessionScope
    project_id: str | None = None
