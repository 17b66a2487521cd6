"""The type `PublishRefused`."""

import strawberry

from resolvers import publishing
from schema.declaration import object_type
from schema.types.record_problem import RecordProblem
from schema.types.refusal import Refusal


@object_type(publishing.PublishRefused)
class PublishRefused(Refusal):
    """Nothing of the batch is stored."""

    problems: list[RecordProblem] = strawberry.field(
        description="What is wrong with its records, by position, 100 at most. Empty for a caller who is no publisher."
    )
