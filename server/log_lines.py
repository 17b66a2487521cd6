"""What is logged, and how: one line each, never a traceback, whose text could hold anything."""

import asyncio
import logging
import re
from collections.abc import Mapping
from types import TracebackType
from typing import TypeAlias

_ExceptionInfo: TypeAlias = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]

# Starlette tells the server of a failed lifespan in such a text, and the server logs it. The first line below the
# frames, which are indented, begins with the exception's type. The text of its cause may stand above.
_TRACEBACK = re.compile(r".*?Traceback \(most recent call last\):(?:\n [^\n]*)*\n?([\w.]*).*", re.DOTALL)

_log = logging.getLogger(__name__)


class OneLine(logging.Formatter):
    """A formatter that writes of an exception its type alone."""

    def formatException(self, ei: _ExceptionInfo) -> str:  # noqa: N802 - the name of the base class
        """The type's name."""
        return "" if ei[0] is None else ei[0].__name__

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name of the base class
        """The message, or if it is a traceback the exception's type."""
        record.message = _TRACEBACK.sub(r"\1", record.message)
        return super().formatMessage(record)

    def format(self, record: logging.LogRecord) -> str:
        """The record on one line."""
        return super().format(record).replace("\n", " ")


def log_to_stderr() -> None:
    """Write warnings and errors of every logger to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    # It warns of every request that is no HTTP: a client's mistake, and nothing for the operator.
    logging.getLogger("uvicorn").setLevel(logging.ERROR)


def log_loop_errors_by_type(loop: asyncio.AbstractEventLoop) -> None:
    """Have `loop` log errors that nobody awaited by their type alone: asyncio itself writes their text."""

    def log(_loop: asyncio.AbstractEventLoop, context: Mapping[str, object]) -> None:
        _log.error("nobody awaited this error: %s", type(context.get("exception")).__name__)

    loop.set_exception_handler(log)
