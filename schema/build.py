"""The schema, and its print."""

from datetime import datetime

import strawberry
from strawberry.printer import print_schema
from strawberry.schema.config import StrawberryConfig

from schema.query import Query
from schema.types.date_time import DATE_TIME

schema = strawberry.Schema(
    query=Query,
    config=StrawberryConfig(scalar_map={datetime: DATE_TIME}, disable_field_suggestions=True),
)


def print_sdl() -> str:
    """The contract as it is committed in `schema/schema.graphql`. Strawberry prints it: graphql-core's printer drops
    the directive `@oneOf`."""
    return print_schema(schema) + "\n"
