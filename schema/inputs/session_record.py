"""The input type `SessionRecord`."""

from datetime import datetime

import strawberry

from schema.declaration import input_type
from schema.inputs.field import APP, OWNER, VERSION, optional
from schema.types.session_record_status import SessionRecordStatus


@input_type
class SessionRecord:
    """A session: the root of a tree, or a member of one."""

    user_id: strawberry.ID = strawberry.field(description=OWNER)
    app_id: strawberry.ID = strawberry.field(description=APP)
    id: strawberry.ID = strawberry.field(description="The session. Opaque, 1 to 160 characters.")
    project_id: strawberry.ID = strawberry.field(
        description=(
            "The project that it is in. The project of a root may change and takes the whole tree along; a member has "
            "that of its parent."
        ),
    )
    parent_id: strawberry.ID | None = optional("The session above it; none makes it a root. It never changes.")
    name: str = strawberry.field(
        default="root",
        description=(
            "Its step in the path, 1 to 64 of A-Z, a-z, 0-9, _ and -, unique among the children of its parent, "
            "deleted ones included. A root is `root`."
        ),
    )
    title: str | None = optional("What it is about, for people.")
    status: SessionRecordStatus = strawberry.field(default=SessionRecordStatus.OPEN, description="How it stands.")
    queue_paused: bool = strawberry.field(default=False, description="Whether it takes no input from its queue.")
    executor_id: strawberry.ID | None = optional("Who executes its turns.")
    channel_id: str | None = optional(
        "The channel of the conversation that it belongs to: `project.external.<bindingId>.<sourceId>` for a PROJECT "
        "binding, `manager.external.native.<bindingId>.<sourceId>` for a STEWARD's."
    )
    goal_id: strawberry.ID | None = optional("The goal that it works for. Null for a PROJECT binding.")
    binding_id: strawberry.ID | None = optional("The binding of the conversation that it belongs to.")
    source_id: strawberry.ID | None = optional("The source of that conversation, as the channel names it.")
    created_at: datetime | None = optional(
        "When it began. Where it is left out, the clock when its first record comes."
    )
    last_activity_at: datetime | None = optional(
        "When it was last active. Activity never goes back: an earlier instant changes nothing."
    )
    version: int | None = optional(VERSION)
