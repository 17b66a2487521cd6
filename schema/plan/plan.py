"""An operation as Python: what its resolvers are called with, and how their answers become the answer."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from graphql import GraphQLError, located_error
from graphql.pyutils import gather_with_cancel

from schema.context import Context
from schema.plan.root_field import RootField

Later: TypeAlias = list[tuple[dict[str, Any], str, Awaitable[Any], Callable[[Any, Any], Any]]]
"""What is awaited at the end: the object, its response key, the awaitable, and the completion of its value."""

Completion: TypeAlias = Callable[[Any, Later], Any]


class RootFieldError(Exception):
    """A resolver of the root raised: there is no data. `located` is what it raised, with its place."""

    def __init__(self, located: GraphQLError) -> None:
        super().__init__()
        self.located = located


@dataclass(frozen=True, slots=True)
class Plan:
    """An operation, for one choice of the variables that its directives read.

    `shape` is the data before anything is resolved: every response key in its order. `fields` are completed by
    `completions`, one by one. No root field may be null, so that one that fails leaves no data.
    """

    shape: Mapping[str, Any]
    fields: Sequence[RootField]
    completions: Sequence[Completion]

    def arguments(self, variables: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The arguments of each root field. UncoveredError when one is null and may not be."""
        return [field.arguments(variables) for field in self.fields]

    async def outcomes(self, context: Context, arguments: Sequence[Mapping[str, Any]]) -> list[Any]:
        """What the resolvers answer, all asked at once. RootFieldError for the first that raises."""
        if len(self.fields) == 1:
            return [await _outcome(self.fields[0], context, arguments[0])]
        return await gather_with_cancel(
            *(_outcome(field, context, given) for field, given in zip(self.fields, arguments, strict=True))
        )

    async def data(self, outcomes: Sequence[Any]) -> dict[str, Any]:
        """The data of the answer, for orjson with `OPT_UTC_Z`. Any exception: the ordinary executor has to look at the
        outcomes."""
        later: Later = []
        data = dict(self.shape)
        for field, complete, outcome in zip(self.fields, self.completions, outcomes, strict=True):
            data[field.key] = complete(outcome, later)
        for answer, key, awaited, complete in later:
            answer[key] = complete(await awaited, later)
        return data


async def _outcome(field: RootField, context: Context, arguments: Mapping[str, Any]) -> Any:  # noqa: ANN401 -- a record
    try:
        outcome = field.resolve(context, arguments)
        return await outcome if field.resolver.is_async else outcome
    except Exception as error:  # noqa: BLE001 -- it is told as the ordinary executor tells it
        raise RootFieldError(located_error(error, field.nodes, [field.key])) from None
