"""The type `Run`."""

import strawberry

from resolvers import records
from schema.declaration import object_type
from schema.types.run_status import RunStatus


@object_type(records.Run)
class Run:
    """An attempt of an executor at a turn. What it says or makes is never part of the directory."""

    id: strawberry.ID = strawberry.field(description="Opaque, unique for this user and app.")
    status: RunStatus = strawberry.field(description="How the run stands.")
