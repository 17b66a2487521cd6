"""The type `SessionQueue`."""

import strawberry

from resolvers import records
from schema.declaration import object_type
from schema.types.queue_status import QueueStatus


@object_type(records.SessionQueue)
class SessionQueue:
    """The inputs that wait for a session. What they say is never part of the directory."""

    status: QueueStatus = strawberry.field(description="What the session does with them.")
    pending_inputs: int = strawberry.field(description="How many wait.")
