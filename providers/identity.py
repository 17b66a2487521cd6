"""How identities are written: as the provider's own ids, or as LoopX stores them."""

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import TypeAlias

Identity: TypeAlias = Callable[[str, str | None], tuple[str, str | None]]
"""From the ids of an App and of a person (None: nobody) to what is reported of them."""


def plain(app_id: str, person_id: str | None) -> tuple[str, str | None]:
    """The ids themselves."""
    return app_id, person_id


def loopx(app_id: str, person_id: str | None) -> tuple[str, str | None]:
    """LoopX's references (rules.md, section 4): a person's is of the App's reference and the person's id."""
    app = _reference(app_id)
    return app, None if person_id is None else _reference(app, person_id)


def _reference(*values: str) -> str:
    return sha256("\0".join(values).encode()).hexdigest()[:24]


IDENTITIES: Mapping[str, Identity] = {"plain": plain, "loopx": loopx}
