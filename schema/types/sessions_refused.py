"""The type `SessionsRefused`."""

import strawberry

from resolvers import sessions_refused
from schema.declaration import object_type
from schema.types.refusal import Refusal
from schema.types.sessions_refusal_code import SessionsRefusalCode


@object_type(sessions_refused.SessionsRefused)
class SessionsRefused(Refusal):
    """No page, and why. A refusal is never an empty or a shortened list."""

    code: SessionsRefusalCode = strawberry.field(description="Why, for a program.")
    argument: str | None = strawberry.field(description="The argument to mend. Null where no argument would help.")
