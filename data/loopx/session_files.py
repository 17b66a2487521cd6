"""Walking through the session directories of a LoopX home."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatch

from data.loopx.documents import DamageError
from data.loopx.files import Directory, MissingError
from data.loopx.sessions import SESSION_SCHEMA, Session, read_session
from data.loopx.turns import TURN_SCHEMA, Turn, read_turn

_SESSIONS = "chat/sessions"

# Lock holders and event logs can end in `.json`, too.
_NO_TURN = ("*.lock.holder*", "*.events.json")


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file or directory of the home that is not imported, why, and the kinds of the records that are missing then."""

    file: str
    reason: str
    kinds: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class SessionFiles:
    """The sessions of a home with their turns, in the order of their ids, and what is left out of them."""

    sessions: list[Session] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)

    def read(self, chat: Directory) -> None:
        """Add everything that stands in `chat/sessions`."""
        try:
            with chat.directory("sessions") as directory:
                for entry in directory.entries():
                    if entry.is_dir(follow_symlinks=False) or entry.is_symlink():
                        self._read_session(directory, entry.name)
        except MissingError:
            return
        except DamageError as damage:
            self.left_out.append(LeftOut(_SESSIONS, str(damage)))

    def _read_session(self, sessions: Directory, name: str) -> None:
        file = path = f"{_SESSIONS}/{name}"
        turns: tuple[Turn, ...] = ()
        try:
            with sessions.directory(name) as directory:
                file = f"{path}/session.json"
                turns = self._read_turns(directory, path)
                document = directory.document("session.json", SESSION_SCHEMA)
            self.sessions.append(read_session(document, file=file, directory=name, turns=turns))
        except DamageError as damage:
            self.left_out.append(LeftOut(file, str(damage), ["session", *(turn.kind for turn in turns)]))

    def _read_turns(self, session: Directory, path: str) -> tuple[Turn, ...]:
        try:
            with session.directory("turns") as directory:
                names = [entry.name for entry in directory.entries() if _is_turn(entry.name)]
                found = [self._read_turn(directory, name, f"{path}/turns/{name}") for name in names]
        except MissingError:
            return ()
        except DamageError as damage:
            self.left_out.append(LeftOut(f"{path}/turns", str(damage)))
            return ()
        return tuple(turn for turn in found if turn is not None)

    def _read_turn(self, turns: Directory, name: str, file: str) -> Turn | None:
        try:
            return read_turn(turns.document(name, TURN_SCHEMA), file=file)
        except DamageError as damage:
            self.left_out.append(LeftOut(file, str(damage), ["turn"]))
            return None


def _is_turn(name: str) -> bool:
    return name.endswith(".json") and not any(fnmatch(name, pattern) for pattern in _NO_TURN)
