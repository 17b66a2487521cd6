"""What a page is cut from."""

from dataclasses import dataclass
from enum import Enum


class SessionScope(Enum):
    """PROJECT is one project, complete; ALL is the whole history in the app, ten at a time."""

    PROJECT = "PROJECT"
    ALL = "ALL"


@dataclass(frozen=True, slots=True)
class Listing:
    """The sessions of one scope in the directory's order. `project_id` is that of PROJECT, and None for ALL."""

    scope: SessionScope
    project_id: str | None = None
