"""The type `SessionTreeNode`."""

import strawberry

from resolvers import records
from schema.declaration import object_type
from schema.types.run import Run
from schema.types.session import Session
from schema.types.session_queue import SessionQueue


@object_type(records.SessionTreeNode)
class SessionTreeNode:
    """A session in its tree, with what its executor does."""

    session: Session = strawberry.field(description="The session.")
    name: str = strawberry.field(description="The last step of its path; `root` for the root.")
    depth: int = strawberry.field(description="How many ancestors it has: 0 for the root.")
    parent_session_id: strawberry.ID | None = strawberry.field(description="The session above it. Null for the root.")
    run: Run | None = strawberry.field(
        description="The current run of its current turn. Null where there is none, or nothing is known of it."
    )
    result_run_id: strawberry.ID | None = strawberry.field(
        description="The run that brought the result of its current turn. Null while there is none."
    )
    queue: SessionQueue = strawberry.field(description="The inputs that wait for it.")
