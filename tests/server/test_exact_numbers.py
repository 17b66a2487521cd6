"""Numbers arrive as they were sent, or not at all."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.answers import RefusedError
from server.request_body import read_request


def sent(number: str) -> object:
    body = f'{{"query": "{{ x }}", "variables": {{"a": [{{"id": {number}}}]}}}}'
    [value] = read_request(body.encode()).variables["a"]
    return value["id"]


@given(st.integers(-(10**60), 10**60))
def test_a_whole_number_of_any_size_keeps_its_digits(number: int) -> None:
    value = sent(str(number))
    assert (type(value), value) == (int, number)


@given(st.floats(-(2.0**53) + 1, 2.0**53 - 1))
def test_a_fraction_is_read_as_json_says(number: float) -> None:
    assert sent(json.dumps(number)) == number


@pytest.mark.parametrize(
    "number",
    ["1e30", "-1E+16", "9007199254740993.0", "1e308", "1e400", "1" * 400, "1" * 5_000, "18446744073709551616.5"],
)
def test_a_number_that_would_come_out_as_another_is_refused(number: str) -> None:
    with pytest.raises(RefusedError) as refused:
        sent(number)
    assert refused.value.status == 400
