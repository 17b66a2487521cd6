"""Texts of other people, for a terminal and for lines of a pipe."""

import unicodedata

# They join letters and emoji, and move nothing else.
_JOINERS = {"\u200c", "\u200d"}
# Controls, formats (those that turn the direction of text among them) and half characters.
_HARMFUL = {"Cc", "Cf", "Cs"}


def harmless(text: str) -> str:
    """`text` in one line, without anything that a terminal would obey: white space is a space, and what else is harmful
    is shown as U+FFFD."""
    return "".join(map(_harmless, text))


def _harmless(character: str) -> str:
    if character.isspace():
        return " "
    if unicodedata.category(character) in _HARMFUL and character not in _JOINERS:
        return "\N{REPLACEMENT CHARACTER}"
    return character
