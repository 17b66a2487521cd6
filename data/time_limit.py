"""A time limit that many blocks share."""

import asyncio
from types import TracebackType
from typing import Protocol, Self


class Interruptible(Protocol):
    """What may take only so long."""

    def interrupt(self) -> None:
        """Its time is over."""


class TimeLimit:
    """`asyncio.timeout` for all blocks that may take equally long: those that began first end first, so that one timer
    does for all of them. A timer for each costs a page a twentieth of its time. For one event loop."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        # In the order in which they began, and end.
        self._running: dict[Interruptible, float] = {}
        self._timer: asyncio.TimerHandle | None = None

    def block(self) -> "Limited":
        """A block, for `with`: TimeoutError when it is not over within `seconds`."""
        return Limited(self)

    def begin(self, block: Interruptible) -> None:
        """Interrupt `block` when its time is over, unless it ends before."""
        loop = asyncio.get_running_loop()
        self._running[block] = ends = loop.time() + self.seconds
        if self._timer is None:
            self._timer = loop.call_at(ends, self._interrupt, loop)

    def end(self, block: Interruptible) -> None:
        """Forget `block`. The timer stays: it finds those that began later, or none."""
        self._running.pop(block, None)

    def _interrupt(self, loop: asyncio.AbstractEventLoop) -> None:
        now = loop.time()
        for block, ends in list(self._running.items()):
            if ends > now:
                self._timer = loop.call_at(ends, self._interrupt, loop)
                return
            self.end(block)
            block.interrupt()
        self._timer = None


class Limited:
    """A block of a task's, under a time limit."""

    __slots__ = ("_cancelling", "_interrupted", "_limit", "_task")

    def __init__(self, limit: TimeLimit) -> None:
        self._limit = limit
        self._interrupted = False

    def __enter__(self) -> Self:
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("only a task can be interrupted")
        self._task = task
        self._cancelling = task.cancelling()
        self._limit.begin(self)
        return self

    def interrupt(self) -> None:
        """End it: its task is cancelled."""
        self._interrupted = True
        self._task.cancel()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _traceback: TracebackType | None
    ) -> None:
        self._limit.end(self)
        # Whoever cancels the task besides has the last word.
        if self._interrupted and self._task.uncancel() <= self._cancelling and kind is asyncio.CancelledError:
            raise TimeoutError from error
