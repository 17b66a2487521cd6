"""Enums of a contract that grows."""

from enum import StrEnum
from typing import Self


class OpenEnum(StrEnum):
    """Takes any text: a value added to the contract tomorrow is a member that only this answer knows, so that it can be
    shown and compared, and it never equals one that is listed."""

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, str):
            return None
        member = str.__new__(cls, value)
        member._name_ = value
        member._value_ = value
        return member

    @property
    def known(self) -> bool:
        """Whether this version of the client lists the value."""
        return self._name_ in type(self).__members__
