"""What was asked of `sessions`."""

from dataclasses import dataclass, field

from data.caller import Caller
from resolvers.cursor import Cursor, CursorError
from resolvers.listing import Listing, SessionScope

MAX_OFFSET = 1_000_000
DEFAULT_PAGE_SIZE = 10
MAX_PAGE_SIZE = {SessionScope.ALL: 10, SessionScope.PROJECT: 1_000}


@dataclass(kw_only=True, slots=True)
class SessionsRequest:
    """The arguments of `sessions` and who gave them. None is an argument that was left out."""

    caller: Caller
    scope: SessionScope = SessionScope.PROJECT
    offset: int = 0
    first: int | None = None
    after: str | None = None
    project_id: str | None = None
    listing: Listing = field(init=False)
    """What the page is cut from."""
    cursor: Cursor | None = field(init=False)
    """What `after` says, or None if it is no cursor of this listing."""

    def __post_init__(self) -> None:
        self.listing = Listing(self.scope, None if self.scope is SessionScope.ALL else self.current_project_id)
        self.cursor = None if self.after is None else _cursor(self.after, self.listing)

    @property
    def current_project_id(self) -> str | None:
        """The caller's own project, or without one the argument (rules.md, section 1)."""
        return self.project_id if self.caller.project_id is None else self.caller.project_id


def _cursor(text: str, listing: Listing) -> Cursor | None:
    try:
        cursor = Cursor.decode(text)
    except CursorError:
        return None
    return cursor if cursor.listing == listing else None
