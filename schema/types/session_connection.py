"""The type `SessionConnection`."""

import strawberry

from resolvers import session_page
from schema.declaration import object_type
from schema.types.page_info import PageInfo
from schema.types.session import Session
from schema.types.session_edge import SessionEdge
from schema.types.session_scope import SessionScope


@object_type(session_page.SessionPage)
class SessionConnection:
    """A page of sessions, newest activity first; sessions of the same instant by id, by its bytes, downwards.

    There are two ways to page. `offset` reads the order as it is now, and pages may repeat or miss rows that move.
    `after` never repeats a row, and a row that was active again meanwhile is found from a fresh first page. Neither is
    a snapshot.
    """

    scope: SessionScope = strawberry.field(description="The scope that was asked for.")
    offset: int | None = strawberry.field(
        description="The offset that was asked for. Null when the page was asked for with `after`."
    )
    edges: list[SessionEdge] = strawberry.field(description="The sessions of this page with their cursors.")
    nodes: list[Session] = strawberry.field(description="The sessions of this page, without cursors.")
    page_info: PageInfo = strawberry.field(description="Whether there is more, and where.")
    returned_count: int = strawberry.field(description="How many sessions this page holds.")
    next_offset: int | None = strawberry.field(
        description=(
            "The `offset` of the next page. Null for PROJECT, on the last page, under `after`, and past the largest "
            "offset, 1,000,000: go on with `after` there."
        )
    )
    total_count: int = strawberry.field(
        description=(
            "How many sessions the scope holds now, all pages together. Counted only when selected: "
            "leave it out where `hasNextPage` is enough."
        )
    )
