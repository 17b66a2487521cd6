"""Costs: rows times selected fields, fragments written out, variables told per request."""

from typing import Any

import pytest

from schema.build import schema
from server.document import check_document
from server.limits import Limits

LIMITS = Limits(tokens=10_000, depth=100, aliases=1_000, root_fields=100)


def cost(document: str, name: str | None = None, **variables: Any) -> int:
    found = check_document(document, schema._schema, LIMITS).cost(name)
    assert found is not None
    return found.of(variables)


def page(arguments: str) -> str:
    return f"{{ sessions{arguments} {{ ... on SessionConnection {{ nodes {{ id title }} totalCount }} }} }}"


OUTSIDE = 3  # sessions, nodes, totalCount
FIELDS = 2  # id, title


@pytest.mark.parametrize(
    ("arguments", "rows"),
    [
        ("", 1_000),
        ("(scope: PROJECT)", 1_000),
        ("(first: null)", 1_000),
        ("(first: 7)", 7),
        ("(first: 1000)", 1_000),
        ("(first: 1000000)", 1_000),
        ("(first: 0)", 1),
        ("(first: -5)", 1),
        ("(scope: ALL)", 10),
        ("(scope: ALL, first: null)", 10),
        ("(scope: ALL, first: 3)", 3),
        ("(scope: ALL, first: 1000)", 10),
    ],
)
def test_a_page_costs_its_rows_times_the_fields_of_a_row(arguments: str, rows: int) -> None:
    assert cost(page(arguments)) == OUTSIDE + rows * FIELDS


@pytest.mark.parametrize(
    ("variables", "rows"),
    [
        ({}, 10),
        ({"first": 4}, 4),
        ({"first": None}, 10),
        ({"first": 4.0}, 4),
        ({"first": "x"}, 10),
        ({"first": 10**40}, 10),
        ({"scope": "PROJECT"}, 1_000),
        ({"scope": "PROJECT", "first": 40}, 40),
        ({"scope": 7}, 1_000),
        ({"scope": ["ALL"]}, 1_000),
    ],
)
def test_variables_say_how_many_rows(variables: dict[str, Any], rows: int) -> None:
    document = "query($scope: SessionScope! = ALL, $first: Int)" + page("(scope: $scope, first: $first)")
    assert cost(document, **variables) == OUTSIDE + rows * FIELDS


def test_the_default_of_a_variable_counts_where_it_is_left_out() -> None:
    document = "query($first: Int = 4)" + page("(scope: ALL, first: $first)")
    assert cost(document) == OUTSIDE + 4 * FIELDS
    assert cost(document, first=None) == OUTSIDE + 10 * FIELDS


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ("{ caller { kind userId } }", 3),
        ("{ __typename }", 1),
        ("{ a: caller { kind } b: caller { kind } }", 4),
        ("{ caller { kind kind kind } }", 4),
        ("{ caller { kind @skip(if: true) } }", 2),
        ('{ session(id: "x") { ... on Session { id currentTurn { id } } ... on SessionNotFound { message } } }', 5),
        ("{ sessions(first: 5) { ... on SessionConnection { edges { cursor node { id currentTurn { id } } } } } }", 27),
        ("{ ...A ...A } fragment A on Query { caller { ...B } } fragment B on Caller { kind appId }", 6),
        ('{ sessionTree(sessionId: "x") { ... on SessionTree { nodes { name run { id } } } } }', 2 + 1_000 * 3),
        ("{ __schema { types { name kind } } }", 2 + 50 * 2),
        ('{ __type(name: "Query") { name } }', 2),
    ],
)
def test_every_selected_field_counts(document: str, expected: int) -> None:
    assert cost(document) == expected


def test_a_fragment_counts_by_the_rows_of_where_it_is_spread() -> None:
    document = """
    { all: sessions(scope: ALL) { ...P } few: sessions(first: 3) { ...P } session(id: "x") { ...S } }
    fragment P on SessionConnection { nodes { ...S } }
    fragment S on Session { id title }
    """
    assert cost(document) == 2 + 10 * 2 + 2 + 3 * 2 + 1 + 2


def test_the_operation_that_is_selected_counts() -> None:
    document = "query A { caller { kind } } query B { caller { kind appId userId } }"
    assert (cost(document, "A"), cost(document, "B")) == (2, 4)
    checked = check_document(document, schema._schema, LIMITS)
    assert checked.cost(None) is None
    assert checked.cost("C") is None


def test_fragments_that_double_and_double_again_are_counted_at_once() -> None:
    chain = " ".join(f"fragment F{level} on Session {{ ...F{level + 1} ...F{level + 1} }}" for level in range(60))
    document = f'{{ session(id: "x") {{ ...F0 }} }} {chain} fragment F60 on Session {{ id }}'
    assert cost(document) == 1 + 2**60


RECORD: dict[str, Any] = {"project": {}}

BATCH = "mutation($records: [RecordInput!]!) { publish(records: $records) { ...P } }"
LITERAL = "mutation($one: RecordInput!) { publish(records: [$one, $one, $one]) { ...P } }"


@pytest.mark.parametrize(
    ("document", "variables", "records"),
    [
        (BATCH, {"records": [RECORD] * 7}, 7),
        (BATCH, {"records": [7] * 7}, 7),
        (BATCH, {"records": []}, 1),
        (BATCH, {"records": RECORD}, 1),
        (BATCH, {"records": None}, 1),
        (BATCH, {}, 1),
        (LITERAL, {"one": RECORD}, 3),
        ("mutation { publish(records: []) { ...P } }", {}, 1),
        ("mutation($r: [RecordInput!]! = []) { publish(records: $r) { ...P } }", {}, 1),
        ("mutation($r: [RecordInput!]! = []) { publish(records: $r) { ...P } }", {"r": [{}, {}]}, 2),
    ],
)
def test_a_batch_costs_its_records_times_what_is_selected(
    document: str, variables: dict[str, Any], records: int
) -> None:
    fragment = "fragment P on PublishRefused { message problems { index field } }"
    assert cost(document + fragment, **variables) == records * 5  # publish, message, problems, index, field


def test_batches_of_one_operation_are_added_up() -> None:
    document = "mutation($a: [RecordInput!]!) { a: publish(records: $a) { ...P } b: publish(records: []) { ...P } }"
    fragment = "fragment P on PublishRefused { message }"
    assert cost(document + fragment, a=[RECORD] * 10) == 10 * 2 + 2
