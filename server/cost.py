"""What an operation costs: rows times selected fields (operations.md), an upper bound known before any work is done.

A field that is not in a list counts once, a field of a list's items once for each row that the root field above may
answer. What is selected of a published batch counts once for each of its records. Fragments count wherever they are
spread, directives and types narrow nothing. What depends on the document alone is summed up once; a request adds the
rows that its variables ask for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from graphql import GraphQLCompositeType, GraphQLField, GraphQLSchema, get_named_type, get_nullable_type, is_list_type
from graphql.language import (
    DocumentNode,
    FieldNode,
    FragmentSpreadNode,
    InlineFragmentNode,
    OperationDefinitionNode,
    SelectionNode,
    SelectionSetNode,
    ValueNode,
    VariableNode,
)
from graphql.utilities import value_from_ast_untyped

from server.document_size import fragments, operations

COMPLETE_ROWS = 1_000
"""What a complete project and a tree count as."""
_INTROSPECTION_ROWS = 50
_LARGEST_PAGE = {"ALL": 10, "PROJECT": COMPLETE_ROWS}
_FIXED_ROWS = {"sessionTree": COMPLETE_ROWS, "__schema": _INTROSPECTION_ROWS, "__type": _INTROSPECTION_ROWS}


@dataclass(frozen=True, slots=True)
class _Argument:
    """An argument's value: that of a variable, or this one."""

    variable: str | None
    value: object

    def of(self, variables: Mapping[str, Any]) -> object:
        return self.value if self.variable is None else variables.get(self.variable, self.value)


@dataclass(frozen=True, slots=True)
class _Page:
    """The rows of a page, by its arguments."""

    scope: _Argument
    first: _Argument

    def rows(self, variables: Mapping[str, Any]) -> int:
        # A scope or size of another kind never comes to be executed.
        most = _LARGEST_PAGE.get(str(self.scope.of(variables)), COMPLETE_ROWS)
        first = self.first.of(variables)
        return min(max(int(first), 1), most) if isinstance(first, int | float) else most


@dataclass(frozen=True, slots=True)
class _Batch:
    """The records of a batch that is published: those of a variable, or so many."""

    variable: str
    default: int

    def rows(self, variables: Mapping[str, Any]) -> int:
        return _records(variables[self.variable]) if self.variable in variables else self.default


def _records(value: object) -> int:
    """How many records `value` is: what is no list is coerced to one of a single record."""
    return max(len(value), 1) if isinstance(value, list) else 1


_Rows: TypeAlias = int | _Page | _Batch


@dataclass(frozen=True, slots=True)
class Cost:
    """What one operation costs."""

    fixed: int
    varying: tuple[tuple[_Page | _Batch, int], ...]
    """Rows that depend on variables, and how many fields are selected of them."""

    def of(self, variables: Mapping[str, Any]) -> int:
        """The cost with these variables."""
        cost = self.fixed
        for varying, fields in self.varying:
            cost += varying.rows(variables) * fields
        return cost


def operation_costs(document: DocumentNode, schema: GraphQLSchema) -> dict[str | None, Cost]:
    """The costs of the operations of a valid document, by their names."""
    counting = _Counting(document, schema)
    return {
        operation.name.value if operation.name else None: counting.cost(operation) for operation in operations(document)
    }


class _Counting:
    """Counts the selected fields by the rows that they come with. Each fragment is walked once for each kind of rows
    that it is spread in."""

    def __init__(self, document: DocumentNode, schema: GraphQLSchema) -> None:
        self._schema = schema
        self._fragments = fragments(document)
        self._counted: dict[tuple[str, _Rows, _Rows], Counter[_Rows]] = {}
        self._defaults: dict[str, object] = {}

    def cost(self, operation: OperationDefinitionNode) -> Cost:
        root = self._schema.get_root_type(operation.operation)
        assert root is not None  # noqa: S101 -- the document is valid
        self._counted.clear()
        self._defaults = {
            definition.variable.name.value: _untyped(definition.default_value)
            for definition in operation.variable_definitions or ()
        }
        fields = self._selections(operation.selection_set, root, 1, 1)
        fixed = sum(rows * count for rows, count in fields.items() if isinstance(rows, int))
        return Cost(fixed, tuple((rows, count) for rows, count in fields.items() if not isinstance(rows, int)))

    def _selections(
        self, selections: SelectionSetNode | None, parent: GraphQLCompositeType, rows: _Rows, listed: _Rows
    ) -> Counter[_Rows]:
        """The fields of `selections` by their rows, which are `rows` here, and `listed` for the items of a list."""
        fields = Counter[_Rows]()
        for selection in selections.selections if selections else ():
            fields.update(self._selection(selection, parent, rows, listed))
        return fields

    def _selection(
        self, selection: SelectionNode, parent: GraphQLCompositeType, rows: _Rows, listed: _Rows
    ) -> Counter[_Rows]:
        if isinstance(selection, FieldNode):
            return self._field(selection, parent, rows, listed)
        if isinstance(selection, FragmentSpreadNode):
            return self._fragment(selection.name.value, rows, listed)
        inline = cast(InlineFragmentNode, selection)
        narrowed = self._type(inline.type_condition.name.value) if inline.type_condition else parent
        return self._selections(inline.selection_set, narrowed, rows, listed)

    def _field(self, node: FieldNode, parent: GraphQLCompositeType, rows: _Rows, listed: _Rows) -> Counter[_Rows]:
        field = cast(GraphQLField, self._schema.get_field(parent, node.name.value))
        if parent is self._schema.query_type:
            listed = self._rows(node)
        elif parent is self._schema.mutation_type:
            rows = self._rows(node)
        inside = listed if rows == 1 and is_list_type(get_nullable_type(field.type)) else rows
        below = self._selections(
            node.selection_set, cast(GraphQLCompositeType, get_named_type(field.type)), inside, listed
        )
        below[rows] += 1
        return below

    def _fragment(self, name: str, rows: _Rows, listed: _Rows) -> Counter[_Rows]:
        key = name, rows, listed
        if key not in self._counted:
            fragment = self._fragments[name]
            parent = self._type(fragment.type_condition.name.value)
            self._counted[key] = self._selections(fragment.selection_set, parent, rows, listed)
        return self._counted[key]

    def _rows(self, node: FieldNode) -> _Rows:
        name = node.name.value
        given = {argument.name.value: argument.value for argument in node.arguments or ()}
        if name == "sessions":
            page = _Page(self._argument(given.get("scope"), "PROJECT"), self._argument(given.get("first"), None))
            return page if page.scope.variable or page.first.variable else page.rows({})
        if name == "publish":
            records = self._argument(given.get("records"), None)
            return _Batch(records.variable, _records(records.value)) if records.variable else _records(records.value)
        return _FIXED_ROWS.get(name, 1)

    def _argument(self, node: ValueNode | None, default: object) -> _Argument:
        if isinstance(node, VariableNode):
            variable = node.name.value
            given = self._defaults.get(variable)
            return _Argument(variable, default if given is None else given)
        return _Argument(None, default if node is None else _untyped(node))

    def _type(self, name: str) -> GraphQLCompositeType:
        return cast(GraphQLCompositeType, self._schema.get_type(name))


def _untyped(node: ValueNode | None) -> object:
    return None if node is None else value_from_ast_untyped(node)
