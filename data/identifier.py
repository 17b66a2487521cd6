"""The form of an identifier."""

import re
from typing import TypeGuard

MAX_CODE_POINTS = 160

# Control characters are Unicode's Cc; a lone surrogate is no text.
_FORBIDDEN = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def is_identifier(value: object) -> TypeGuard[str]:
    """Whether `value` could be an id: text of 1 to 160 code points without control characters, lone surrogates, or
    leading or trailing white space (records.md). Nothing is trimmed, folded or normalised; a number is no id."""
    return (
        isinstance(value, str)
        and 0 < len(value) <= MAX_CODE_POINTS
        and value == value.strip()
        and _FORBIDDEN.search(value) is None
    )
