"""Scalars and enums in a plan: the Python that makes a JSON-ready value of an attribute."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from graphql import GraphQLEnumType, GraphQLLeafType, GraphQLScalarType, Undefined

from schema.plan.source import Source
from schema.plan.uncovered import UncoveredError

_UNLIKE = {
    "String": "type({0}) is not str",
    "ID": "type({0}) is not str",
    "Boolean": "type({0}) is not bool",
    "Int": "type({0}) is not int or not -2147483648 <= {0} <= 2147483647",
}
"""When a value is not what it is sent as. The ordinary executor may still make one of it."""


def leaf_lines(source: Source, variable: str, leaf: GraphQLLeafType) -> Sequence[str]:
    """Lines that turn the value in `variable` into one for orjson with `OPT_UTC_Z`. They raise UncoveredError for None
    and for a value that is not quite of the type."""
    if isinstance(leaf, GraphQLEnumType):
        return _enum_lines(source, variable, leaf)
    if leaf.name in _UNLIKE:
        return [f"if {_UNLIKE[leaf.name].format(variable)}: raise UncoveredError"]
    if leaf.name == "DateTime":
        return _instant_lines(source, variable, leaf)
    coerce = source.constant(leaf.name, _checked(leaf))
    return [f"{variable} = {coerce}({variable})"]


def _enum_lines(source: Source, variable: str, leaf: GraphQLEnumType) -> Sequence[str]:
    members = [value.value for value in leaf.values.values()]
    enumeration: Any = getattr(leaf, "wrapped_cls", None)
    names = [member.name for member in enumeration or ()]
    if not names or names != list(leaf.values) or [member.value for member in enumeration] != members:
        raise UncoveredError
    # What `name` reads, without the call of a descriptor.
    kind = source.constant(leaf.name, enumeration)
    return [f"if type({variable}) is not {kind}: raise UncoveredError", f"{variable} = {variable}._name_"]


def _instant_lines(source: Source, variable: str, leaf: GraphQLScalarType) -> Sequence[str]:
    """orjson writes an instant as the contract wants it, but for the six digits of a whole second."""
    kind, utc = source.constant("datetime", datetime), source.constant("UTC", UTC)
    text = source.constant(leaf.name, leaf.coerce_output_value)
    return [
        f"if type({variable}) is not {kind}: raise UncoveredError",
        f"if {variable}.tzinfo is not {utc} or not {variable}.microsecond: {variable} = {text}({variable})",
    ]


def _checked(leaf: GraphQLScalarType) -> Any:  # noqa: ANN401 -- what JSON has
    def coerce(value: object) -> object:
        coerced = None if value is None else leaf.coerce_output_value(value)
        if coerced is None or coerced is Undefined:
            raise UncoveredError
        return coerced

    return coerce
