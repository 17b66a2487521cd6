"""The type `PageInfo`."""

import strawberry

from resolvers import session_page
from schema.declaration import object_type


@object_type(session_page.PageInfo)
class PageInfo:
    """What lies around a page, as in Relay's cursor connections."""

    has_next_page: bool = strawberry.field(description="Whether sessions follow.")
    has_previous_page: bool = strawberry.field(description="True when `offset` is not 0 or `after` was given.")
    start_cursor: str | None = strawberry.field(description="The cursor of the first session. Null on an empty page.")
    end_cursor: str | None = strawberry.field(
        description="The cursor of the last session: the next page's `after`. Null on an empty page."
    )
