"""A batch that has to be refused."""

from collections.abc import Sequence

from data.pool import Pool
from data.publishing import PublishRefused, publish
from data.records import RawRecord
from tests.data.dump import dump


async def refused(pool: Pool, *records: RawRecord, app_id: str | None = None) -> Sequence[tuple[int, str | None]]:
    """The positions and fields of its problems. Nothing of it was stored."""
    before = await dump(pool)
    outcome = await publish(pool, records, app_id=app_id)
    assert isinstance(outcome, PublishRefused)
    assert await dump(pool) == before
    return [(problem.index, problem.field) for problem in outcome.problems]
