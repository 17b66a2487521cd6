"""The type `SessionNotFound`."""

import strawberry

from resolvers import directory
from schema.declaration import object_type
from schema.types.refusal import Refusal


@object_type(directory.SessionNotFound)
class SessionNotFound(Refusal):
    """There is no such session to be seen: unknown, deleted and somebody else's are one and the same answer."""

    session_id: strawberry.ID = strawberry.field(description="The id as it was sent.")
