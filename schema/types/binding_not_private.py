"""The type `BindingNotPrivate`."""

from resolvers import bound_session_outcome
from schema.declaration import object_type
from schema.types.binding_refusal import BindingRefusal
from schema.types.refusal import Refusal


@object_type(bound_session_outcome.BindingNotPrivate)
class BindingNotPrivate(BindingRefusal, Refusal):
    """The conversation is not, or not any more, between one person and the app. It goes on where it takes place."""
