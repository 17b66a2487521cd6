"""The media type of an answer, by the Accept header."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.negotiation import GRAPHQL_MEDIA_TYPE as NEWER
from server.negotiation import answer_media_type

PLAIN = "application/json"


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("", PLAIN),
        ("*/*", PLAIN),
        ("application/*", PLAIN),
        (PLAIN, PLAIN),
        (NEWER, NEWER),
        (NEWER.upper(), NEWER),
        (f"{NEWER}; charset=utf-8, {PLAIN}; charset=utf-8", NEWER),
        (f"{PLAIN}, {NEWER}", NEWER),
        (f"{NEWER}, {PLAIN};q=0.9", NEWER),
        (f"{NEWER};q=0.9, {PLAIN}", PLAIN),
        (f"{NEWER};q=0.5, */*", PLAIN),
        (f"{NEWER}, */*;q=0.1", NEWER),
        (f"{PLAIN};q=0.5, */*;q=0.9", NEWER),
        (f"{PLAIN};q=0, */*", NEWER),
        (f"{NEWER};q=0, */*", PLAIN),
        (f"{NEWER};q=0", PLAIN),
        (f"{NEWER}; Q=0.4, application/*;q=0.5", PLAIN),
        ("application/*;q=0.2, */*", PLAIN),
        ("text/html", PLAIN),
        ("text/html, application/xhtml+xml, */*;q=0.8", PLAIN),
        (f"{NEWER};q=2, {PLAIN}", PLAIN),
        (f"{NEWER};q=, {PLAIN}", PLAIN),
        (f"{NEWER};q=nan", PLAIN),
        (",;,;q=1,", PLAIN),
        (f"{NEWER}x", PLAIN),
        (f"x/{NEWER}", PLAIN),
    ],
)
def test_what_is_wanted_most_comes(accept: str, media_type: str) -> None:
    assert answer_media_type(accept) == media_type


@given(st.text(max_size=300))
def test_any_header_gets_one_of_the_two(accept: str) -> None:
    assert answer_media_type(accept) in {PLAIN, NEWER}
