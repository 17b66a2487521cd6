"""The variables of an operation: a quick way for those that are what they should be."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from graphql import (
    GraphQLEnumType,
    GraphQLError,
    GraphQLNullableType,
    GraphQLSchema,
    Undefined,
    VariableDefinitionNode,
    get_nullable_type,
    is_non_null_type,
)
from graphql.execution.get_variable_signature import get_variable_signature
from graphql.execution.values import VariableValues, get_variable_values
from graphql.utilities.coerce_input_value import coerce_default_value

from schema.plan.uncovered import UncoveredError

_Coerce: TypeAlias = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class _Variable:
    """`default` is Undefined where there is none; `coerce` gives Undefined for a value that it leaves to others."""

    name: str
    coerce: _Coerce
    default: object
    nullable: bool


class Variables:
    """Coerces what a request gives as variables."""

    def __init__(self, schema: GraphQLSchema, definitions: Sequence[VariableDefinitionNode]) -> None:
        self._schema = schema
        self._definitions = definitions
        self._variables = [_variable(schema, definition) for definition in definitions]

    def coerce(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The coerced values by name, without those that were left out. UncoveredError when there is an error to be
        told."""
        coerced: dict[str, Any] = {}
        for variable in self._variables:
            value = given.get(variable.name, Undefined)
            if value is Undefined:
                value = variable.default
                if value is Undefined and not variable.nullable:
                    raise UncoveredError
            elif value is not None:
                value = variable.coerce(value)
                if value is Undefined:
                    return self.values(given).coerced
            elif not variable.nullable:
                raise UncoveredError
            if value is not Undefined:
                coerced[variable.name] = value
        return coerced

    def values(self, given: Mapping[str, Any]) -> VariableValues:
        """All that graphql-core makes of them. UncoveredError when there is an error to be told."""
        values = get_variable_values(self._schema, self._definitions, dict(given), hide_suggestions=True)
        if isinstance(values, list):
            raise UncoveredError
        return values


def _variable(schema: GraphQLSchema, definition: VariableDefinitionNode) -> _Variable:
    signature = get_variable_signature(schema, definition)
    if isinstance(signature, GraphQLError):
        raise UncoveredError
    default = Undefined if signature.default is None else coerce_default_value(signature)
    coerce = _coerce(get_nullable_type(signature.type))
    return _Variable(signature.name, coerce, default, not is_non_null_type(signature.type))


def _coerce(named: GraphQLNullableType) -> _Coerce:
    if isinstance(named, GraphQLEnumType):
        members = {name: named.coerce_input_value(name) for name in named.values}
        return lambda value: members.get(value, Undefined) if type(value) is str else Undefined
    return _SCALARS.get(str(named), _unsure)


def _text(value: object) -> object:
    return value if type(value) is str else Undefined


def _truth(value: object) -> object:
    return value if type(value) is bool else Undefined


def _whole(value: object) -> object:
    return value if type(value) is int and -(2**31) <= value < 2**31 else Undefined


def _unsure(_value: object) -> object:
    return Undefined


_SCALARS: Mapping[str, _Coerce] = {"String": _text, "ID": _text, "Boolean": _truth, "Int": _whole}
