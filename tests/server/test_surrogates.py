"""Half surrogate pairs in a document's escapes, and everything that only looks like one."""

import pytest
from graphql import GraphQLError, Lexer, Source, TokenKind
from hypothesis import given
from hypothesis import strategies as st

from server.surrogates import has_lone_surrogate


@pytest.mark.parametrize(
    "document",
    [
        r'{ a(x: "\ud800") }',
        r'{ a(x: "\uDFFF") }',
        r'{ a(x: "\udc00\ud800") }',
        r'{ a(x: "\ud800\ud83d\ude00") }',
        r'{ a(x: "\u{d800}") }',
        r'{ a(x: "\u{00DFFF}") }',
        r'{ a(x: "\\\ud800") }',
        r'{ a(x: "# \ud800") }',
        r'{ a(x: "", y: "\ud800") }',
        r'{ a(x: """ " """, y: "\ud800") }',
        r'{ a(x: "\ud800',
        r'{ ) "\ud800"',
    ],
)
def test_half_a_pair_is_found_wherever_it_is_an_escape(document: str) -> None:
    assert has_lone_surrogate(document)


@pytest.mark.parametrize(
    "document",
    [
        "{ a }",
        r'{ a(x: "\ud83d\ude00") }',
        r'{ a(x: "\u{1F600}") }',
        r'{ a(x: "\\ud800") }',
        r'{ a(x: """\ud800""") }',
        r'{ a(x: """ \""" "\ud800" """) }',
        '{ a } # "\\ud800"',
        r"{ a(x: \ud800) }",
        r'{ a(x: "\ud80") }',
        r'{ a(x: "\ue000") }',
        r'{ a(x: "") } #\ud83d',
        r'{ a(x: "b") } #\ud83d',
    ],
)
def test_whole_pairs_and_mere_text_are_none(document: str) -> None:
    assert not has_lone_surrogate(document)


escapes = ["\\", "\\\\", "\\u", "\\ud83d", "\\ude00", "\\u{d800}", "\\u0041"]
pieces = [*escapes, '"', '"""', "#", "\n", " ", "a", "{", "d800"]


@given(st.lists(st.sampled_from(pieces), max_size=12).map("".join))
def test_graphql_itself_finds_the_same(document: str) -> None:
    """As far as graphql-core reads: it stops at the first mistake."""
    lexer = Lexer(Source(document))
    try:
        while lexer.advance().kind is not TokenKind.EOF:
            pass
    except GraphQLError as error:
        stopped_at_half = any(half in error.message for half in ("'\\ud83d", "'\\ude00", "'\\u{d800}"))
        assert has_lone_surrogate(document) or not stopped_at_half
    else:
        assert not has_lone_surrogate(document)
