"""The type `Session`."""

from datetime import datetime

import strawberry

from resolvers import records
from schema.declaration import object_type
from schema.types.session_status import SessionStatus
from schema.types.turn import Turn


@object_type(records.Session)
class Session:
    """A conversation with an agent, or a step of one: sessions form trees.

    To see a session is no permission to write to it.
    """

    id: strawberry.ID = strawberry.field(description="Opaque, unique for this user and app, compared byte for byte.")
    title: str | None = strawberry.field(description="What people call it. Null while it has no title.")
    path: str = strawberry.field(
        description="Where it stands in its tree: `/root` for a root, else the parent's path, a slash and its own name."
    )
    root_session_id: strawberry.ID = strawberry.field(description="The root of its tree; its own id if it is the root.")
    project_id: strawberry.ID = strawberry.field(description="The project it belongs to.")
    status: SessionStatus = strawberry.field(description="How the session stands.")
    current_turn: Turn | None = strawberry.field(description="The newest turn. Null before the first one.")
    last_activity_at: datetime = strawberry.field(
        description=(
            "When something last happened in it; the directory's order. It never goes back, and reading, renaming, "
            "pausing or archiving does not move it."
        )
    )
    created_at: datetime = strawberry.field(description="When it was made.")
