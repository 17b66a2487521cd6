"""A document is held to its limits before anything is done for it, and every refusal names its limit."""

from collections.abc import Sequence

import pytest
from graphql import get_introspection_query

from schema.build import schema
from server.answers import ErrorCode
from server.document import CheckedDocument, DocumentRefusedError, check_document
from server.limits import Limits


def check(document: str, limits: Limits | None = None) -> CheckedDocument:
    return check_document(document, schema._schema, limits or Limits())


def refusal(document: str, limits: Limits | None = None) -> DocumentRefusedError:
    with pytest.raises(DocumentRefusedError) as refused:
        check(document, limits)
    return refused.value


def named(document: str, limits: Limits | None = None) -> Sequence[tuple[object, object]]:
    """The limits that the errors name, each with its maximum."""
    errors = refusal(document, limits).errors
    assert all(str((error.extensions or {}).get("limit")) in error.message for error in errors)
    assert {(error.extensions or {}).get("code") for error in errors} == {"LIMIT_EXCEEDED"}
    return [((error.extensions or {})["limit"], (error.extensions or {})["maximum"]) for error in errors]


def nested_introspection(depth: int) -> str:
    """`depth` fields inside each other."""
    return f'{{ __type(name: "Query") {"{ ofType " * (depth - 2)} {{ name }} {"}" * (depth - 2)} }}'


def aliased(count: int) -> str:
    return "{ caller {" + " ".join(f"a{number}: kind" for number in range(count)) + "} }"


def directed(count: int) -> str:
    return "{ caller {" + " kind @skip(if: false)" * count + "} }"


def rooted(count: int) -> str:
    return "{" + " ".join("__typename" for _ in range(count)) + "}"


def tokens(count: int) -> str:
    """Objects of four tokens, single ones, and fifteen around them."""
    objects, names = divmod(count - 15, 4)
    page = "pageInfo { endCursor }" * objects + " scope" * names
    return f"{{ sessions(first: 1) {{ ... on SessionConnection {{ {page} }} }} }}"


FITTING = [tokens(1_000), nested_introspection(20), aliased(15), rooted(8), directed(20)]
BEYOND = [
    (tokens(1_001), "tokens", 1_000),
    (nested_introspection(21), "depth", 20),
    (aliased(16), "aliases", 15),
    (directed(21), "directives", 20),
    (rooted(9), "rootFields", 8),
]


@pytest.mark.parametrize("document", FITTING, ids=lambda document: str(document)[-12:])
def test_what_fits_exactly_is_answered(document: str) -> None:
    assert check(document)


@pytest.mark.parametrize(("document", "limit", "maximum"), BEYOND, ids=lambda value: str(value)[:12])
def test_one_more_is_refused_by_the_name_of_the_limit(document: str, limit: str, maximum: int) -> None:
    assert named(document) == [(limit, maximum)]


@pytest.mark.parametrize(
    ("limits", "document", "limit"),
    [
        (Limits(tokens=4), "{ caller { kind } }", "tokens"),
        (Limits(depth=1), "{ caller { kind } }", "depth"),
        (Limits(aliases=1), "{ a: caller { b: kind } }", "aliases"),
        (Limits(root_fields=1), "{ a: caller { kind } __typename }", "rootFields"),
        (Limits(directives=1), "{ caller @skip(if: false) { kind @skip(if: false) } }", "directives"),
    ],
)
def test_a_limit_is_a_setting(limits: Limits, document: str, limit: str) -> None:
    assert check(document)
    assert named(document, limits) == [(limit, 4 if limit == "tokens" else 1)]


@pytest.mark.parametrize(
    ("document", "limit"),
    [
        ("{ ...F ...F } fragment F on Query { " + "__typename " * 5 + "}", "rootFields"),
        (
            "{ caller { ...F ...F } } fragment F on Caller { " + " ".join(f"a{n}: kind" for n in range(8)) + "}",
            "aliases",
        ),
        ("{ caller { ...F ...F } } fragment F on Caller { " + "kind @skip(if: false) " * 11 + "}", "directives"),
        ("{ caller { kind @skip(if: false) ...F } } fragment F on Caller { kind " + "@a " * 20 + "}", "directives"),
        ("query Q " + "@a " * 21 + "{ __typename }", "directives"),
        ("query Q($a: Int " + "@a " * 21 + ") { __typename }", "directives"),
        ("{ ... " + "@a " * 21 + "{ __typename } }", "directives"),
        ("{ caller { ...F " + "@a " * 21 + "} } fragment F on Caller { kind }", "directives"),
        ("query A { __typename } query B " + rooted(9), "rootFields"),
        (
            "{ __schema { ...A } } fragment A on __Schema { queryType { ...T0 } }"
            + " ".join(f"fragment T{n} on __Type {{ ofType {{ ...T{n + 1} }} }}" for n in range(20))
            + "fragment T20 on __Type { name }",
            "depth",
        ),
        ("#\n" * 1_001 + "{ __typename }", "tokens"),
        ("{a" * 250, "depth"),
        ("{ a(x: " + "[" * 400, "depth"),
        ("{a" * 60_000, "depth"),
        ("{ a " * 20_000, "depth"),
    ],
    ids=lambda value: ascii(value)[:40],
)
def test_nothing_hides_from_a_limit(document: str, limit: str) -> None:
    assert [name for name, _ in named(document)] == [limit]


def test_a_document_may_be_beyond_several_limits() -> None:
    document = "{" + " ".join(f"a{number}: __typename" for number in range(16)) + "}"
    assert [name for name, _ in named(document)] == ["rootFields", "aliases"]


def test_nesting_beyond_what_python_can_walk_is_a_limit_and_no_defect() -> None:
    high = Limits(tokens=100_000, depth=100_000, aliases=100_000)
    chain = " ".join(f"fragment F{n} on Session {{ ...F{n + 1} }}" for n in range(5_000))
    document = f'{{ session(id: "x") {{ ...F0 }} }} {chain} fragment F5000 on Session {{ id }}'
    assert [name for name, _ in named(document, high)] == ["depth"]


def test_fragments_that_double_and_double_again_are_measured_at_once() -> None:
    chain = " ".join(f"fragment F{n} on Query {{ ...F{n + 1} ...F{n + 1} }}" for n in range(80))
    document = f"{{ ...F0 }} {chain} fragment F80 on Query {{ __typename }}"
    assert [name for name, _ in named(document)] == ["rootFields"]


@pytest.mark.parametrize(
    "document",
    [
        "{ ...A } fragment A on Query { ...A }",
        "{ ...A } fragment A on Query { ...B } fragment B on Query { ...C } fragment C on Query { ...A }",
        "{ ...Nothing }",
        "fragment A on Query { __typename }",
        "type T { f: Int }",
    ],
)
def test_fragments_in_circles_and_documents_without_operation_are_left_to_validation(document: str) -> None:
    refused = refusal(document)
    assert refused.code is ErrorCode.GRAPHQL_VALIDATION_FAILED
    assert not any("limit" in (error.extensions or {}) for error in refused.errors)


def test_the_usual_introspection_fits() -> None:
    full = get_introspection_query(
        specified_by_url=True,
        directive_is_repeatable=True,
        schema_description=True,
        input_value_deprecation=True,
    )
    [cost] = check(full).costs.values()
    assert cost.of({}) < Limits().cost // 4


def test_introspection_that_goes_in_circles_names_its_limit() -> None:
    document = "{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }"
    assert named(document) == [("introspectionDepth", 2)]


def test_comparing_ever_the_same_fields_names_its_limit() -> None:
    assert named("{ caller {" + " kind" * 900 + "} }") == [("comparisons", 500_000)]


def test_what_the_parser_quotes_of_a_document_makes_no_limit_of_it() -> None:
    for said in ("Document contains more than 1000 tokens. Parsing aborted.", "Document is nested too deeply."):
        assert refusal(f'"{said}"').code is ErrorCode.GRAPHQL_PARSE_FAILED
        assert refusal(f'{{ a "{said}" }}').code is ErrorCode.GRAPHQL_PARSE_FAILED
