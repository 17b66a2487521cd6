"""The interface `BindingRefusal`."""

import strawberry

from schema.declaration import interface_type
from schema.types.binding_next_step import BindingNextStep


@interface_type
class BindingRefusal:
    """Why there is no session to be trusted. Nothing about the conversation or its people is said."""

    conversation_binding_id: strawberry.ID = strawberry.field(description="The id as it was sent.")
    message: str = strawberry.field(description="What is wrong and what mends it, in English, for a person.")
    next_step: BindingNextStep = strawberry.field(description="What to do next, for a program.")
