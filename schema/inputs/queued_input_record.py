"""The input type `QueuedInputRecord`."""

from datetime import datetime

import strawberry

from schema.declaration import input_type
from schema.inputs.field import APP, OWNER, VERSION, optional
from schema.types.queued_input_status import QueuedInputStatus


@input_type
class QueuedInputRecord:
    """An input that waits in the queue of a session, or did. What it says is never published."""

    user_id: strawberry.ID = strawberry.field(description=OWNER)
    app_id: strawberry.ID = strawberry.field(description=APP)
    id: strawberry.ID = strawberry.field(description="The input. Opaque, 1 to 160 characters.")
    session_id: strawberry.ID = strawberry.field(description="The session that it waits for.")
    status: QueuedInputStatus = strawberry.field(description="How it stands.")
    received_at: datetime | None = optional("When it came.")
    version: int | None = optional(VERSION)
