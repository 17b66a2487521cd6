"""The limits that a document is held to before any work is done for it (operations.md)."""

from collections.abc import Collection
from dataclasses import dataclass

from graphql import GraphQLError
from graphql.language import Node

from server.answers import ErrorCode


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The most of everything that one document may ask for."""

    tokens: int = 1_000
    """Names, punctuation and values; comments have the same limit of their own."""
    depth: int = 20
    """Fields inside fields, those of introspection included."""
    aliases: int = 15
    root_fields: int = 8
    directives: int = 20
    cost: int = 50_000
    """Rows times selected fields."""
    errors: int = 5
    """Errors that come back."""
    seconds: int = 20
    """For the whole request."""


def cost_error(limits: Limits, cost: int) -> GraphQLError:
    """The error for an operation that costs too much with the variables that came with it."""
    message = f"An operation may cost {limits.cost} at most, rows times selected fields, and this one costs {cost}"
    return limit_error("cost", limits.cost, message)


def limit_error(limit: str, maximum: int, message: str, nodes: Collection[Node] | None = None) -> GraphQLError:
    """The error of a document that is beyond the limit of that name. `message` says what is allowed, without its full
    stop."""
    code = ErrorCode.LIMIT_EXCEEDED.value
    return GraphQLError(
        f"{message} (limit: {limit}).", nodes, extensions={"code": code, "limit": limit, "maximum": maximum}
    )
