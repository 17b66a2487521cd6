import pytest

from data.pool import Pool
from data.publishing import PublishRefused, publish
from tests.data.bad_records import BAD_RECORDS, WORLD
from tests.data.dump import dump
from tests.records import project, store


async def test_each_bad_record_is_one_problem_and_nothing_of_its_batch_is_stored(
    pool: Pool, subtests: pytest.Subtests
) -> None:
    await store(pool, *WORLD)
    before = await dump(pool)
    for bad in BAD_RECORDS:
        with subtests.test(bad.name):
            outcome = await publish(pool, [project("good"), bad.record])
            assert isinstance(outcome, PublishRefused)
            [problem] = outcome.problems
            assert (problem.index, problem.field) == (1, bad.field)
            assert bad.message in problem.message
    assert await dump(pool) == before


async def test_the_world_of_the_bad_records_is_good_without_them(pool: Pool) -> None:
    await store(pool, *WORLD)
    await store(pool, *WORLD)


def test_no_two_bad_records_are_called_alike() -> None:
    assert len({bad.name for bad in BAD_RECORDS}) == len(BAD_RECORDS)
