"""Every operation that a test sends and that succeeds has a plan."""

from collections.abc import Mapping

from graphql import OperationDefinitionNode, OperationType, parse

from schema.build import schema
from schema.plan.operation import Operation


def assert_covered(document: str, variables: Mapping[str, object] | None) -> None:
    """A query without introspection is compiled: UncoveredError where no plan covers it."""
    node = parse(document)
    [definition] = [one for one in node.definitions if isinstance(one, OperationDefinitionNode)]
    if definition.operation is OperationType.QUERY and "__schema" not in document and "__type(" not in document:
        operation = Operation.select(schema._schema, node, None)
        assert operation is not None
        operation.prepare(variables or {})
