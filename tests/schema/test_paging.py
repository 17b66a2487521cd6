"""What paging promises, on random histories that change between the pages (rules.md, section 2)."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data.caller import Caller
from data.records import RawRecord
from tests.callers import person
from tests.live_directory import LiveDirectory
from tests.records import project, session
from tests.schema.pages import ids_of, page

START = datetime(2026, 11, 1, tzinfo=UTC)
SCOPES = ("PROJECT", "ALL")

# Few instants and few ids, so that ties are the rule; ids whose bytes sort otherwise than their letters.
minutes = st.integers(0, 3)
session_ids = st.sampled_from(["A", "Z", "a", "b", "ab", "a-", "é", "z", "ß", "😀", "０", "0", "中", "\ufb03"])
histories = st.dictionaries(session_ids, minutes, max_size=14)


@dataclass(frozen=True)
class Change:
    """What happens to one session between two pages."""

    session_id: str
    kind: str
    minute: int


changes = st.builds(
    Change, session_ids, st.sampled_from(["active again", "deleted", "moved to another project", "new"]), minutes
)


@dataclass
class History:
    """The sessions of an owner of this example's own, as they are stored."""

    owner: str
    minute_of: dict[str, int]
    project_of: dict[str, str] = field(default_factory=dict)
    deleted: set[str] = field(default_factory=set)

    @property
    def records(self) -> list[RawRecord]:
        names = ("garden", "house")
        return [*(dict(project(name)) | self._own for name in names), *map(self.record, self.minute_of)]

    def record(self, session_id: str) -> RawRecord:
        active = START + timedelta(minutes=self.minute_of[session_id])
        stored = session(
            session_id,
            projectId=self.project_of.get(session_id, "garden"),
            status="DELETED" if session_id in self.deleted else "OPEN",
            createdAt=START.isoformat(),
            lastActivityAt=active.isoformat(),
        )
        return dict(stored) | self._own

    def apply(self, change: Change) -> list[RawRecord]:
        """Takes the change in and returns its records; none, where it would change nothing."""
        known = change.session_id in self.minute_of
        if change.kind == "new" and not known:
            self.minute_of[change.session_id] = change.minute
        elif change.kind == "active again" and known:
            self.minute_of[change.session_id] += 1 + change.minute
        elif change.kind == "deleted" and known:
            self.deleted.add(change.session_id)
        elif change.kind == "moved to another project" and known:
            self.project_of[change.session_id] = "house"
        else:
            return []
        return [self.record(change.session_id)]

    @property
    def order(self) -> list[str]:
        """The visible sessions in the directory's order."""
        visible = [one for one in self.minute_of if one not in self.deleted]
        return sorted(visible, key=lambda one: (self.minute_of[one], one.encode()), reverse=True)

    @property
    def _own(self) -> dict[str, object]:
        return {"userId": self.owner}


_examples = count()


async def begin(directory: LiveDirectory, minute_of: dict[str, int]) -> tuple[History, Caller]:
    """Each example has an owner of its own in the one database of the test."""
    history = History(f"owner {next(_examples)}", dict(minute_of))
    await directory.store(*history.records)
    return history, person(history.owner, project_id="garden")


many_examples = settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@many_examples
@given(
    minute_of=histories,
    between=st.lists(st.lists(changes, max_size=4), max_size=6),
    scope=st.sampled_from(SCOPES),
    first=st.integers(1, 4),
)
async def test_after_never_repeats_a_row_and_misses_none_that_did_not_move(
    directory: LiveDirectory, minute_of: dict[str, int], between: list[list[Change]], scope: str, first: int
) -> None:
    history, caller = await begin(directory, minute_of)
    standing = set(history.minute_of)
    seen: list[str] = []
    connection = await page(directory, caller, scope=scope, first=first)
    seen += ids_of(connection)
    while connection["pageInfo"]["hasNextPage"]:
        for change in between.pop(0) if between else []:
            await directory.store(*history.apply(change))
            standing.discard(change.session_id)
        after = connection["pageInfo"]["endCursor"]
        connection = await page(directory, caller, scope=scope, first=first, after=after)
        seen += ids_of(connection)
    assert len(seen) == len(set(seen))
    assert standing <= set(seen)
    if set(history.minute_of) == standing:
        assert seen == history.order


@many_examples
@given(minute_of=histories, scope=st.sampled_from(SCOPES), first=st.integers(1, 10))
async def test_on_a_quiet_history_pages_behind_cursors_are_the_whole_order(
    directory: LiveDirectory, minute_of: dict[str, int], scope: str, first: int
) -> None:
    history, caller = await begin(directory, minute_of)
    seen: list[str] = []
    after: str | None = None
    for _ in range(len(history.order) // first + 1):
        connection = await page(directory, caller, scope=scope, first=first, after=after)
        seen += ids_of(connection)
        after = connection["pageInfo"]["endCursor"] or after
    assert connection["pageInfo"]["hasNextPage"] is False
    assert seen == history.order


@many_examples
@given(minute_of=histories, offset=st.integers(0, 16), first=st.integers(1, 10))
async def test_any_offset_and_size_cuts_the_order_as_it_is_now(
    directory: LiveDirectory, minute_of: dict[str, int], offset: int, first: int
) -> None:
    history, caller = await begin(directory, minute_of)
    connection = await page(directory, caller, scope="ALL", offset=offset, first=first)
    assert ids_of(connection) == history.order[offset : offset + first]
    assert connection["pageInfo"]["hasNextPage"] is (offset + first < len(history.order))


@many_examples
@given(minute_of=histories, between=st.lists(changes, max_size=8), scope=st.sampled_from(SCOPES), at=st.integers(0, 13))
async def test_a_cursor_of_any_row_still_cuts_the_order_where_it_stood(
    directory: LiveDirectory, minute_of: dict[str, int], between: list[Change], scope: str, at: int
) -> None:
    history, caller = await begin(directory, minute_of)
    edges = (await page(directory, caller, scope=scope))["edges"][: at + 1]
    if not edges:
        return
    last = edges[-1]["node"]["id"]
    place = (history.minute_of[last], last.encode())
    for change in between:
        await directory.store(*history.apply(change))
    behind = [one for one in history.order if (history.minute_of[one], one.encode()) < place]
    if scope == "PROJECT":
        behind = [one for one in behind if history.project_of.get(one, "garden") == "garden"]
    found = ids_of(await page(directory, caller, scope=scope, after=edges[-1]["cursor"]))
    assert found == (behind[:10] if scope == "ALL" else behind)
