"""The type `NoOpenSession`."""

import strawberry

from resolvers import bound_session_outcome
from schema.declaration import object_type
from schema.types.binding_refusal import BindingRefusal
from schema.types.refusal import Refusal
from schema.types.session import Session


@object_type(bound_session_outcome.NoOpenSession)
class NoOpenSession(BindingRefusal, Refusal):
    """The binding is good and nothing is open under it. Start a new session."""

    last_closed_session: Session | None = strawberry.field(
        description="The newest closed session, readable as history, never a target. Null where there is none."
    )
