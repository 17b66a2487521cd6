"""The input type `TurnRecord`."""

from datetime import datetime

import strawberry

from schema.declaration import input_type
from schema.inputs.field import APP, OWNER, VERSION, optional
from schema.types.turn_status import TurnStatus
from schema.types.wait_kind import WaitKind


@input_type
class TurnRecord:
    """A turn of a session. The newest by creation, then by id, is the session's current turn."""

    user_id: strawberry.ID = strawberry.field(description=OWNER)
    app_id: strawberry.ID = strawberry.field(description=APP)
    id: strawberry.ID = strawberry.field(description="The turn. Opaque, 1 to 160 characters.")
    session_id: strawberry.ID = strawberry.field(description="The session that it is a turn of.")
    status: TurnStatus = strawberry.field(
        description="How it stands. At most one turn of a session is RUNNING, WAITING or CANCELLING."
    )
    waiting_for: WaitKind | None = optional("What it waits for. Kept only while it is WAITING.")
    current_run_id: strawberry.ID | None = optional(
        "The run that works on it. A run confirms its session only while its turn names it here."
    )
    result_run_id: strawberry.ID | None = optional("The run that brought its result.")
    created_at: datetime | None = optional(
        "When it began. Where it is left out, the clock when its first record comes."
    )
    finished_at: datetime | None = optional(
        "When it ended. Where it is left out of an ended turn, the clock when that record first comes."
    )
    version: int | None = optional(VERSION)
