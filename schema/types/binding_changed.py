"""The type `BindingChanged`."""

import strawberry

from resolvers import bound_session_outcome
from schema.declaration import object_type
from schema.types.binding_facet import BindingFacet
from schema.types.binding_refusal import BindingRefusal
from schema.types.refusal import Refusal


@object_type(bound_session_outcome.BindingChanged)
class BindingChanged(BindingRefusal, Refusal):
    """Something is not as it was when the conversation was connected."""

    changed: BindingFacet = strawberry.field(description="What no longer matches what was bound.")
    replaced_by: strawberry.ID | None = strawberry.field(
        description="What took its place. Only when changed is BINDING and the successor is the caller's own."
    )
