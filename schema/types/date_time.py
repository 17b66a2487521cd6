"""The scalar `DateTime`."""

from datetime import UTC, datetime

import strawberry
from graphql import GraphQLError, StringValueNode, ValueNode


def text_of(instant: datetime) -> str:
    """`instant` in UTC as ISO 8601, always with six fractional digits and a Z."""
    return instant.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def text_given(value: object) -> str:
    """An instant as it is written in an argument or a variable. What is wrong with it is told by its record, with
    position and field (records.md)."""
    if not isinstance(value, str):
        raise GraphQLError("DateTime is written as a string.")
    return value


def _text_written(node: ValueNode, _variables: object = None) -> str:
    return text_given(node.value if isinstance(node, StringValueNode) else None)


DATE_TIME = strawberry.scalar(
    name="DateTime",
    description=(
        "An instant: UTC, ISO 8601, always six fractional digits and a Z, as `2026-11-30T17:55:25.145076Z`. One that "
        "is given may have any offset, but must have one, and fewer digits."
    ),
    serialize=text_of,
    parse_value=text_given,
    parse_literal=_text_written,
)
