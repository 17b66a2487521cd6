"""A page of the directory. Attribute names are those of the GraphQL fields."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator, Sequence
from typing import NamedTuple

from data.session import Session
from resolvers.cursor import Cursor
from resolvers.listing import Listing, SessionScope
from resolvers.sessions_request import MAX_OFFSET


class Count:
    """A number that costs a statement: asked for when first awaited, and once however often it is awaited."""

    def __init__(self, ask: Callable[[], Coroutine[None, None, int]]) -> None:
        self._ask = ask
        self._asked: asyncio.Task[int] | None = None

    def __await__(self) -> Generator[None, None, int]:
        if self._asked is None:
            self._asked = asyncio.ensure_future(self._ask())
        return self._asked.__await__()


class SessionEdge(NamedTuple):
    """A session and its place in the listing. Cursors are made only when they are read."""

    listing: Listing
    node: Session

    @property
    def cursor(self) -> str:
        """The text that `after` takes."""
        return Cursor(self.listing, self.node.position).encode()


class PageInfo(NamedTuple):
    """What lies around a page, as Relay's cursor connections name it."""

    page: "SessionPage"

    @property
    def has_next_page(self) -> bool:
        """Whether sessions follow."""
        return self.page.has_next_page

    @property
    def has_previous_page(self) -> bool:
        """Whether sessions may stand before it."""
        return self.page.offset != 0

    @property
    def start_cursor(self) -> str | None:
        """The cursor of the first session, None on an empty page."""
        return self._cursor(0)

    @property
    def end_cursor(self) -> str | None:
        """The cursor of the last session, None on an empty page."""
        return self._cursor(-1)

    def _cursor(self, place: int) -> str | None:
        listing, _, nodes, _, _ = self.page
        return Cursor(listing, nodes[place].position).encode() if nodes else None


class SessionPage(NamedTuple):
    """Sessions of one listing. `offset` is None on a page behind a cursor."""

    listing: Listing
    offset: int | None
    nodes: Sequence[Session]
    has_next_page: bool
    total_count: Awaitable[int]

    @property
    def scope(self) -> SessionScope:
        """That of the listing."""
        return self.listing.scope

    @property
    def edges(self) -> Sequence[SessionEdge]:
        """The sessions with their cursors."""
        return [SessionEdge(self.listing, node) for node in self.nodes]

    @property
    def page_info(self) -> PageInfo:
        """What lies around the page."""
        return PageInfo(self)

    @property
    def returned_count(self) -> int:
        """How many sessions the page holds."""
        return len(self.nodes)

    @property
    def next_offset(self) -> int | None:
        """Where the next page of ALL begins, if there is one and it can be asked for by offset."""
        if self.scope is not SessionScope.ALL or self.offset is None or not self.has_next_page:
            return None
        following = self.offset + len(self.nodes)
        return following if following <= MAX_OFFSET else None
