"""How the schema's types and fields were declared, as far as a plan can follow it. UncoveredError where it cannot."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from graphql import GraphQLField, GraphQLObjectType
from strawberry.schema.schema_converter import GraphQLCoreConverter
from strawberry.types.field import StrawberryField

from schema.declaration import IsRecord
from schema.plan.uncovered import UncoveredError


@dataclass(frozen=True, slots=True)
class Resolver:
    """The resolver of a root field: `call(None, info=…, **arguments)`."""

    call: Callable[..., Any]
    is_async: bool


def record_of(output: GraphQLObjectType) -> type:
    """The record that the values of `output` are."""
    is_record = output.is_type_of
    if not isinstance(is_record, IsRecord):
        raise UncoveredError
    return is_record.record


def attribute_of(field: GraphQLField) -> str:
    """The attribute that `field` shows."""
    declared = _declared(field)
    if declared.base_resolver is not None or field.args or declared.python_name is None:
        raise UncoveredError
    return declared.python_name


def resolver_of(field: GraphQLField) -> Resolver:
    """What answers `field` of the root."""
    resolver = _declared(field).base_resolver
    if resolver is None or resolver.self_parameter is None or resolver.info_parameter is None:
        raise UncoveredError
    function = resolver.wrapped_func
    if isinstance(function, staticmethod | classmethod):
        raise UncoveredError
    return Resolver(function, resolver.is_async)


def parameters_of(field: GraphQLField) -> dict[str, str]:
    """The resolver's parameter of each argument of `field`."""
    arguments = _declared(field).arguments
    # Both list the arguments as they were declared.
    return dict(zip(field.args, (argument.python_name for argument in arguments), strict=True))


def _declared(field: GraphQLField) -> StrawberryField:
    declared = field.extensions.get(GraphQLCoreConverter.DEFINITION_BACKREF)
    if not isinstance(declared, StrawberryField) or declared.extensions:
        raise UncoveredError
    return declared
