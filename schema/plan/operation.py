"""The operation that a request selects of a validated document, and its plans."""

from collections import OrderedDict
from collections.abc import Mapping, Set
from typing import Any, Self, TypeAlias

from graphql import (
    DirectiveNode,
    DocumentNode,
    FragmentDefinitionNode,
    GraphQLError,
    GraphQLSchema,
    OperationDefinitionNode,
    OperationType,
    VariableNode,
    Visitor,
    visit,
)
from graphql.execution.collect_fields import FragmentDetails
from graphql.execution.values import VariableValues

from schema.plan.compiling import compile_plan
from schema.plan.plan import Plan
from schema.plan.uncovered import UncoveredError
from schema.plan.variables import Variables

MOST_PLANS = 8
"""How many plans the operations of a document have at once, one for each choice of the variables that the directives of
an operation read."""

Plans: TypeAlias = OrderedDict[tuple[object, ...], Plan | None]
"""By operation and choice, the least recently used one first."""


class Operation:
    """A query that may have plans, which it keeps in `plans`. Directives are followed when a plan is compiled, not when
    it runs: with other values of the variables that they read there is another plan."""

    def __init__(
        self, schema: GraphQLSchema, document: DocumentNode, definition: OperationDefinitionNode, plans: Plans
    ) -> None:
        self._schema = schema
        self._definition = definition
        self._variables = Variables(schema, definition.variable_definitions or ())
        self._fragments = {
            fragment.name.value: FragmentDetails(fragment)
            for fragment in document.definitions
            if isinstance(fragment, FragmentDefinitionNode)
        }
        declared = {one.variable.name.value for one in definition.variable_definitions or ()}
        # Other operations of the document have switches of their own.
        self._switches = sorted(_switches(document) & declared)
        self._plans = plans

    @classmethod
    def select(
        cls, schema: GraphQLSchema, document: DocumentNode, name: str | None, plans: Plans | None = None
    ) -> Self | None:
        """The query that `name` selects, or the only one; None where the ordinary executor has to look at it. Those of
        a document share `plans`."""
        definitions = [one for one in document.definitions if isinstance(one, OperationDefinitionNode)]
        if name is not None:
            definitions = [one for one in definitions if one.name is not None and one.name.value == name]
        if len(definitions) != 1 or definitions[0].operation is not OperationType.QUERY:
            return None
        try:
            return cls(schema, document, definitions[0], OrderedDict() if plans is None else plans)
        except UncoveredError:
            return None

    def prepare(self, given: Mapping[str, Any]) -> tuple[Plan, list[dict[str, Any]]]:
        """The plan for the variables that a request gives, and its arguments. UncoveredError where the ordinary
        executor has to answer."""
        variables = self._variables.coerce(given)
        plan = self._plan(variables, given)
        return plan, plan.arguments(variables)

    def _plan(self, variables: Mapping[str, Any], given: Mapping[str, Any]) -> Plan:
        choice = tuple(variables.get(name) for name in self._switches)
        if None in choice:
            raise UncoveredError
        key = (self, *choice)
        if key in self._plans:
            self._plans.move_to_end(key)
        else:
            self._plans[key] = self._compiled(self._variables.values(given))
            if len(self._plans) > MOST_PLANS:
                self._plans.popitem(last=False)
        plan = self._plans[key]
        if plan is None:
            raise UncoveredError
        return plan

    def _compiled(self, variables: VariableValues) -> Plan | None:
        try:
            return compile_plan(self._schema, self._definition, self._fragments, variables)
        except (UncoveredError, GraphQLError):
            return None


def _switches(document: DocumentNode) -> Set[str]:
    """The variables that `@skip` and `@include` read, anywhere in the document."""
    if document.loc is not None and "@" not in document.loc.source.body:
        return frozenset()  # nothing to look for
    names: set[str] = set()

    class Directives(Visitor):
        def enter_directive(self, node: DirectiveNode, *_args: object) -> None:
            names.update(one.value.name.value for one in node.arguments or () if isinstance(one.value, VariableNode))

    visit(document, Directives())
    return names
