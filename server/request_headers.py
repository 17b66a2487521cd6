"""The headers of a request that decide something, read from the ASGI scope in one pass."""

from collections.abc import Iterable
from typing import TypeAlias

RawHeaders: TypeAlias = Iterable[tuple[bytes, bytes]]

_WANTED = frozenset({b"authorization", b"content-type", b"content-encoding", b"content-length", b"accept"})


class RequestHeaders:
    """Each header as the list of its values, in their order."""

    __slots__ = ("_found",)

    def __init__(self, headers: RawHeaders) -> None:
        self._found: dict[bytes, list[bytes]] = {}
        for name, value in headers:
            if name in _WANTED:
                self._found.setdefault(name, []).append(value)

    @property
    def authorization(self) -> list[bytes]:
        """As they came: a token is bytes."""
        return self._found.get(b"authorization", [])

    @property
    def content_type(self) -> list[str]:
        """Usually one."""
        return [value.decode("latin-1") for value in self._found.get(b"content-type", ())]

    @property
    def content_encoding(self) -> bool:
        """Whether there is any, even an empty one."""
        return b"content-encoding" in self._found

    @property
    def content_length(self) -> str:
        """The first, or nothing."""
        return self._found.get(b"content-length", [b""])[0].decode("latin-1")

    @property
    def accept(self) -> str:
        """All of them, joined as one."""
        return b",".join(self._found.get(b"accept", ())).decode("latin-1")
