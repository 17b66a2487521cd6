"""What is logged, and how: a line of JSON each, never a traceback, whose text could hold anything."""

import asyncio
import json
import logging
import re
from collections.abc import Mapping
from datetime import UTC, datetime

LOGGED = ("incident", "exception", "document")
"""What may come along as `extra`: an incident id, the type of an exception, the digest of a document."""

_OURS = frozenset({"server", "data", "providers", "resolvers", "schema", "__main__"})

# Starlette tells the server of a failed lifespan in such a text, and the server logs it. The first line below the
# frames, which are indented, begins with the exception's type. The text of its cause may stand above.
_TRACEBACK = re.compile(r".*?Traceback \(most recent call last\):(?:\n [^\n]*)*\n?([\w.]*).*", re.DOTALL)

_log = logging.getLogger(__name__)


class JSONLines(logging.Formatter):
    """A formatter that writes a JSON object on one line, and of an exception its type alone."""

    def format(self, record: logging.LogRecord) -> str:
        """The record, with what of `LOGGED` came along with it."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": _TRACEBACK.sub(r"\1", _message(record)),
        }
        if record.exc_info and record.exc_info[0] is not None:
            line["exception"] = record.exc_info[0].__name__
        line |= {name: value for name in LOGGED if (value := getattr(record, name, None)) is not None}
        return json.dumps(line, default=str)  # in ASCII: half a surrogate pair can be written too


def _message(record: logging.LogRecord) -> str:
    """All of a message of ours. Of a library's the part that was written there, without what it puts in: texts of
    exceptions, addresses with keys in them."""
    if record.name.partition(".")[0] in _OURS:
        return record.getMessage()
    return record.msg if isinstance(record.msg, str) else type(record.msg).__name__


def log_to_stderr() -> None:
    """Write warnings and errors of every logger to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(JSONLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    # It warns of every request that is no HTTP: a client's mistake, and nothing for the operator.
    logging.getLogger("uvicorn").setLevel(logging.ERROR)


def log_loop_errors_by_type(loop: asyncio.AbstractEventLoop) -> None:
    """Have `loop` log errors that nobody awaited by their type alone: asyncio itself writes their text."""

    def log(_loop: asyncio.AbstractEventLoop, context: Mapping[str, object]) -> None:
        name = type(context.get("exception")).__name__
        _log.error("nobody awaited this error: %s", name, extra={"exception": name})

    loop.set_exception_handler(log)
