"""The scalar `DateTime`."""

from datetime import UTC, datetime

import strawberry


def text_of(instant: datetime) -> str:
    """`instant` in UTC as ISO 8601, always with six fractional digits and a Z."""
    return instant.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


DATE_TIME = strawberry.scalar(
    name="DateTime",
    description="An instant: UTC, ISO 8601, always six fractional digits and a Z, as `2026-11-30T17:55:25.145076Z`.",
    serialize=text_of,
)
