"""The type `SessionEdge`."""

import strawberry

from resolvers import session_page
from schema.declaration import object_type
from schema.types.session import Session


@object_type(session_page.SessionEdge)
class SessionEdge:
    """A session and its place in the listing."""

    cursor: str = strawberry.field(
        description=(
            "Give it to `after` for the sessions behind this one. Opaque and URL-safe; it belongs to this scope, and "
            "with PROJECT to this project. It outlives restarts and its own session, and is no permission."
        )
    )
    node: Session = strawberry.field(description="The session.")
