"""Documents and variables over the whole schema, for hypothesis: valid ones mostly, with some mistakes."""

from dataclasses import dataclass, field
from typing import Any

import orjson
from graphql import (
    GraphQLEnumType,
    GraphQLInputType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLUnionType,
    get_named_type,
    is_abstract_type,
    is_composite_type,
    is_non_null_type,
)
from hypothesis import strategies as st

IDS = ("roses", "tulips", "garden", "bind", "closed", "gone", "group", "next", "away", "twice", "nowhere", "", "x\ny")
"""Ids that the world of the test knows, and some that nothing has."""

_VALUES: dict[str, st.SearchStrategy[Any]] = {
    "ID": st.sampled_from(IDS) | st.integers(-5, 5),
    "String": st.text(st.characters(exclude_categories=["Cs"]), max_size=5),
    "Int": st.integers(-1, 12) | st.sampled_from([2**31 - 1, 2**31, -(2**31)]),
    "Boolean": st.booleans(),
}
_WRONG: st.SearchStrategy[Any] = st.sampled_from([None, "x", 1.5, 1.0, True, [], ["ALL"], {}, 2**40])


@dataclass(frozen=True)
class Generated:
    """A request."""

    document: str
    variables: dict[str, Any]


@dataclass
class _Writing:
    """One document that is being written."""

    draw: st.DrawFn
    schema: GraphQLSchema
    definitions: dict[str, str] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    fragments: list[str] = field(default_factory=list)
    roots: int = 0

    def chance(self, one_in: int) -> bool:
        return self.draw(st.integers(1, one_in)) == one_in

    def variable(self, graphql_type: str, value: st.SearchStrategy[Any]) -> str:
        """A new variable, which is left out, null or of a wrong type at times."""
        name = f"v{len(self.definitions)}"
        default = ""
        if self.chance(4):
            default = f" = {_literal(self.draw(value), graphql_type)}"
            graphql_type = graphql_type if not self.chance(4) else graphql_type.rstrip("!")
        self.definitions[name] = f"${name}: {graphql_type}{default}"
        if not self.chance(12):
            self.values[name] = self.draw(_WRONG) if self.chance(30) else self.draw(value)
        return f"${name}"

    def directives(self) -> str:
        if not self.chance(6):
            return ""
        name = self.draw(st.sampled_from(["skip", "include"]))
        value = self.variable("Boolean!", st.booleans()) if self.chance(2) else self.draw(st.sampled_from(_TRUTHS))
        return f" @{name}(if: {value})"

    def argument(self, graphql_type: GraphQLInputType) -> str:
        value = self.value(graphql_type)
        if self.chance(2):
            return self.variable(str(graphql_type), value)
        if self.chance(60):
            return _literal(self.draw(_WRONG), "")
        return _literal(self.draw(value), str(graphql_type))

    def value(self, graphql_type: GraphQLInputType) -> st.SearchStrategy[Any]:
        named = get_named_type(graphql_type)
        known = st.sampled_from(list(named.values)) if isinstance(named, GraphQLEnumType) else _VALUES[named.name]
        return known if is_non_null_type(graphql_type) else known | st.none()

    def arguments(self, arguments: dict[str, Any]) -> str:
        given = [
            f"{name}: {self.argument(argument.type)}"
            for name, argument in arguments.items()
            if self.chance(3) or (name in {"id", "conversationBindingId", "sessionId"} and not self.chance(60))
        ]
        return f"({', '.join(given)})" if given else ""

    def selections(self, parent: Any, depth: int = 0) -> str:
        """A selection set on `parent`, in braces."""
        count = self.draw(st.integers(1, 4))
        return f"{{ {' '.join(self.selection(parent, depth) for _ in range(count))} }}"

    def selection(self, parent: Any, depth: int) -> str:
        fields = getattr(parent, "fields", {})
        if depth and self.chance(12):
            return "__typename" if self.chance(2) else f"kind_of_{parent.name}: __typename"
        if not fields or self.chance(4):
            return self.fragment(parent, depth)
        return self.field(parent, self.draw(st.sampled_from(sorted(fields))), depth)

    def field(self, parent: Any, name: str, depth: int) -> str:
        graphql_field = parent.fields[name]
        named = get_named_type(graphql_field.type)
        arguments = self.arguments(graphql_field.args)
        if depth == 0:  # other arguments, other response keys
            self.roots += 1
            alias = f"{name}_{self.roots}: " if self.roots > 1 and not self.chance(12) else ""
        else:
            alias = f"{parent.name}_{name}: " if self.chance(2) else ""
        below = self.selections(named, depth + 1) if is_composite_type(named) else ""
        return f"{alias}{name}{arguments}{self.directives()} {below}"

    def fragment(self, parent: Any, depth: int) -> str:
        """A fragment for a type that values of `parent` may have."""
        condition = self.draw(st.sampled_from(_conditions(self.schema, parent)))
        below = self.selections(condition, depth or 0)
        if self.chance(3):
            self.fragments.append(f"fragment F{len(self.fragments)} on {condition.name} {below}")
            return f"...F{len(self.fragments) - 1}{self.directives()}"
        on = "" if condition is parent and self.chance(2) else f" on {condition.name}"
        return f"...{on}{self.directives()} {below}"


_TRUTHS = ("true", "false")


def _conditions(schema: GraphQLSchema, parent: Any) -> list[Any]:
    possible = schema.get_possible_types(parent) if is_abstract_type(parent) else [parent]
    interfaces = {interface for one in possible for interface in one.interfaces}
    types: set[GraphQLObjectType | GraphQLInterfaceType | GraphQLUnionType] = {parent, *possible, *interfaces}
    return sorted(types, key=lambda one: one.name)


def _literal(value: Any, graphql_type: str) -> str:
    if isinstance(value, str):
        return value if graphql_type.rstrip("!") == "SessionScope" else _quoted(value)
    return "{}" if value == {} else orjson.dumps(value).decode()


def _quoted(text: str) -> str:
    return '"' + "".join(f"\\u{ord(one):04x}" if ord(one) < 0x10000 else one for one in text) + '"'


@st.composite
def documents(draw: st.DrawFn, schema: GraphQLSchema) -> Generated:
    """Requests for the query type of `schema`."""
    writing = _Writing(draw, schema)
    selections = writing.selections(schema.query_type)
    definitions = f"({', '.join(writing.definitions.values())})" if writing.definitions else ""
    return Generated("\n".join([f"query{definitions} {selections}", *writing.fragments]), writing.values)
