"""The type `BindingAmbiguous`."""

import strawberry

from resolvers import bound_session_outcome
from schema.declaration import object_type
from schema.types.binding_facet import BindingFacet
from schema.types.binding_refusal import BindingRefusal
from schema.types.refusal import Refusal


@object_type(bound_session_outcome.BindingAmbiguous)
class BindingAmbiguous(BindingRefusal, Refusal):
    """More than one thing answers to the binding, and the directory does not guess."""

    ambiguous: BindingFacet = strawberry.field(
        description="BINDING, WORKSPACE or SESSION: what was found more than once."
    )
