"""The root fields of a plan: their arguments, and the call of their resolvers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphql import (
    ArgumentNode,
    FieldNode,
    GraphQLArgument,
    GraphQLField,
    Undefined,
    VariableNode,
    get_named_type,
    get_nullable_type,
    is_leaf_type,
    is_list_type,
    is_non_null_type,
)
from graphql.utilities.coerce_input_value import coerce_default_value, coerce_input_literal

from schema.context import Context
from schema.plan.declared import Resolver, parameters_of, resolver_of
from schema.plan.uncovered import UncoveredError


class PlanInfo:
    """What a resolver gets for `info` from a plan."""

    __slots__ = ("context",)

    def __init__(self, context: Context) -> None:
        self.context = context


@dataclass(frozen=True, slots=True)
class _Variable:
    """A parameter of the resolver that comes from a variable. `default` is Undefined where there is none."""

    parameter: str
    variable: str
    default: object
    nullable: bool


@dataclass(frozen=True, slots=True)
class RootField:
    """A field of the root, as an operation selects it. `session_attributes` are those that its completion reads."""

    key: str
    nodes: Sequence[FieldNode]
    resolver: Resolver
    constants: Mapping[str, Any]
    variables: Sequence[_Variable]
    session_attributes: frozenset[str]

    def arguments(self, variables: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of the resolver. UncoveredError when one is null and may not be."""
        arguments = dict(self.constants)
        for argument in self.variables:
            value = variables.get(argument.variable, argument.default)
            if value is None and not argument.nullable:
                raise UncoveredError
            if value is not Undefined:
                arguments[argument.parameter] = value
        return arguments

    def resolve(self, context: Context, arguments: Mapping[str, Any]) -> Any:  # noqa: ANN401 -- an outcome
        """What the resolver answers, to be awaited if it is asynchronous."""
        own = PlanInfo(context.reading(self.session_attributes))
        return self.resolver.call(None, info=own, **arguments)


def root_field(
    declared: GraphQLField, key: str, nodes: Sequence[FieldNode], session_attributes: frozenset[str]
) -> RootField:
    """The field that `nodes` select. UncoveredError for arguments that are more than scalars and enums."""
    given = {argument.name.value: argument for argument in nodes[0].arguments or ()}
    parameters = parameters_of(declared)
    constants: dict[str, Any] = {}
    variables: list[_Variable] = []
    for name, argument in declared.args.items():
        node = given.get(name)
        if is_list_type(get_nullable_type(argument.type)) or not is_leaf_type(get_named_type(argument.type)):
            raise UncoveredError
        if node is not None and isinstance(node.value, VariableNode):
            variables.append(_from_variable(parameters[name], node.value, argument))
        else:
            value = _constant(node, argument)
            if value is not Undefined:
                constants[parameters[name]] = value
    return RootField(key, nodes, resolver_of(declared), constants, variables, session_attributes)


def _from_variable(parameter: str, node: VariableNode, declared: GraphQLArgument) -> _Variable:
    return _Variable(parameter, node.name.value, coerce_default_value(declared), not is_non_null_type(declared.type))


def _constant(argument: ArgumentNode | None, declared: GraphQLArgument) -> object:
    if argument is None:
        return coerce_default_value(declared)
    value = coerce_input_literal(argument.value, declared.type)
    if value is Undefined:
        raise UncoveredError
    return value
