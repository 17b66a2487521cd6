"""What is logged, and how: one line each, never a traceback, whose text could hold anything."""

import logging
from types import TracebackType
from typing import TypeAlias

_ExceptionInfo: TypeAlias = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class OneLine(logging.Formatter):
    """A formatter that writes of an exception its type alone."""

    def formatException(self, ei: _ExceptionInfo) -> str:  # noqa: N802 - the name of the base class
        """The type's name."""
        return "" if ei[0] is None else ei[0].__name__

    def format(self, record: logging.LogRecord) -> str:
        """The record on one line."""
        return super().format(record).replace("\n", " ")


def log_to_stderr() -> None:
    """Write warnings and errors of every logger to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
