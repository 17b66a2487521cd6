"""Variables without a changed number: orjson makes floats of whole numbers beyond 64 bits, and an id may be one."""

import json
from typing import Any, cast

_LEAST_INEXACT = 2**53


def is_exact(value: object) -> bool:
    """Whether no number in a value that orjson read may have been another. For values that nest no more than a few
    dozen levels."""
    if isinstance(value, float):
        return abs(value) < _LEAST_INEXACT
    if isinstance(value, dict):
        return all(map(is_exact, value.values()))
    return not isinstance(value, list) or all(map(is_exact, value))


def exact_variables(body: bytes) -> dict[str, Any]:
    """The member `variables` of a request's body, whole numbers digit by digit. ValueError where one with a fraction or
    an exponent is too large to be exact, or one has thousands of digits."""
    return cast(dict[str, Any], json.loads(body, parse_float=_exact)["variables"])


def _exact(text: str) -> float:
    value = float(text)
    if abs(value) >= _LEAST_INEXACT:
        raise ValueError("not exact")
    return value
