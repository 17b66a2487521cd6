"""The form of one value. A rule returns what it accepts as it will be stored, and raises FormError for the rest."""

import re
from collections.abc import Callable
from datetime import UTC, datetime

from data.identifier import is_identifier

Rule = Callable[[object], object]

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_STEP = re.compile("[A-Za-z0-9_-]{1,64}")
# `fromisoformat` also takes naive instants, and anything at all between date and time.
_INSTANT = re.compile("[0-9W-]+T[0-9:]+(?:[.,][0-9]+)?(?:Z|[+-][0-9:]+)")


class FormError(ValueError):
    """A value that its rule does not accept; the text says what the rule wants."""


def identifier(value: object) -> str:
    """An opaque id (records.md)."""
    if not is_identifier(value):
        raise FormError(
            "must be an id: text of 1 to 160 characters, without control characters and without white space around it"
        )
    return value


def text(value: object) -> str:
    """Any text that PostgreSQL can store: no NUL, no lone surrogate."""
    if not isinstance(value, str):
        raise FormError("must be text")
    if _UNSTORABLE.search(value):
        raise FormError("must be text without NUL characters and lone surrogates")
    return value


def step(value: object) -> str:
    """The name of a session: its step in the path."""
    if not isinstance(value, str) or not _STEP.fullmatch(value):
        raise FormError("must be 1 to 64 of the characters A-Z, a-z, 0-9, _ and -")
    return value


def flag(value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise FormError("must be true or false")
    return value


def number(value: object) -> int:
    """A whole number that fits a bigint."""
    if not isinstance(value, int) or isinstance(value, bool) or not -(2**63) <= value < 2**63:
        raise FormError("must be a whole number of at most 64 bits")
    return value


def instant(value: object) -> datetime:
    """An instant in ISO 8601 with an offset, as aware UTC; what is finer than a microsecond is cut off."""
    if not isinstance(value, str) or not _INSTANT.fullmatch(value):
        raise FormError("must be an instant in ISO 8601 with an offset, such as 2026-11-30T17:55:25.145076Z")
    try:
        accepted = datetime.fromisoformat(value).astimezone(UTC)
    except (ValueError, OverflowError):
        raise FormError("must be an instant that exists, in the years 1 to 9999 of UTC") from None
    # asyncpg writes these two as PostgreSQL's infinities, and reads them back without an offset.
    if accepted.replace(tzinfo=None) in (datetime.min, datetime.max):  # noqa: DTZ901
        raise FormError("must be neither the first nor the last instant of the years 1 to 9999")
    return accepted


def one_of(names: tuple[str, ...]) -> Callable[[object], str]:
    """The rule of an enumeration with these names."""

    def member(value: object) -> str:
        if not isinstance(value, str) or value not in names:
            raise FormError(f"must be one of {', '.join(names)}")
        return value

    return member
