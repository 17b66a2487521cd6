"""Storing what a LoopX home says through the one publishing path, and the account of it."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from data.loopx.entry import Entry
from data.loopx.summary import LoopxSummary
from data.pool import Pool
from data.publishing import PublishRefused, publish
from data.records import Problem

_LONGEST_LINE = 1_000


class Store:
    """The directory of one owner and app while a home comes in.

    `report` is given a line for each thing that is left out or is remarkable. Records are counted by their kinds.
    """

    def __init__(self, pool: Pool, report: Callable[[str], None], *, user_id: str, app_id: str) -> None:
        self.pool = pool
        self.user_id = user_id
        self.app_id = app_id
        self._report = report
        self._came_in: Counter[str] = Counter()
        self._left_out: Counter[str] = Counter()

    @property
    def summary(self) -> LoopxSummary:
        """The account so far."""
        return LoopxSummary.of(self._came_in, self._left_out)

    def say(self, file: str, remark: str) -> None:
        """Report a remark on `file`. Names come from a foreign disk: what a terminal would obey is escaped."""
        line = f"{file}: {remark}"[:_LONGEST_LINE]
        self._report("".join(char if char.isprintable() else ascii(char)[1:-1] for char in line))

    def count_in(self, kinds: Iterable[str]) -> None:
        """Count what is in the directory."""
        self._came_in.update(kinds)

    def leave_out(self, file: str, reason: str, kinds: Iterable[str]) -> None:
        """Report why something of `file` is left out, and count what is missing."""
        self.say(file, reason)
        self._left_out.update(kinds)

    async def store_whole(self, entries: Sequence[Entry], kinds: Iterable[str]) -> bool:
        """Whether all of `entries`, which are counted as `kinds`, could be stored. If not, none is, and it is reported
        why."""
        problems = await self._publish(entries)
        for problem in problems:
            self.say(entries[problem.index].file, f"refused, and the whole session with it: {_text(problem)}")
        (self._left_out if problems else self._came_in).update(kinds)
        return not problems

    async def store_each(self, entries: Sequence[Entry]) -> list[Entry]:
        """Store and return those of `entries` that no rule refuses, in one batch: a guard looks at its end state."""
        rest = list(entries)
        while rest and (problems := await self._publish(rest)):
            for problem in problems:
                entry = rest[problem.index]
                self.say(entry.file, f"{entry.kind} {entry.record['id']} is refused: {_text(problem)}")
            refused = {problem.index for problem in problems}
            self._left_out.update(rest[index].kind for index in refused)
            rest = [entry for index, entry in enumerate(rest) if index not in refused]
        self.count_in(entry.kind for entry in rest)
        return rest

    async def _publish(self, entries: Sequence[Entry]) -> Sequence[Problem]:
        # No limit: a session and its turns are one batch, however many they are.
        owner = {"userId": self.user_id, "appId": self.app_id}
        outcome = await publish(self.pool, [{**entry.record, **owner} for entry in entries], limit=None)
        return outcome.problems if isinstance(outcome, PublishRefused) else ()


def _text(problem: Problem) -> str:
    return f"{problem.field or 'it'} {problem.message}"
