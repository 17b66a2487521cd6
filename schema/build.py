"""The schema, and its print."""

from datetime import datetime
from typing import cast

import strawberry
from graphql import GraphQLInputObjectType, GraphQLObjectType, GraphQLType
from strawberry.printer import print_schema
from strawberry.schema.config import StrawberryConfig

from schema.mutation import Mutation
from schema.query import Query
from schema.types.date_time import DATE_TIME

schema = strawberry.Schema(
    query=Query,
    mutation=Mutation,
    config=StrawberryConfig(scalar_map={datetime: DATE_TIME}, disable_field_suggestions=True),
)

# Strawberry tells graphql-core nothing of `@oneOf`, whose own check is made earlier and says where the record stands.
cast(GraphQLInputObjectType, schema._schema.type_map["RecordInput"]).is_one_of = True


def _is_one_of(inspected: GraphQLType, _info: object) -> bool | None:
    """Null for what is no input object, as the specification has it. Strawberry's own resolver fails on lists."""
    return inspected.is_one_of if isinstance(inspected, GraphQLInputObjectType) else None


cast(GraphQLObjectType, schema._schema.type_map["__Type"]).fields["isOneOf"].resolve = _is_one_of


def print_sdl() -> str:
    """The contract as it is committed in `schema/schema.graphql`. Strawberry prints it: graphql-core's printer drops
    the directive `@oneOf`."""
    return print_schema(schema) + "\n"
