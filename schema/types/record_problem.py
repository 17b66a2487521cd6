"""The type `RecordProblem`."""

import strawberry

from resolvers.records import Problem
from schema.declaration import object_type


@object_type(Problem)
class RecordProblem:
    """What is wrong with one record of a batch."""

    index: int = strawberry.field(description="The record's position in the batch, from 0.")
    field: str | None = strawberry.field(description="Its field to mend. Null where the record as a whole is meant.")
    message: str = strawberry.field(description="What is wrong and what mends it, in English, for a person.")
