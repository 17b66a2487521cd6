"""The type `Turn`."""

import strawberry

from resolvers import records
from schema.declaration import object_type
from schema.types.turn_status import TurnStatus
from schema.types.wait_kind import WaitKind


@object_type(records.Turn)
class Turn:
    """One turn of a session: an input and what the agent makes of it."""

    id: strawberry.ID = strawberry.field(description="Opaque, unique for this user and app.")
    status: TurnStatus = strawberry.field(description="How the turn stands.")
    waiting_for: WaitKind | None = strawberry.field(description="Null unless status is WAITING.")
