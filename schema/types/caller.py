"""The type `Caller`."""

import strawberry

from resolvers import records
from schema.declaration import object_type
from schema.types.caller_kind import CallerKind


@object_type(records.Caller)
class Caller:
    """Who a request is answered for. The token alone decides it: no argument or header can name another user or app."""

    kind: CallerKind = strawberry.field(description="What the token makes of its bearer.")
    user_id: strawberry.ID = strawberry.field(description="Whose sessions are answered.")
    app_id: strawberry.ID = strawberry.field(
        description="The app that they belong to. Two apps of a user share nothing."
    )
    project_id: strawberry.ID | None = strawberry.field(
        description=(
            "The current project, which scope PROJECT lists. Null where the token names none: "
            "then `sessions` takes `projectId`."
        )
    )
    run_id: strawberry.ID | None = strawberry.field(description="The run that asks. Null unless kind is RUN.")
