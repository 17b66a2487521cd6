"""Half surrogate pairs that a document escapes once more inside its strings: for JSON they are ordinary characters."""

import re

# What may stand around an escape: block strings and comments have none, strings have theirs.
_LITERAL = re.compile(r'"""(?:[^"\\]|\\"""|\\|"(?!""))*(?:"""|\Z)|#[^\n\r]*|"((?:[^"\\\n\r]|\\.)*)"?', re.DOTALL)
# An escape of anything else than the two halves of a pair, which are taken together. GraphQL's braces take no pairs.
_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|(\\u[dD][89a-fA-F][0-9a-fA-F]{2}|\\u\{0*[dD][89a-fA-F][0-9a-fA-F]{2}\})"
    r"|\\.",
    re.DOTALL,
)


def has_lone_surrogate(document: str) -> bool:
    """Whether a string of a GraphQL document has half a surrogate pair as an escape."""
    if "\\u" not in document:
        return False
    strings = (literal[1] for literal in _LITERAL.finditer(document) if literal[1])
    return any(escape[1] for string in strings for escape in _ESCAPE.finditer(string))
