"""A cache of bounded size that strangers cannot empty."""

from collections import OrderedDict
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class BoundedCache(Generic[K, V]):
    """Keeps values of at most `most_bytes` altogether, the least recently used ones go first.

    A value is on probation, in a quarter of the room, until it is found again: whoever comes with ever new keys pushes
    out nothing that is in use. A single value may take that quarter.
    """

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._probation = _Room[K, V](most_bytes // 4)
        self._proven = _Room[K, V](most_bytes - most_bytes // 4)

    def get(self, key: K) -> V | None:
        """The value, if it is there."""
        value = self._proven.get(key)
        if value is not None:
            return value
        found = self._probation.pop(key)
        if found is None:
            return None
        self._proven.put(key, *found)
        return found[0]

    def put(self, key: K, value: V, size: int) -> None:
        """Keep `value`, of about `size` bytes, if it is not too large."""
        self.remove(key)
        if size <= self._most_bytes // 4:
            self._probation.put(key, value, size)

    def remove(self, key: K) -> None:
        """Forget a value, if it is there."""
        self._probation.pop(key)
        self._proven.pop(key)


class _Room(Generic[K, V]):
    """Values with their sizes, the least recently used one first."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._bytes = 0
        self._entries: OrderedDict[K, tuple[V, int]] = OrderedDict()

    def get(self, key: K) -> V | None:
        found = self._entries.get(key)
        if found is None:
            return None
        self._entries.move_to_end(key)
        return found[0]

    def pop(self, key: K) -> tuple[V, int] | None:
        found = self._entries.pop(key, None)
        if found is not None:
            self._bytes -= found[1]
        return found

    def put(self, key: K, value: V, size: int) -> None:
        self._entries[key] = value, size
        self._bytes += size
        while self._bytes > self._most_bytes:
            _, (_, freed) = self._entries.popitem(last=False)
            self._bytes -= freed
