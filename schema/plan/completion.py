"""Selection sets as Python: from a resolver's record to a JSON-ready value."""

from collections import Counter
from collections.abc import Awaitable, Sequence
from functools import cache
from typing import Any, get_origin, get_type_hints

from graphql import (
    GraphQLAbstractType,
    GraphQLField,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLOutputType,
    GraphQLSchema,
    OperationDefinitionNode,
    is_abstract_type,
    is_leaf_type,
    is_list_type,
    is_non_null_type,
    is_object_type,
)
from graphql.execution.collect_fields import FieldDetailsList, FragmentDetails, collect_subfields
from graphql.execution.values import VariableValues

from schema.plan.declared import attribute_of, record_of
from schema.plan.leaf import leaf_lines
from schema.plan.source import Source
from schema.plan.uncovered import UncoveredError


class CompletionWriter:
    """Writes the functions that complete what the resolvers of one operation answer.

    Each takes a value and a list for what is awaited later: `(object, response key, awaitable, completion)`. Objects
    and lists are completed in place, by lines that turn a variable's record into its JSON-ready value: calls are what
    a page of a hundred costs most. Only where the record tells the type there is a table of functions. `reads` tells
    the attributes of each record that the last function reads.
    """

    def __init__(
        self,
        schema: GraphQLSchema,
        operation: OperationDefinitionNode,
        fragments: dict[str, FragmentDetails],
        variables: VariableValues,
    ) -> None:
        self.reads: dict[type, set[str]] = {}
        self.source = Source()
        self._schema = schema
        self._operation = operation
        self._fragments = fragments
        self._variables = variables

    def write(self, output: GraphQLOutputType, details: FieldDetailsList) -> str:
        """The name of a function that completes a value of `output` with the selections of `details`."""
        self.reads = {}
        return self._function("complete", output, details)

    def _function(self, prefix: str, output: GraphQLOutputType, details: FieldDetailsList) -> str:
        return self.source.function(prefix, "value, later", [*self._value(output, details, "value"), "return value"])

    def _value(self, output: GraphQLOutputType, details: FieldDetailsList, variable: str) -> Sequence[str]:
        """Lines that complete the value in `variable`, whatever it is."""
        if is_non_null_type(output):
            return self._present(output.of_type, details, variable)
        return [f"if {variable} is not None:", *_indented(self._present(output, details, variable))]

    def _present(self, output: GraphQLOutputType, details: FieldDetailsList, variable: str) -> Sequence[str]:
        """Lines that complete the value in `variable`, and raise for None."""
        if is_leaf_type(output):
            return leaf_lines(self.source, variable, output)
        if is_list_type(output):
            return self._list(output.of_type, details, variable)
        if is_object_type(output):
            return self._object(output, details, variable)
        if is_abstract_type(output):
            return [f"{variable} = {self._table(output, details)}[type({variable})]({variable}, later)"]
        raise UncoveredError

    def _list(self, item: GraphQLOutputType, details: FieldDetailsList, variable: str) -> Sequence[str]:
        if not is_non_null_type(item):
            raise UncoveredError
        return [
            f"if type({variable}) is not list: raise UncoveredError",
            f"{variable}_items = []",
            f"for {variable}_item in {variable}:",
            *_indented(self._present(item.of_type, details, f"{variable}_item")),
            f"    {variable}_items.append({variable}_item)",
            f"{variable} = {variable}_items",
        ]

    def _table(self, output: GraphQLAbstractType, details: FieldDetailsList) -> str:
        """The name of a table of functions by the record that they complete."""
        possible = self._schema.get_possible_types(output)
        return self.source.table(
            "by_record",
            [
                (self.source.constant("Record", record_of(one)), self._function(one.name, GraphQLNonNull(one), details))
                for one in possible
            ],
        )

    def _object(self, output: GraphQLObjectType, details: FieldDetailsList, variable: str) -> Sequence[str]:
        record = record_of(output)
        collected = collect_subfields(
            self._schema, self._fragments, self._variables, self._operation, output, details, hide_suggestions=True
        )
        fields = [
            (key, output.fields.get(selected[0].node.name.value), selected)
            for key, selected in collected.grouped_field_set.items()
        ]
        read = Counter(attribute_of(field) for _, field, _ in fields if field is not None)
        body = _Body(record, variable, self.source.constant("Record", record), read)
        for key, field, selected in fields:
            if field is None:  # __typename
                body.entries.append(f"{key!r}: {output.name!r}")
            else:
                self._write_field(body, key, field, selected)
        return body.all_lines()

    def _write_field(self, body: "_Body", key: str, field: GraphQLField, selected: FieldDetailsList) -> None:
        attribute = attribute_of(field)
        self.reads.setdefault(body.record, set()).add(attribute)
        variable = body.read(attribute)
        if _is_awaited(body.record, attribute):
            completion = self._function("awaited", field.type, selected)
            body.awaited.append(f"later.append(({body.variable}, {key!r}, {variable}, {completion}))")
            body.entries.append(f"{key!r}: None")
        else:
            body.lines.extend(self._value(field.type, selected, variable))
            body.entries.append(f"{key!r}: {variable}")


class _Body:
    """The lines that complete the record in `variable`, while they are written: those for its fields, the entries of
    the object, and the lines that leave something for later. `unread` tells how often each attribute will be read."""

    def __init__(self, record: type, variable: str, constant: str, unread: Counter[str]) -> None:
        self.record = record
        self.variable = variable
        self.lines = [f"if type({variable}) is not {constant}: raise UncoveredError"]
        self.entries: list[str] = []
        self.awaited: list[str] = []
        self._unread = unread
        self._places: Sequence[str] = getattr(record, "_fields", ())
        if self._places:  # a named tuple is taken apart at once
            self.lines.append(f"{''.join(f'{variable}_at_{place}, ' for place in self._places)}= {variable}")

    def read(self, attribute: str) -> str:
        """The name of a variable that holds an attribute, and may be changed."""
        self._unread[attribute] -= 1
        in_place = f"{self.variable}_at_{attribute}"
        if attribute in self._places and not self._unread[attribute]:
            return in_place
        name = f"{self.variable}_{len(self.entries)}"
        self.lines.append(f"{name} = {in_place if attribute in self._places else f'{self.variable}.{attribute}'}")
        return name

    def all_lines(self) -> Sequence[str]:
        """All of them."""
        return [*self.lines, f"{self.variable} = {{{', '.join(self.entries)}}}", *self.awaited]


def _indented(lines: Sequence[str]) -> Sequence[str]:
    return [f"    {line}" for line in lines]


@cache
def _is_awaited(record: type, attribute: str) -> bool:
    """Whether an attribute is declared as something to await."""
    declared: Any = getattr(record, attribute)
    hint = (
        get_type_hints(declared.fget)["return"] if isinstance(declared, property) else get_type_hints(record)[attribute]
    )
    return get_origin(hint) is Awaitable
