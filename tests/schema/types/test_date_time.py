"""The scalar `DateTime`."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from schema.types.date_time import text_of


@pytest.mark.parametrize(
    ("instant", "text"),
    [
        (datetime(2026, 11, 30, 17, 55, 25, 145076, tzinfo=UTC), "2026-11-30T17:55:25.145076Z"),
        (datetime(2026, 11, 30, 17, 55, 25, tzinfo=UTC), "2026-11-30T17:55:25.000000Z"),
        (datetime(1, 1, 1, 0, 0, 0, 1, tzinfo=UTC), "0001-01-01T00:00:00.000001Z"),
        (datetime(2026, 11, 30, 18, 55, 25, 7, tzinfo=timezone(timedelta(hours=1))), "2026-11-30T17:55:25.000007Z"),
    ],
)
def test_an_instant_is_utc_with_six_digits_and_a_z(instant: datetime, text: str) -> None:
    assert text_of(instant) == text
