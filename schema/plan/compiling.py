"""From an operation to its plan."""

from typing import Any

from graphql import GraphQLObjectType, GraphQLSchema, OperationDefinitionNode, is_non_null_type
from graphql.execution.collect_fields import FieldDetailsList, FragmentDetails, collect_fields
from graphql.execution.values import VariableValues

from resolvers.records import Session
from schema.plan.completion import CompletionWriter
from schema.plan.plan import Plan
from schema.plan.root_field import RootField, root_field
from schema.plan.uncovered import UncoveredError


def compile_plan(
    schema: GraphQLSchema,
    operation: OperationDefinitionNode,
    fragments: dict[str, FragmentDetails],
    variables: VariableValues,
) -> Plan:
    """The plan of a validated query, for `variables` as far as directives read them.

    UncoveredError for what no plan covers, GraphQLError for a directive that cannot be followed.
    """
    query = schema.query_type
    if query is None:
        raise UncoveredError
    writer = CompletionWriter(schema, operation, fragments, variables)
    collected = collect_fields(schema, fragments, variables, query, operation, hide_suggestions=True)
    shape: dict[str, Any] = {}
    fields: list[tuple[RootField, str]] = []
    for key, details in collected.grouped_field_set.items():
        shape[key] = query.name if details[0].node.name.value == "__typename" else None
        if shape[key] is None:
            fields.append(_root_field(writer, query, key, details))
    functions = writer.source.compile()
    return Plan(shape, [field for field, _ in fields], [functions[name] for _, name in fields])


def _root_field(
    writer: CompletionWriter, query: GraphQLObjectType, key: str, details: FieldDetailsList
) -> tuple[RootField, str]:
    """A root field, and the name of the function that completes it."""
    nodes = [detail.node for detail in details]
    declared = query.fields.get(nodes[0].name.value)
    if declared is None or not is_non_null_type(declared.type):
        raise UncoveredError
    completion = writer.write(declared.type, details)
    return root_field(declared, key, nodes, frozenset(writer.reads.get(Session, ()))), completion
