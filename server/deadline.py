"""A moment by which something has to happen."""

import asyncio
from collections.abc import Callable


class Deadline:
    """Calls `missed` when it passes.

    It is moved with every request, and almost never missed: one timer stays, and looks again when it rings too early.
    """

    __slots__ = ("_at", "_loop", "_missed", "_rings_at", "_timer")

    def __init__(self, loop: asyncio.AbstractEventLoop, missed: Callable[[], None]) -> None:
        self._loop = loop
        self._missed = missed
        self._at: float | None = None
        # uvloop's timer does not tell when it rings, where that is soon.
        self._rings_at = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def set(self, seconds: float) -> None:
        """In so many seconds, whatever was set before."""
        at = self._at = self._loop.time() + seconds
        if self._timer is None or self._rings_at > at:
            self._ring_at(at)

    def clear(self) -> None:
        """There is none for now."""
        self._at = None

    def end(self) -> None:
        """There is none any more: nothing is kept alive for it."""
        self._at = None
        self._missed = _nothing
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ring_at(self, at: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._rings_at = at
        self._timer = self._loop.call_at(at, self._ring)

    def _ring(self) -> None:
        self._timer = None
        if self._at is None:
            return
        if self._at > self._loop.time():
            self._ring_at(self._at)
        else:
            self._at = None
            self._missed()


def _nothing() -> None:
    """What an ended deadline calls."""
