"""The command `session-directory`, for people and scripts."""

import io
import os
import re
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from typing import Protocol, TextIO, TypeAlias

from session_directory_client import json_output, line_output
from session_directory_client.bound_sessions import BoundSession, BoundSessionResult
from session_directory_client.enums import SessionScope, SessionsRefusalCode
from session_directory_client.errors import SessionDirectoryError, TransportError, UnauthenticatedError
from session_directory_client.refusal_lines import CommandRefusal, refusal_lines
from session_directory_client.session_directory import SessionDirectory
from session_directory_client.sessions import PageInfo, SessionConnection, SessionsRefused, SessionsResult
from session_directory_client.terminal_text import harmless
from session_directory_client.tools import MOST_OFFSET
from session_directory_client.walk import RefusedError

ANSWERED, REFUSED, WRONG_USAGE, NO_ANSWER = range(4)
"""Exit codes. Besides them, as a shell has them: 130 after Ctrl-C, 141 when the reader of a pipe has gone."""

_INTERRUPTED = 130
_PIPE_CLOSED = 141

_EPILOG = """\
environment:
  SESSION_DIRECTORY_URL    address of the directory, such as https://directory.example
  SESSION_DIRECTORY_TOKEN  bearer token of who asks

exit codes:
  0  answered
  1  refused: what is wrong and the next step stand on standard error
  2  wrong usage, or a variable that is missing or cannot be
  3  no answer: not reached, token not believed, or nothing that could be trusted or written

A terminal gets a table if the package has its extra `cli`. Everything else gets lines: session id, last activity,
status, turn status, what the turn waits for, project id, path and title, with tabs between them.
"""

_HINTS = (
    (UnauthenticatedError, "next step: a token that is valid now, in SESSION_DIRECTORY_TOKEN"),
    (TransportError, "next step: see that SESSION_DIRECTORY_URL is right and the directory runs, then ask again"),
)

_Ask: TypeAlias = Callable[[SessionDirectory, Namespace], SessionsResult | BoundSessionResult]


class _Output(Protocol):
    def sessions_text(self, page: SessionConnection) -> str: ...

    def bound_session_text(self, bound: BoundSession) -> str: ...


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand and return its exit code. Wrong usage is SystemExit, 2."""
    if sys.stdout is None:
        return NO_ANSWER  # nobody could read it
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Titles are of every language, and not every standard output is.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        try:
            return _run(_parser(), arguments)
        finally:
            # At the end of the process it would be too late to say that it fails.
            sys.stdout.flush()
    except KeyboardInterrupt:
        return _INTERRUPTED
    except OSError as error:
        return _unwritten(error)


def _unwritten(error: OSError) -> int:
    """The exit code where standard output takes nothing more. What is left of it goes nowhere."""
    _discard(sys.stdout)
    if isinstance(error, BrokenPipeError):
        return _PIPE_CLOSED
    _complain(f"error: cannot write to standard output: {error.strerror}")
    return NO_ANSWER


# ------------------------------------------------------------------------------------------------ asking
def _run(parser: ArgumentParser, arguments: Sequence[str] | None) -> int:
    chosen = parser.parse_args(arguments)
    ask: _Ask = chosen.ask
    if ask is _sessions and chosen.offset and not chosen.all:
        parser.error("--offset goes with --all: a project comes whole")
    try:
        directory = _directory(os.environ)
    except ValueError as error:
        parser.error(str(error))
    except (ImportError, OSError) as error:  # of a proxy or certificates that the environment names
        parser.error(f"the environment's proxy or certificates cannot be used: {error}")
    with directory:
        try:
            answer = ask(directory, chosen)
        except SessionDirectoryError as error:
            hints = [hint for kind, hint in _HINTS if isinstance(error, kind)]
            _complain(f"error: {error}", *hints)
            return NO_ANSWER
    return _show(answer, as_json=chosen.json)


def _directory(environ: Mapping[str, str]) -> SessionDirectory:
    """ValueError for a variable that is missing or cannot be."""
    for name in ("SESSION_DIRECTORY_URL", "SESSION_DIRECTORY_TOKEN"):
        if not environ.get(name):
            raise ValueError(f"set {name} (see --help)")
    return SessionDirectory(environ["SESSION_DIRECTORY_URL"], environ["SESSION_DIRECTORY_TOKEN"])


def _sessions(directory: SessionDirectory, chosen: Namespace) -> SessionsResult:
    if chosen.all:
        return directory.sessions(scope=SessionScope.ALL, offset=chosen.offset)
    answer = directory.sessions(project_id=chosen.project)
    if isinstance(answer, SessionsRefused) and answer.code == SessionsRefusalCode.PROJECT_TOO_LARGE:
        return _walked(directory, chosen.project)
    return answer


def _walked(directory: SessionDirectory, project_id: str | None) -> SessionsResult:
    """A project that is too large for one page, as one."""
    try:
        nodes = tuple(directory.iter_sessions(project_id=project_id))
    except RefusedError as error:
        return error.refusal
    info = PageInfo(has_next_page=False, has_previous_page=False, start_cursor=None, end_cursor=None)
    return SessionConnection(SessionScope.PROJECT, 0, nodes, info, len(nodes), None)


def _open(directory: SessionDirectory, chosen: Namespace) -> BoundSessionResult:
    return directory.bound_session(chosen.binding_id)


# ------------------------------------------------------------------------------------------------ showing
def _show(answer: SessionsResult | BoundSessionResult, *, as_json: bool) -> int:
    if isinstance(answer, SessionConnection):
        sys.stdout.write(_output(as_json=as_json).sessions_text(answer))
    elif isinstance(answer, BoundSession):
        sys.stdout.write(_output(as_json=as_json).bound_session_text(answer))
    else:
        return _refuse(answer, as_json=as_json)
    return ANSWERED


def _output(*, as_json: bool) -> _Output:
    if as_json:
        return json_output
    if sys.stdout.isatty() and find_spec("rich"):
        from session_directory_client import table_output

        return table_output
    return line_output


def _refuse(refusal: CommandRefusal, *, as_json: bool) -> int:
    if as_json:
        sys.stdout.write(json_output.answer_text(refusal))
    _complain(*refusal_lines(refusal))
    return REFUSED


def _complain(*lines: str) -> None:
    if sys.stderr is None:
        return
    try:
        sys.stderr.writelines(f"{harmless(line)}\n" for line in lines)
        sys.stderr.flush()
    except OSError:  # the exit code tells
        _discard(sys.stderr)


def _discard(output: TextIO) -> None:
    """Have what is left of an output that takes nothing go nowhere: Python would fail over it at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), output.fileno())


# ------------------------------------------------------------------------------------------------ arguments
def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="session-directory",
        description="Which conversations do I have, and which one does this chat continue?",
        epilog=_EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, ask: _Ask, text: str) -> ArgumentParser:
        added = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
        added.add_argument("--json", action="store_true", help="the answer as JSON, by the names of the contract")
        added.set_defaults(ask=ask)
        return added

    listing = command("sessions", _sessions, "list the current project's sessions, or the history, newest first")
    scope = listing.add_mutually_exclusive_group()
    scope.add_argument("--all", action="store_true", help="the whole history, ten at a time")
    scope.add_argument("--project", metavar="ID", help="the project, where the token names none")
    listing.add_argument("--offset", type=_offset, default=0, metavar="N", help="with --all: how many to skip")
    opening = command("open", _open, "find the open session that continues a chat")
    opening.add_argument("binding_id", metavar="BINDING_ID", help="the id that the chat got when it was connected")
    return parser


def _offset(text: str) -> int:
    if not re.fullmatch("[0-9]{1,7}", text) or int(text) > MOST_OFFSET:
        raise ArgumentTypeError(f"must be a whole number from 0 to {MOST_OFFSET}")
    return int(text)
