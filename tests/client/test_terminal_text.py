"""What a terminal is spared."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from session_directory_client.terminal_text import harmless


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Plan the trip", "Plan the trip"),
        ("城里的咖啡馆 · ελληνικά · עברית", "城里的咖啡馆 · ελληνικά · עברית"),
        ("one\ttwo\r\nthree\u2028four", "one two  three four"),
        ("\x1b]0;owned\x07\x9b31m", "�]0;owned��31m"),
        ("invoice\u202efdp.exe\u2066\u200f", "invoice�fdp.exe��"),
        ("\U0001f469\u200d\U0001f680 می\u200cخواهم", "\U0001f469\u200d\U0001f680 می\u200cخواهم"),
        ("half \ud83d\0", "half ��"),
    ],
)
def test_what_a_terminal_would_obey_is_shown_and_letters_stay(text: str, shown: str) -> None:
    assert harmless(text) == shown


@given(st.text(st.characters()))
def test_every_text_is_one_line_of_characters_that_can_be_written(text: str) -> None:
    shown = harmless(text)
    assert len(shown) == len(text)
    assert len(shown.splitlines()) <= 1
    assert not {"Cc", "Cs", "Zl", "Zp"} & set(map(unicodedata.category, shown))
    assert harmless(shown) == shown
