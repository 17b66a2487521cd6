"""The type `BindingInvalid`."""

import strawberry

from resolvers import bound_session_outcome
from schema.declaration import object_type
from schema.types.binding_invalid_reason import BindingInvalidReason
from schema.types.binding_refusal import BindingRefusal
from schema.types.refusal import Refusal


@object_type(bound_session_outcome.BindingInvalid)
class BindingInvalid(BindingRefusal, Refusal):
    """The id is no binding of the caller in this app."""

    reason: BindingInvalidReason = strawberry.field(description="Why the id leads nowhere.")
