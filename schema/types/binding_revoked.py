"""The type `BindingRevoked`."""

from datetime import datetime

import strawberry

from resolvers import bound_session_outcome
from schema.declaration import object_type
from schema.types.binding_refusal import BindingRefusal
from schema.types.refusal import Refusal


@object_type(bound_session_outcome.BindingRevoked)
class BindingRevoked(BindingRefusal, Refusal):
    """The connection was ended. That is final: a new connection has a new id."""

    revoked_at: datetime | None = strawberry.field(description="When it was ended. Null where that is not known.")
