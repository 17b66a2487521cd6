"""A whole run, small: the rows, the three Python variants, the figures."""

import asyncio
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bench import lifetime
from bench.answer import Answer, DifferentAnswersError, answer_of_contract
from bench.contestant import Course, contestants, require_equal_answers
from bench.measurement import Schedule
from bench.rows import Size, loaded_rows
from bench.run import Form, run
from bench.variant import FLOOR, PRODUCT, STRAWBERRY
from bench.workload import Workload

SIZE = Size(1_000)
FORM = Form(SIZE, Schedule(rounds=1, seconds=0.02), starts=1, requests=1)
SECRET = "of the tokens of this test, and of no other one"


@pytest.fixture(scope="module")
def directory(memory: Path | None) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="directory-bench-", dir=memory) as path:
        yield Path(path)


def told(dsn: str, question: str) -> list[tuple[Any, ...]]:
    async def ask() -> list[tuple[Any, ...]]:
        connection = await asyncpg.connect(dsn)
        try:
            return [tuple(row) for row in await connection.fetch(question)]
        finally:
            await connection.close()

    return asyncio.run(ask())


def test_a_run_has_the_figures_of_every_variant_in_every_cell(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lifetime, "SLICE_SECONDS", 0.01)
    said: list[str] = []
    cold = [replace(variant, warm_seconds=0) for variant in (FLOOR, STRAWBERRY)]
    result = run(FORM, (PRODUCT, *cold), directory, said.append)
    assert len(result.rows) == 24
    assert {row.variant for row in result.rows} == {"product", "floor", "strawberry"}
    assert all(row.p50_ms > 0 and row.rss_mib > 10 for row in result.rows)
    assert result.lifetime.start_seconds > 0
    assert result.lifetime.compile_ms > 0
    assert result.lifetime.growth == 1  # of one request to itself
    assert said[0] == "round 1 of 1: page10, 1"


def test_the_rows_are_loaded_once(directory: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        capsys.readouterr()
        with loaded_rows(SIZE, directory) as rows:
            owners = told(rows.dsn, "SELECT user_id, count(*) FROM sessions GROUP BY 1")
    assert capsys.readouterr().out == ""
    assert len(owners) == 20
    assert {("heavy", 500), ("desk", 150)} <= set(owners)


def test_the_rows_are_what_publishing_would_make(directory: Path) -> None:
    """Their load skips the triggers that check foreign keys."""
    with loaded_rows(SIZE, directory) as rows:
        strays = """
            SELECT session.id FROM sessions AS session
            LEFT JOIN projects AS project USING (user_id, app_id)
            LEFT JOIN sessions AS parent ON (parent.user_id, parent.id) = (session.user_id, session.parent_id)
            LEFT JOIN turns AS turn ON (turn.user_id, turn.id) = (session.user_id, session.current_turn_id)
            WHERE project.id = session.project_id AND (
                (session.parent_id IS NULL) <> (session.path = '/root')
                OR (parent.id IS NULL) <> (session.parent_id IS NULL)
                OR parent.project_id <> session.project_id
                OR (turn.id IS NULL) <> (session.current_turn_id IS NULL)
                OR turn.status <> session.current_turn_status
            )
        """
        assert told(rows.dsn, strays) == []
        of_projects = (
            "SELECT count(*) FROM sessions JOIN projects USING (user_id, app_id) WHERE project_id = projects.id"
        )
        assert told(rows.dsn, of_projects) == [(1_000,)]
        assert told(rows.dsn, "SELECT count(*) FROM sessions WHERE project_id = 'whole'") == [(100,)]
        open_ones = "SELECT count(*) FROM sessions WHERE binding_id IS NOT NULL AND status = 'OPEN'"
        assert told(rows.dsn, open_ones) == [(1,)]


def test_variants_that_answer_differently_are_not_measured(directory: Path) -> None:
    def forgetful(workload: Workload, content: Any) -> Answer:
        answer = answer_of_contract(workload, content)
        return {**answer, "sessions": answer["sessions"][1:]}

    liar = replace(FLOOR, name="liar", answer=forgetful)
    with (
        loaded_rows(SIZE, directory) as rows,
        contestants(Course(rows, SECRET), (FLOOR, liar)) as started,
        pytest.raises(DifferentAnswersError, match="page10: floor and liar answer differently"),
    ):
        require_equal_answers(started)
