"""The form of a credential that goes into a header or a URL."""

import re

_CREDENTIAL = re.compile("[!-~]{1,8192}")


def is_credential(text: str) -> bool:
    """Whether `text` is one word of printable ASCII: nothing in it ends a header or a line."""
    return _CREDENTIAL.fullmatch(text) is not None
