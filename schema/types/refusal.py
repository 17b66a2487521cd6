"""The interface `Refusal`."""

import strawberry

from schema.declaration import interface_type


@interface_type
class Refusal:
    """A refusal that any program can act on: part of the data, never an error."""

    message: str = strawberry.field(description="What is wrong and what mends it, in English, for a person.")
