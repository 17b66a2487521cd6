"""A document read and checked: once for each text, before anything is done for it."""

from dataclasses import dataclass

from graphql import GraphQLError, GraphQLSchema, parse, specified_rules, validate
from graphql.language import DocumentNode, FieldNode
from graphql.validation import ASTValidationRule, MaxIntrospectionDepthRule
from graphql.validation.rules.max_introspection_depth_rule import MAX_LIST_DEPTH
from graphql.validation.rules.overlapping_fields_can_be_merged import MAX_COMPLEXITY_BUDGET
from graphql.validation.validate import ValidationAbortedError
from strawberry.schema.validation_rules.one_of import OneOfInputValidationRule

from server.answers import ErrorCode
from server.cost import Cost, operation_costs
from server.document_size import depth_error, operations, size_errors
from server.limits import Limits, limit_error


class DocumentRefusedError(Exception):
    """A document that does not parse, fit the limits or validate."""

    def __init__(self, errors: list[GraphQLError], code: ErrorCode) -> None:
        super().__init__(code.value)
        self.errors = errors
        self.code = code


@dataclass(frozen=True, slots=True)
class CheckedDocument:
    """A document that may be executed, and what its operations cost, by their names."""

    node: DocumentNode
    costs: dict[str | None, Cost]

    def cost(self, operation_name: str | None) -> Cost | None:
        """That of the operation which a request selects; None where it selects none."""
        if operation_name is None and len(self.costs) == 1:
            return next(iter(self.costs.values()))
        return self.costs.get(operation_name) if operation_name is not None else None

    def root_field(self, operation_name: str | None) -> str | None:
        """The name of the only field that the selected operation has at its root; None for more, and for fragments."""
        for operation in operations(self.node):
            if operation_name is None or (operation.name and operation.name.value == operation_name):
                selections = operation.selection_set.selections
                field = selections[0] if len(selections) == 1 else None
                return field.name.value if isinstance(field, FieldNode) else None
        return None


class IntrospectionDepthRule(MaxIntrospectionDepthRule):
    """graphql-core's own limit on introspection, by its name."""

    def report_error(self, error: GraphQLError) -> None:
        """Report it as a limit's error."""
        maximum = MAX_LIST_DEPTH - 1
        message = f"Introspection may nest lists of fields and types {maximum} deep at most"
        super().report_error(limit_error("introspectionDepth", maximum, message, error.nodes))


# Made once: rules made for each document would never be the same twice.
_RULES: tuple[type[ASTValidationRule], ...] = (
    *(rule for rule in specified_rules if rule is not MaxIntrospectionDepthRule),
    IntrospectionDepthRule,
    # graphql-core overlooks variables that may be null in the items of a list.
    OneOfInputValidationRule,
)


def check_document(text: str, schema: GraphQLSchema, limits: Limits) -> CheckedDocument:
    """The document in `text`, which may then be executed. DocumentRefusedError for any other."""
    document = _parsed(text, limits)
    # Before validation, whose rules write fragments out.
    if errors := size_errors(document, limits):
        raise DocumentRefusedError(errors, ErrorCode.LIMIT_EXCEEDED)
    _validate(schema, document, limits)
    return CheckedDocument(document, operation_costs(document, schema))


def _parsed(text: str, limits: Limits) -> DocumentNode:
    most = limits.tokens
    try:
        return parse(text, max_lexical_tokens=most, max_comments=most)
    except GraphQLError as error:
        refused = error
    # graphql-core tells its limits apart by their texts alone, and quotes nothing of the document in these.
    aborted = refused.message.removeprefix("Syntax Error: ").removesuffix(" Parsing aborted.")
    if aborted == "Document is nested too deeply.":
        raise DocumentRefusedError([depth_error(limits)], ErrorCode.LIMIT_EXCEEDED)
    if aborted in {f"Document contains more than {most} {unit}." for unit in ("tokens", "comments")}:
        tokens = limit_error("tokens", most, f"A document may have {most} tokens at most, and as many comments")
        raise DocumentRefusedError([tokens], ErrorCode.LIMIT_EXCEEDED)
    raise DocumentRefusedError([refused], ErrorCode.GRAPHQL_PARSE_FAILED)


def _validate(schema: GraphQLSchema, document: DocumentNode, limits: Limits) -> None:
    errors = validate(schema, document, _RULES, max_errors=limits.errors, hide_suggestions=True)
    if not errors:
        return
    # It gives up after too many errors, which is told wherever errors are listed, and after too much work.
    if isinstance(errors[-1], ValidationAbortedError) and len(errors) <= limits.errors:
        message = f"Comparing the fields of a document may take {MAX_COMPLEXITY_BUDGET} steps at most"
        errors[-1] = limit_error("comparisons", MAX_COMPLEXITY_BUDGET, message)
    raise DocumentRefusedError(errors, ErrorCode.GRAPHQL_VALIDATION_FAILED)
