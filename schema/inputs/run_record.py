"""The input type `RunRecord`."""

from datetime import datetime

import strawberry

from schema.declaration import input_type
from schema.inputs.field import APP, OWNER, VERSION, optional
from schema.types.run_status import RunStatus


@input_type
class RunRecord:
    """A run: an attempt of an executor at a turn."""

    user_id: strawberry.ID = strawberry.field(description=OWNER)
    app_id: strawberry.ID = strawberry.field(description=APP)
    id: strawberry.ID = strawberry.field(description="The run. Opaque, 1 to 160 characters.")
    session_id: strawberry.ID = strawberry.field(description="The session that it works in.")
    turn_id: strawberry.ID = strawberry.field(description="The turn that it works on.")
    status: RunStatus = strawberry.field(description="How it stands.")
    lease_expires_at: datetime | None = optional(
        "Until when a RUNNING run is believed. It may lie in the future. Without a live lease a run's token is refused."
    )
    version: int | None = optional(VERSION)
