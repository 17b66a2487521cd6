"""The type `BindingUnverified`."""

import strawberry

from resolvers import bound_session_outcome
from schema.declaration import object_type
from schema.types.binding_refusal import BindingRefusal
from schema.types.binding_unverified_reason import BindingUnverifiedReason
from schema.types.refusal import Refusal


@object_type(bound_session_outcome.BindingUnverified)
class BindingUnverified(BindingRefusal, Refusal):
    """It could not be checked now: nothing is known to be wrong with the binding. Ask again."""

    reason: BindingUnverifiedReason = strawberry.field(description="What could not be checked.")
