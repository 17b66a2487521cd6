"""How large an operation is with its fragments written out, known without writing them out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from graphql import GraphQLError
from graphql.language import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    InlineFragmentNode,
    OperationDefinitionNode,
    SelectionNode,
    SelectionSetNode,
)

from server.limits import Limits, limit_error


@dataclass(slots=True)
class Size:
    """What a selection set holds, its fragments written out."""

    fields: int = 0
    """Those of its own level."""
    depth: int = 0
    """Fields inside fields."""
    aliases: int = 0
    directives: int = 0

    def add(self, other: Size) -> None:
        """Take in what stands beside it, on the same level."""
        self.fields += other.fields
        self.depth = max(self.depth, other.depth)
        self.aliases += other.aliases
        self.directives += other.directives


def size_errors(document: DocumentNode, limits: Limits) -> list[GraphQLError]:
    """The limits that an operation of `document` is beyond; none for one that fits. Each fragment is walked once,
    however often it is spread; a circle of them ends where it began, and is left to validation."""
    measurement = _Measurement(document)
    try:
        sizes = [measurement.operation(operation) for operation in operations(document)]
    except RecursionError:
        return [depth_error(limits)]
    return list(_errors(sizes, limits))


def operations(document: DocumentNode) -> Iterator[OperationDefinitionNode]:
    """The operations of a document."""
    return (definition for definition in document.definitions if isinstance(definition, OperationDefinitionNode))


def fragments(document: DocumentNode) -> dict[str, FragmentDefinitionNode]:
    """The fragments of a document by name."""
    return {
        definition.name.value: definition
        for definition in document.definitions
        if isinstance(definition, FragmentDefinitionNode)
    }


class _Measurement:
    def __init__(self, document: DocumentNode) -> None:
        self._fragments = fragments(document)
        self._measured: dict[str, Size] = {}

    def operation(self, operation: OperationDefinitionNode) -> Size:
        size = Size(directives=len(operation.directives or ()))
        for variable in operation.variable_definitions or ():
            size.directives += len(variable.directives or ())
        size.add(self._selections(operation.selection_set))
        return size

    def _selections(self, selections: SelectionSetNode | None) -> Size:
        size = Size()
        for selection in selections.selections if selections else ():
            size.add(self._selection(selection))
            size.directives += len(selection.directives or ())
        return size

    def _selection(self, selection: SelectionNode) -> Size:
        if isinstance(selection, FieldNode):
            below = self._selections(selection.selection_set)
            aliases = below.aliases + (selection.alias is not None)
            return Size(fields=1, depth=below.depth + 1, aliases=aliases, directives=below.directives)
        if isinstance(selection, FragmentSpreadNode):
            return self._fragment(selection.name.value)
        if isinstance(selection, InlineFragmentNode):
            return self._selections(selection.selection_set)
        return Size()

    def _fragment(self, name: str) -> Size:
        if name not in self._measured:
            self._measured[name] = Size()
            fragment = self._fragments.get(name)
            if fragment is not None:
                size = self._selections(fragment.selection_set)
                size.directives += len(fragment.directives or ())
                self._measured[name] = size
        return self._measured[name]


def _errors(sizes: list[Size], limits: Limits) -> Iterator[GraphQLError]:
    if any(size.depth > limits.depth for size in sizes):
        yield depth_error(limits)
    for limit, maximum, noun, found in (
        ("rootFields", limits.root_fields, "root fields", [size.fields for size in sizes]),
        ("aliases", limits.aliases, "aliases", [size.aliases for size in sizes]),
        ("directives", limits.directives, "directives", [size.directives for size in sizes]),
    ):
        if max(found, default=0) > maximum:
            yield limit_error(limit, maximum, f"An operation may have {maximum} {noun} at most")


def depth_error(limits: Limits) -> GraphQLError:
    """The error for a document that nests too deeply, or more deeply than can be read."""
    return limit_error("depth", limits.depth, f"An operation may nest fields {limits.depth} deep at most")
