"""Any bytes are a GraphQL request, or refused with 400."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.answers import RefusedError
from server.request_body import MOST_NESTING, GraphQLRequest, read_request

text = st.text(st.characters(exclude_categories=["Cs"]))
whole = st.integers(-(2**53), 2**53)
# Larger ones are not exact (test_exact_numbers.py).
fractions = st.floats(-(2.0**53) + 1, 2.0**53 - 1)
json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | whole | fractions | text,
    lambda children: st.lists(children, max_size=4) | st.dictionaries(text, children, max_size=4),
    max_leaves=20,
)


def refused(body: bytes) -> bool:
    try:
        read_request(body)
    except RefusedError as error:
        return error.status == 400
    return False


@given(st.binary(max_size=200))
def test_random_bytes_are_refused_and_never_fail_otherwise(body: bytes) -> None:
    assert refused(body)


@given(json_values)
def test_json_of_any_shape_is_a_request_or_refused(value: Any) -> None:
    is_request = (
        isinstance(value, dict)
        and isinstance(value.get("query"), str)
        and isinstance(value.get("operationName"), str | None)
        and isinstance(value.get("variables"), dict | None)
        and isinstance(value.get("extensions"), dict | None)
    )
    assert refused(json.dumps(value).encode()) is not is_request


@given(text, st.none() | text, st.none() | st.dictionaries(text, json_values, max_size=4))
def test_a_request_is_read_as_it_was_written(query: str, name: str | None, variables: dict[str, Any] | None) -> None:
    body = json.dumps({"query": query, "operationName": name, "variables": variables}).encode()
    assert read_request(body) == GraphQLRequest(query, name, variables or {})


def depth(value: object) -> int:
    if isinstance(value, dict):
        return 1 + max((depth(child) for child in value.values()), default=0)
    if isinstance(value, list):
        return 1 + max((depth(child) for child in value), default=0)
    return 0


@given(json_values, st.integers(MOST_NESTING - 12, MOST_NESTING + 2), st.booleans())
def test_nesting_is_refused_beyond_the_limit_and_only_there(value: Any, levels: int, as_object: bool) -> None:
    for _ in range(levels):
        value = {"a": value} if as_object else [value]
    body = {"query": "{ caller { kind } }", "variables": {"x": value}}
    assert refused(json.dumps(body).encode()) is (depth(body) > MOST_NESTING)


@given(text, st.sampled_from(["\\ud800", "\\udfff", "\\udc00\\ud800", "\\uD83D"]), text)
def test_half_a_surrogate_anywhere_is_no_text(before: str, half: str, after: str) -> None:
    around = [json.dumps(part)[1:-1] for part in (before, after)]
    broken = f'"{around[0]}{half} {around[1]}"'
    for body in (
        f'{{"query": {broken}}}',
        f'{{"query": "x", "variables": {{"x": [{broken}]}}}}',
        f'{{"query": "x", "variables": {{{broken}: 1}}}}',
        f'{{"query": "x", {broken}: 1}}',
    ):
        assert refused(body.encode())


@pytest.mark.parametrize("body", [b'{"query": "\\ud83d\\ude00"}', '{"query": "😀"}'.encode()])
def test_a_whole_pair_of_surrogates_is_a_character(body: bytes) -> None:
    assert read_request(body).document == "😀"
