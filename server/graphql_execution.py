"""From a GraphQL request to the members of its answer: parse, validate, coerce the variables, execute."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, cast

import strawberry
from graphql import (
    ExecutionResult,
    GraphQLError,
    GraphQLResolveInfo,
    GraphQLSchema,
    MiddlewareManager,
)
from graphql.language import DocumentNode

from schema.context import Context
from schema.plan.operation import Operation
from schema.plan.plan import RootFieldError
from schema.plan.uncovered import UncoveredError
from server.answers import ErrorCode
from server.bounded_cache import BoundedCache
from server.document import DocumentRefusedError
from server.graphql_errors import execution_errors, request_errors
from server.limits import Limits, cost_error
from server.metrics import Metrics
from server.prepared_document import PreparedDocument
from server.request_body import GraphQLRequest

MOST_CACHED_BYTES = 8 * 1024 * 1024

_NONE = frozenset[str]()

_Info: TypeAlias = "GraphQLResolveInfo[Context]"


class GraphQLAnswer(NamedTuple):
    """The members of an answer. Without `data` nothing was executed. `compiled`: a plan made it."""

    members: dict[str, Any]
    compiled: bool = False

    @property
    def codes(self) -> frozenset[str]:
        """The codes of its errors."""
        errors = self.members.get("errors")
        return frozenset(error["extensions"]["code"] for error in errors) if errors else _NONE


class GraphQLExecution:
    """Executes requests on a Strawberry schema: by a plan where one covers the operation, or else by graphql-core
    alone (Strawberry's own `execute` logs documents). `metrics` count what is executed."""

    def __init__(self, schema: strawberry.Schema, limits: Limits, metrics: Metrics | None = None) -> None:
        self._limits = limits
        self._metrics = metrics or Metrics(())
        self._schema: GraphQLSchema = schema._schema
        self._executor_class = schema.execution_context_class
        self._documents = BoundedCache[str, PreparedDocument](MOST_CACHED_BYTES)

    async def answer(
        self, request: GraphQLRequest, context: Context, charge: Callable[[int], None], *, compiled: bool = True
    ) -> GraphQLAnswer:
        """The answer to `request`, for resolvers that find `context` as `info.context`. `charge` is told what it costs
        before it is executed. No error escapes as an exception. Not `compiled`: by graphql-core, whatever the document.
        """
        try:
            selected = self._document(request.document).select(request.operation_name)
        except DocumentRefusedError as refused:
            return self._refused(refused.errors, refused.code)
        if selected.cost is not None:
            cost = selected.cost.of(request.variables)
            if cost > self._limits.cost:
                return self._refused([cost_error(self._limits, cost)], ErrorCode.LIMIT_EXCEEDED)
            charge(cost)
        if compiled and selected.operation is not None:
            answer = await self._run(selected.operation, selected.document, request, context)
        else:
            answer = await self._execute(selected.document, request, context)
        self._metrics.executed(selected.root_field, compiled=answer.compiled)
        return answer

    def _document(self, text: str) -> PreparedDocument:
        """The document in `text`. DocumentRefusedError for one that is not valid."""
        document = self._documents.get(text)
        self._metrics.looked_up(hit=document is not None)
        if document is None:
            document = PreparedDocument(text, self._schema, self._limits)
            self._documents.put(text, document, document.size)
        return document

    async def _run(
        self, operation: Operation, document: DocumentNode, request: GraphQLRequest, context: Context
    ) -> GraphQLAnswer:
        """By a plan; by the executor what none covers, and what the plan cannot complete."""
        try:
            plan, arguments = operation.prepare(request.variables)
        except UncoveredError:
            return await self._execute(document, request, context)
        try:
            outcomes = await plan.outcomes(context, arguments)
        except RootFieldError as error:
            return GraphQLAnswer(
                {"errors": self._execution_errors([error.located], request), "data": None}, compiled=True
            )
        try:
            return GraphQLAnswer({"data": await plan.data(outcomes)}, compiled=True)
        except Exception:  # noqa: BLE001 -- the executor meets it again, and tells it
            known = {field.key: outcome for field, outcome in zip(plan.fields, outcomes, strict=True)}
            return await self._execute(document, request, context, known)

    async def _execute(
        self, document: DocumentNode, request: GraphQLRequest, context: Context, known: Mapping[str, Any] | None = None
    ) -> GraphQLAnswer:
        executor = self._executor_class.build(
            self._schema,
            document,
            context_value=context,
            raw_variable_values=request.variables,
            operation_name=request.operation_name,
            middleware=None if known is None else MiddlewareManager(_answering(known)),
            hide_suggestions=True,
        )
        if isinstance(executor, list):
            return self._refused(executor, ErrorCode.BAD_USER_INPUT)
        execution = executor.execute_operation()
        try:
            result = cast(ExecutionResult, await execution if executor.is_awaitable(execution) else execution)
        finally:
            if executor.background_futures:
                await _end(executor.background_futures)
        if not result.errors:
            return GraphQLAnswer({"data": result.data})
        return GraphQLAnswer({"errors": self._execution_errors(result.errors, request), "data": result.data})

    def _execution_errors(self, errors: Sequence[GraphQLError], request: GraphQLRequest) -> list[dict[str, Any]]:
        return execution_errors(errors, self._limits.errors, request.document)

    def _refused(self, errors: list[GraphQLError], code: ErrorCode) -> GraphQLAnswer:
        return GraphQLAnswer({"errors": request_errors(errors, code, self._limits.errors)})


async def _end(futures: set[asyncio.Future[Any]]) -> None:
    """End what nobody waits for any more: after an error graphql-core leaves the other root fields to themselves."""
    try:
        await asyncio.sleep(0)  # a coroutine that never began cannot be ended in silence
    finally:
        for future in futures:
            future.cancel()
        await asyncio.gather(*futures, return_exceptions=True)


def _answering(known: Mapping[str, Any]) -> Callable[..., Any]:
    """A middleware that answers root fields with what their resolvers answered before: none runs twice."""

    def resolve(following: Callable[..., Any], source: object, info: _Info, **arguments: object) -> object:
        if info.path.prev is None:
            return known[str(info.path.key)]
        return following(source, info, **arguments)

    return resolve
