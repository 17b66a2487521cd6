"""The arguments that a model wrote. WrongArgumentsError has the text that it can mend them by."""

from collections.abc import Mapping, Set
from typing import Any, TypeAlias

Arguments: TypeAlias = Mapping[str, Any]


class WrongArgumentsError(ValueError):
    """Its text is for the model."""


def as_arguments(value: object, names: Set[str]) -> Arguments:
    """`value` as arguments of these names, of which any may be missing. None is none at all."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise WrongArgumentsError(f"The arguments must be one JSON object with {_listed(names)}.")
    unknown = [name for name in value if name not in names]
    if unknown:
        raise WrongArgumentsError(f"There is no argument {unknown[0]!r:.80}. There is {_listed(names)}.")
    return value


def choice_argument(arguments: Arguments, name: str, choices: tuple[str, ...], *, default: str) -> str:
    """One of `choices`."""
    value = arguments.get(name, default)
    if not isinstance(value, str) or value not in choices:
        allowed = " or ".join(f'"{choice}"' for choice in choices)
        raise WrongArgumentsError(f'{name} must be {allowed}. Leave it out for "{default}".')
    return value


def whole_number_argument(arguments: Arguments, name: str, *, most: int, default: int) -> int:
    """A whole number from 0 to `most`; 10.0 is one, as in JSON schema."""
    value = arguments.get(name, default)
    whole = isinstance(value, int | float) and not isinstance(value, bool) and value == value // 1
    if not whole or not 0 <= value <= most:
        raise WrongArgumentsError(f"{name} must be a whole number from 0 to {most}, such as 10.")
    return int(value)


def text_argument(arguments: Arguments, name: str) -> str:
    """A text that is not empty."""
    value = arguments.get(name)
    if not isinstance(value, str) or not value:
        raise WrongArgumentsError(f"{name} must be given, and be a text.")
    return value


def _listed(names: Set[str]) -> str:
    return " and ".join(sorted(names))
