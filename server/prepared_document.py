"""A document that is ready to be executed, again and again."""

from collections import OrderedDict
from typing import NamedTuple

from graphql import GraphQLSchema
from graphql.language import DocumentNode

from schema.plan.operation import Operation, Plans
from server.cost import Cost
from server.document import check_document
from server.limits import Limits

# Nodes and tokens of a document and the plans of its operations, measured, and the least that any takes.
_BYTES_A_TOKEN = 1_500
_BYTES_A_CHARACTER = 4
_LEAST_BYTES = 20_000


class Selected(NamedTuple):
    """What a request selects of a document: what it costs, its only root field, and the operation that plans are made
    for; each None where there is none."""

    document: DocumentNode
    cost: Cost | None
    root_field: str | None
    operation: Operation | None


class PreparedDocument:
    """The document in `text`, parsed and validated. DocumentRefusedError for one that is not valid.

    `size` is about how many bytes it takes in memory, plans included.
    """

    def __init__(self, text: str, schema: GraphQLSchema, limits: Limits) -> None:
        self._schema = schema
        self._checked = check_document(text, schema, limits)
        self._selected: dict[str | None, Selected] = {}
        self._plans: Plans = OrderedDict()
        tokens = self._checked.node.token_count
        self.size = _LEAST_BYTES + _BYTES_A_CHARACTER * len(text) + _BYTES_A_TOKEN * tokens

    def select(self, operation_name: str | None) -> Selected:
        """What a request with this name selects. Names that the document does not have are not remembered."""
        selected = self._selected.get(operation_name)
        if selected is None:
            checked = self._checked
            selected = Selected(
                checked.node,
                checked.cost(operation_name),
                checked.root_field(operation_name),
                Operation.select(self._schema, checked.node, operation_name, self._plans),
            )
            if operation_name is None or operation_name in checked.costs:
                self._selected[operation_name] = selected
        return selected
