"""Selection sets as Python: from a resolver's record to a JSON-ready value."""

from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from typing import Any, get_origin, get_type_hints

from graphql import (
    GraphQLAbstractType,
    GraphQLField,
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

    Each takes a value and a list for what is awaited later: `(object, response key, awaitable, completion)`.
    `reads` tells the attributes of each record that the last one reads.
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
        self._written: dict[tuple[object, ...], str] = {}

    def write(self, output: GraphQLOutputType, details: FieldDetailsList) -> str:
        """The name of a function that completes a value of `output` with the selections of `details`."""
        self.reads = {}
        self._written = {}
        return self._function("complete", output, details)

    def _function(self, prefix: str, output: GraphQLOutputType, details: FieldDetailsList) -> str:
        lines = [*self._value(output, details, "value"), "return value"]
        return self.source.function(prefix, "value, later", lines)

    def _value(self, output: GraphQLOutputType, details: FieldDetailsList, variable: str) -> Sequence[str]:
        """Lines that complete the value in `variable`, whatever it is."""
        if is_non_null_type(output):
            return self._present(output.of_type, details, variable)
        return [f"if {variable} is not None:", *(f"    {line}" for line in self._present(output, details, variable))]

    def _present(self, output: GraphQLOutputType, details: FieldDetailsList, variable: str) -> Sequence[str]:
        """Lines that complete the value in `variable`, and raise for None."""
        if is_leaf_type(output):
            return leaf_lines(self.source, variable, output)
        if is_list_type(output):
            return self._list(output.of_type, details, variable)
        return [f"{variable} = {self._call(output, details, variable)}"]

    def _list(self, item: GraphQLOutputType, details: FieldDetailsList, variable: str) -> Sequence[str]:
        if not is_non_null_type(item):
            raise UncoveredError
        call = self._call(item.of_type, details, "item")
        return [
            f"if type({variable}) is not list: raise UncoveredError",
            f"{variable} = [{call} for item in {variable}]",
        ]

    def _call(self, output: GraphQLOutputType, details: FieldDetailsList, variable: str) -> str:
        """The call that completes an object."""
        if is_object_type(output):
            return f"{self._object(output, details)}({variable}, later)"
        if is_abstract_type(output):
            return f"{self._abstract(output, details)}[type({variable})]({variable}, later)"
        raise UncoveredError

    def _abstract(self, output: GraphQLAbstractType, details: FieldDetailsList) -> str:
        """The name of a table of functions by the record that they complete."""
        return self._once(output, details, self._write_abstract)

    def _object(self, output: GraphQLObjectType, details: FieldDetailsList) -> str:
        """The name of a function that completes a record of `output`."""
        return self._once(output, details, self._write_object)

    def _once(
        self,
        output: Any,  # noqa: ANN401 -- as `write` takes it
        details: FieldDetailsList,
        write: Callable[[Any, FieldDetailsList], str],
    ) -> str:
        key = (output.name, *(id(detail.node) for detail in details))
        if key not in self._written:
            self._written[key] = write(output, details)
        return self._written[key]

    def _write_abstract(self, output: GraphQLAbstractType, details: FieldDetailsList) -> str:
        possible = self._schema.get_possible_types(output)
        return self.source.table(
            "by_record",
            [(self.source.constant("Record", record_of(one)), self._object(one, details)) for one in possible],
        )

    def _write_object(self, output: GraphQLObjectType, details: FieldDetailsList) -> str:
        record = record_of(output)
        body = _Body(record, self.source.constant("Record", record))
        collected = collect_subfields(
            self._schema, self._fragments, self._variables, self._operation, output, details, hide_suggestions=True
        )
        for key, selected in collected.grouped_field_set.items():
            field_name = selected[0].node.name.value
            if field_name == "__typename":
                body.entries.append(f"{key!r}: {output.name!r}")
            else:
                self._write_field(body, key, output.fields[field_name], selected)
        return self.source.function(output.name, "value, later", body.all_lines())

    def _write_field(self, body: "_Body", key: str, field: GraphQLField, selected: FieldDetailsList) -> None:
        attribute = attribute_of(field)
        self.reads.setdefault(body.record, set()).add(attribute)
        if _is_awaited(body.record, attribute):
            completion = self._function("awaited", field.type, selected)
            body.awaited.append(f"later.append((answer, {key!r}, {body.read(attribute)}, {completion}))")
            body.entries.append(f"{key!r}: None")
        else:
            variable = f"field_{len(body.entries)}"
            body.lines.append(f"{variable} = {body.read(attribute)}")
            body.lines.extend(self._value(field.type, selected, variable))
            body.entries.append(f"{key!r}: {variable}")


class _Body:
    """The body of a function that completes a record, while it is written: its lines, the entries of the object that
    it returns, and the lines that leave something for later."""

    def __init__(self, record: type, constant: str) -> None:
        self.record = record
        self.lines = [f"if type(value) is not {constant}: raise UncoveredError"]
        self.entries: list[str] = []
        self.awaited: list[str] = []
        self._places: Sequence[str] = getattr(record, "_fields", ())
        if self._places:  # a named tuple is taken apart at once
            self.lines.append(f"{''.join(f'at_{place}, ' for place in self._places)}= value")

    def read(self, attribute: str) -> str:
        """The expression that reads an attribute."""
        return f"at_{attribute}" if attribute in self._places else f"value.{attribute}"

    def all_lines(self) -> Sequence[str]:
        """The whole body."""
        return [*self.lines, f"answer = {{{', '.join(self.entries)}}}", *self.awaited, "return answer"]


@cache
def _is_awaited(record: type, attribute: str) -> bool:
    """Whether an attribute is declared as something to await."""
    declared: Any = getattr(record, attribute)
    hint = (
        get_type_hints(declared.fget)["return"] if isinstance(declared, property) else get_type_hints(record)[attribute]
    )
    return get_origin(hint) is Awaitable
