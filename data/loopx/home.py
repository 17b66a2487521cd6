"""Reading a LoopX home: everything in it that can be imported, and what cannot and why."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from data.loopx.bindings import BINDINGS_SCHEMA, Bindings, read_bindings
from data.loopx.documents import DamageError
from data.loopx.files import Directory, MissingError, open_directory
from data.loopx.session_files import LeftOut, SessionFiles
from data.loopx.sessions import Session

_BINDINGS = "conversation-bindings.json"
BINDINGS_FILE = f"chat/{_BINDINGS}"

_ROUNDS = 3
_DEFAULT_ROOT = ".loopx"
_REMEDY = "name the LoopX runtime root (it holds the directory `chat`) or the directory above it"


class NotALoopxHomeError(Exception):
    """The directory is no LoopX home. The text says what was looked for and what to do."""


@dataclass(frozen=True, slots=True)
class Home:
    """What a home holds. No row of `bindings.rows` changed while the sessions were read."""

    bindings: Bindings
    sessions: Sequence[Session]
    left_out: Sequence[LeftOut]


def read_home(path: Path) -> Home:
    """The home at `path`, or right below it. NotALoopxHomeError if there is none.

    The bindings are read before and after the sessions. If any changed in between, all is read again, three times at
    most; what changed even then is damaged.
    """
    with ExitStack() as stack:
        chat = _enter_chat(path, stack)
        for _ in range(_ROUNDS):
            before = _bindings(chat)
            files = SessionFiles()
            files.read(chat)
            after = _bindings(chat)
            if after == before:
                break
    return Home(after.steady_since(before), files.sessions, files.left_out)


def _bindings(chat: Directory) -> Bindings:
    try:
        return read_bindings(chat.document(_BINDINGS, BINDINGS_SCHEMA))
    except MissingError:
        return Bindings({}, {})
    except DamageError as damage:
        return Bindings({}, {}, (str(damage),))


def _enter_chat(path: Path, stack: ExitStack) -> Directory:
    try:
        named = stack.enter_context(open_directory(path))
        root = named if _is_root(named) else stack.enter_context(named.directory(_root_below(named)))
        return stack.enter_context(root.directory("chat"))
    except DamageError as damage:
        raise NotALoopxHomeError(f"{path} is no LoopX home ({damage}): {_REMEDY}") from None


def _root_below(directory: Directory) -> str:
    roots = [
        entry.name
        for entry in directory.entries()
        if entry.is_dir(follow_symlinks=False) and _holds_root(directory, entry.name)
    ]
    if _DEFAULT_ROOT in roots:
        return _DEFAULT_ROOT
    if len(roots) > 1:
        raise DamageError("several directories in it are LoopX runtime roots")
    if not roots:
        raise DamageError(f"there is neither chat/sessions nor {BINDINGS_FILE} in it or right below")
    return roots[0]


def _holds_root(directory: Directory, name: str) -> bool:
    try:
        with directory.directory(name) as below:
            return _is_root(below)
    except DamageError:
        return False


def _is_root(directory: Directory) -> bool:
    try:
        with directory.directory("chat") as chat:
            return any(entry.name in {"sessions", _BINDINGS} for entry in chat.entries())
    except DamageError:
        return False
