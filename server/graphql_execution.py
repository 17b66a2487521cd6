"""From a GraphQL request to the members of its answer: parse, validate, coerce the variables, execute."""

from dataclasses import dataclass
from typing import Any, cast

import strawberry
from graphql import ExecutionResult, GraphQLError, GraphQLSchema, parse, specified_rules, validate
from graphql.language import DocumentNode
from strawberry.schema.validation_rules.one_of import OneOfInputValidationRule

from server.answers import ErrorCode
from server.graphql_errors import execution_errors, request_errors
from server.request_body import GraphQLRequest

_RULES = (*specified_rules, OneOfInputValidationRule)


@dataclass(frozen=True, slots=True)
class GraphQLAnswer:
    """The members of an answer. Without `data` nothing was executed."""

    members: dict[str, Any]

    @property
    def codes(self) -> set[str]:
        """The codes of its errors."""
        return {error["extensions"]["code"] for error in self.members.get("errors", ())}


class GraphQLExecution:
    """Executes requests on a Strawberry schema, by graphql-core alone: Strawberry's own `execute` logs documents."""

    def __init__(self, schema: strawberry.Schema) -> None:
        self._schema: GraphQLSchema = schema._schema
        self._executor_class = schema.execution_context_class

    async def answer(self, request: GraphQLRequest, context: object) -> GraphQLAnswer:
        """The answer to `request`, for resolvers that find `context` as `info.context`. No error escapes as an
        exception."""
        try:
            document = parse(request.document)
        except GraphQLError as error:
            return _refused([error], ErrorCode.GRAPHQL_PARSE_FAILED)
        errors = validate(self._schema, document, _RULES, hide_suggestions=True)
        if errors:
            return _refused(errors, ErrorCode.GRAPHQL_VALIDATION_FAILED)
        return await self._execute(document, request, context)

    async def _execute(self, document: DocumentNode, request: GraphQLRequest, context: object) -> GraphQLAnswer:
        executor = self._executor_class.build(
            self._schema,
            document,
            context_value=context,
            raw_variable_values=request.variables,
            operation_name=request.operation_name,
            hide_suggestions=True,
        )
        if isinstance(executor, list):
            return _refused(executor, ErrorCode.BAD_USER_INPUT)
        execution = executor.execute_operation()
        result = cast(ExecutionResult, await execution if executor.is_awaitable(execution) else execution)
        if not result.errors:
            return GraphQLAnswer({"data": result.data})
        return GraphQLAnswer({"errors": execution_errors(result.errors), "data": result.data})


def _refused(errors: list[GraphQLError], code: ErrorCode) -> GraphQLAnswer:
    return GraphQLAnswer({"errors": request_errors(errors, code)})
