"""The type `Published`."""

import strawberry

from resolvers import publishing
from schema.declaration import object_type


@object_type(publishing.Published)
class Published:
    """The whole batch is stored. `accepted` and `stale` add up to its records."""

    accepted: int = strawberry.field(description="How many records were applied.")
    stale: int = strawberry.field(
        description="How many records were older than what is stored, by their `version`: left as they were."
    )
