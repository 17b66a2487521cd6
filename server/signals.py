"""How a command ends on SIGTERM and SIGINT: at once while nothing is open, later once everything is closed.

Nothing is ever raised at an arbitrary line: an exception out of a signal handler loses locks, even the interpreter's
own. What loads slowly is loaded late, so that there is hardly a moment without a handler.
"""

import os
import signal
from collections.abc import Callable, Coroutine
from types import FrameType
from typing import Any, NoReturn, TypeAlias, TypeVar

# Requests may finish in ten seconds, and the database closes in two. What is still open then, the kernel closes: it
# gives back the locks, and the embedded server ends when nobody uses it.
_LEAVE_SECONDS = 13

_Handler: TypeAlias = Callable[[int, FrameType | None], object]
_Result = TypeVar("_Result")


def leave_on_signals(*, orderly: bool) -> None:
    """Have a signal end the process at once, as long as nothing is open: with 0 where that is `orderly`, as it is to
    serve, else as interrupted, with 128 and the signal's number."""
    _handle_signals(lambda number, _frame: _leave(number, orderly=orderly))


async def until_signalled(work: Coroutine[Any, Any, _Result], *, orderly: bool) -> _Result:
    """The result of `work`. The first signal cancels it, and when it has closed what was open the process ends, as
    `leave_on_signals` says; later signals change nothing."""
    import asyncio

    task = asyncio.ensure_future(work)
    loop = asyncio.get_running_loop()
    received = 0

    def cancel(number: int, _frame: FrameType | None) -> None:
        nonlocal received
        received = number
        _handle_signals(_ignore)
        signal.signal(signal.SIGALRM, lambda *_: _leave(number, orderly=orderly))
        signal.alarm(_LEAVE_SECONDS)
        loop.call_soon_threadsafe(task.cancel)

    _handle_signals(cancel)
    try:
        return await task
    except asyncio.CancelledError:
        if received:  # Without waiting for threads, which may still read or wait for a lock.
            _leave(received, orderly=orderly)
        raise
    finally:
        _handle_signals(_ignore)


def _handle_signals(handler: _Handler) -> None:
    # No handler of the loop: it would reset them when it closes, before the process is gone.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, handler)


def _ignore(_number: int, _frame: FrameType | None) -> None:
    """Not SIG_IGN, which children would inherit."""


def _leave(number: int, *, orderly: bool) -> NoReturn:
    os._exit(0 if orderly else 128 + number)
