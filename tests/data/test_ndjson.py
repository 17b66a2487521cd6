import io
import json
import tracemalloc
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from data.errors import StoreUnavailableError
from data.ndjson import MAX_LINE_BYTES, ImportSummary, LineProblem, RefusedBatch, import_lines
from data.pool import Pool
from data.records import RawRecord
from tests.data.bad_records import BAD_RECORDS, WORLD
from tests.data.dump import dump, rows
from tests.records import project, session, store


class Import:
    """An import of some bytes, and what was told meanwhile."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self.refused: list[RefusedBatch] = []
        self.progress: list[int] = []

    async def run(self, content: bytes) -> ImportSummary:
        return await import_lines(self._pool, io.BytesIO(content), self.refused.append, self.progress.append)

    @property
    def problems(self) -> list[LineProblem]:
        return [problem for batch in self.refused for problem in batch.problems]


@pytest.fixture
def importing(pool: Pool) -> Import:
    return Import(pool)


def ndjson(*records: RawRecord) -> bytes:
    return b"".join(json.dumps(record, ensure_ascii=False).encode() + b"\n" for record in records)


def is_unicode(record: RawRecord) -> bool:
    """Whether the texts of `record` can be written in UTF-8: half a surrogate pair cannot."""
    try:
        return bool(ndjson(record))
    except UnicodeEncodeError:
        return False


async def test_each_line_is_a_record(pool: Pool, importing: Import) -> None:
    content = ndjson(*WORLD)
    assert await importing.run(content) == ImportSummary(accepted=len(WORLD), stale=0, refused=0, blank=0)
    assert sum(map(len, (await dump(pool)).values())) == len(WORLD)
    assert importing.refused == []
    assert importing.progress == [len(content)]


async def test_the_same_file_twice_changes_nothing_the_second_time(pool: Pool, importing: Import) -> None:
    await importing.run(ndjson(*WORLD))
    before = await dump(pool)
    assert await importing.run(ndjson(*WORLD)) == ImportSummary(accepted=len(WORLD), stale=0, refused=0, blank=0)
    assert await dump(pool) == before


async def test_an_empty_file_holds_nothing(importing: Import) -> None:
    assert await importing.run(b"") == ImportSummary(accepted=0, stale=0, refused=0, blank=0)


async def test_the_last_line_needs_no_end_and_lines_may_end_as_on_windows(pool: Pool, importing: Import) -> None:
    await importing.run(ndjson(project("a")).replace(b"\n", b"\r\n") + ndjson(project("b")).rstrip())
    assert set(await rows(pool, "projects")) == {"a", "b"}


async def test_blank_lines_are_skipped_and_counted(importing: Import) -> None:
    content = b"\n" + ndjson(project("a")) + b"  \t\r\n\n" + ndjson(project("b"), {"record": "x"})
    assert await importing.run(content) == ImportSummary(accepted=0, stale=0, refused=3, blank=3)
    assert [problem.line for problem in importing.problems] == [6]
    assert (importing.refused[0].first_line, importing.refused[0].last_line) == (2, 6)


async def test_a_file_of_blank_lines_is_read_to_its_end(importing: Import) -> None:
    assert await importing.run(b"\n" * 1200) == ImportSummary(accepted=0, stale=0, refused=0, blank=1200)
    assert importing.progress == [500, 1000, 1200]


async def test_stale_records_are_counted(pool: Pool, importing: Import) -> None:
    await store(pool, project("a", version=5))
    content = ndjson(project("a", version=4), project("b"))
    assert await importing.run(content) == ImportSummary(accepted=1, stale=1, refused=0, blank=0)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"{", "is not JSON"),
        (b'{"record": "project",}', "is not JSON"),
        (b"{} {}", "is not JSON"),
        (b'{"record": "project", "id": NaN}', "is not JSON"),
        (b'{"record": "project", "id": "\xff"}', "is not JSON in UTF-8"),
        (b'{"record": "project", "id": "\xed\xa0\x80"}', "is not JSON in UTF-8"),
        (rb'{"record": "project", "id": "\ud800"}', "is not JSON"),
        (b"\xef\xbb\xbf{}", "is not JSON"),
        (b"[" * 100_000, "is not JSON"),
        (b"[]", "is not a JSON object"),
        (b'"record"', "is not a JSON object"),
        (b"null", "is not a JSON object"),
        (b"7", "is not a JSON object"),
        (b'{"id": "' + b"x" * MAX_LINE_BYTES + b'"}', "is longer than 1048576 bytes"),
    ],
    ids=lambda value: ascii(value[:30]),
)
async def test_a_broken_line_is_a_problem_beside_those_of_the_other_lines(
    pool: Pool, importing: Import, line: bytes, message: str
) -> None:
    content = ndjson(project("a")) + line + b"\n" + ndjson(session("s", projectId="none"), session("t", title=1))
    assert await importing.run(content) == ImportSummary(accepted=0, stale=0, refused=4, blank=0)
    broken, *others = importing.problems
    assert (broken.line, broken.field) == (2, None)
    assert broken.message.startswith(message)
    assert "x" * 10 not in broken.message
    assert [(problem.line, problem.field) for problem in others] == [(3, "projectId"), (4, "title")]
    assert importing.progress == [len(content)]
    assert not any((await dump(pool)).values())


async def test_a_line_of_exactly_one_mebibyte_is_read(pool: Pool, importing: Import) -> None:
    frame = len(ndjson(project("a", name="")).strip())
    line = ndjson(project("a", name="n" * (MAX_LINE_BYTES - frame))).strip()
    assert len(line) == MAX_LINE_BYTES
    for content in (line, line + b"\n", line + b"\n" + ndjson(project("b"))):
        assert (await importing.run(content)).refused == 0
    longer = line.replace(b"nn", b"nnn", 1)
    assert await importing.run(longer + b"\n" + longer) == ImportSummary(accepted=0, stale=0, refused=2, blank=0)


async def test_a_refused_batch_names_its_lines_and_does_not_stop_the_next(pool: Pool, importing: Import) -> None:
    records = [project(f"p{n}") for n in range(1400)]
    records[700] = project("bad", grant="ALL")
    assert await importing.run(ndjson(*records)) == ImportSummary(accepted=900, stale=0, refused=500, blank=0)
    [batch] = importing.refused
    assert (batch.first_line, batch.last_line) == (501, 1000)
    assert [(problem.line, problem.field) for problem in batch.problems] == [(701, "grant")]
    stored = await rows(pool, "projects")
    assert len(stored) == 900
    assert "p499" in stored
    assert "p500" not in stored
    assert "p999" not in stored
    assert "p1000" in stored


async def test_references_reach_back_to_earlier_batches_and_forward_inside_one(pool: Pool, importing: Import) -> None:
    filler = [project(f"p{n}") for n in range(498)]
    back = ndjson(project(), *filler, session("s"), session("t", parentId="s", name="t"))
    assert (await importing.run(back)).refused == 0
    inside = ndjson(session("child", parentId="late", name="x"), *filler, session("late"))
    assert (await importing.run(inside)).refused == 0
    across = ndjson(session("lost", parentId="too late", name="x"), *filler, project("x"), session("too late"))
    assert await importing.run(across) == ImportSummary(accepted=1, stale=0, refused=500, blank=0)


async def test_the_bad_records_are_refused_at_this_door_too(
    pool: Pool, importing: Import, subtests: pytest.Subtests
) -> None:
    await store(pool, *WORLD)
    before = await dump(pool)
    for bad in (bad for bad in BAD_RECORDS if is_unicode(bad.record)):
        with subtests.test(bad.name):
            importing.refused.clear()
            assert (await importing.run(ndjson(project("good"), bad.record))).refused == 2
            [problem] = importing.problems
            assert (problem.line, problem.field) == (2, bad.field)
            assert bad.message in problem.message
    assert await dump(pool) == before


class Generated(io.RawIOBase):
    """A stream of lines that are made as they are read."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._lines = iter(lines)
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._rest:
            self._rest = next(self._lines, b"")
        part, self._rest = self._rest[: len(buffer)], self._rest[len(buffer) :]
        buffer[: len(part)] = part
        return len(part)


async def test_memory_does_not_grow_with_the_file(pool: Pool) -> None:
    def lines() -> Iterator[bytes]:
        for n in range(10_000):
            yield ndjson(project(f"p{n % 700}", name="n" * 100))
        # One line of 64 MiB.
        yield from (b"x" * MAX_LINE_BYTES for _ in range(64))

    refused: list[RefusedBatch] = []
    tracemalloc.start()
    summary = await import_lines(pool, io.BufferedReader(Generated(lines())), refused.append, lambda _: None)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert summary == ImportSummary(accepted=10_000, stale=0, refused=1, blank=0)
    assert [batch.first_line for batch in refused] == [10_001]
    assert peak < 16 * 1024 * 1024


async def test_a_database_that_goes_away_ends_the_import(pool: Pool, importing: Import) -> None:
    away = await Pool.open("postgresql://directory@127.0.0.1:9/directory", size=1, read_only=False)
    with pytest.raises(StoreUnavailableError):
        await Import(away).run(ndjson(project()))
    await away.close()
