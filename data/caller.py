"""Who a request is answered for."""

from dataclasses import dataclass
from enum import Enum


class CallerKind(Enum):
    """What a token makes of its bearer (rules.md, section 1)."""

    PERSON = "PERSON"
    RUN = "RUN"
    PUBLISHER = "PUBLISHER"


@dataclass(frozen=True, slots=True)
class Caller:
    """A confirmed caller.

    Only `server.authentication` makes one (a test reads the code for others); every repository demands one, so nothing
    is read for a name that came with an argument.

    `project_id` is the current project: that of the run's session, or the `project` claim of a person's token, or None.
    `run_id` is set for a RUN alone.
    """

    kind: CallerKind
    user_id: str
    app_id: str
    project_id: str | None = None
    run_id: str | None = None
