"""Random histories against a model of the rules."""

from datetime import UTC, datetime
from itertools import count
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data.pool import Pool
from data.publishing import Published, PublishRefused, publish
from data.records import RawRecord
from tests.data.dump import dump
from tests.data.publishing.histories import Owner, beginning, clock_of, mark, random_batch
from tests.data.publishing.model import Model

_users = count()


class History:
    """An owner of its own in two apps, and what the model knows of both."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.user = f"user {next(_users)}"
        self.owners: list[Owner] = [(self.user, "desk"), (self.user, "phone")]
        self.model = Model()
        self.stored = 0

    async def publish(self, batch: list[RawRecord]) -> bool:
        """Publishes the batch and holds what comes of it against the model. Whether it was stored."""
        marked = mark(self.owners[0], f"batch {self.stored}")
        outcome = await publish(self.pool, [*batch, marked])
        if isinstance(outcome, Published):
            predicted = self.model.publish([*batch, marked], await clock_of(self.pool, marked))
            assert predicted is not None, "stored, though the model refuses it"
            assert outcome == Published(predicted.accepted, predicted.stale)
            self.model = predicted.model
            self.stored += 1
        else:
            predicted = self.model.publish([*batch, marked], datetime.now(UTC))
            assert predicted is None, f"refused, though the model stores it: {outcome.problems}"
        assert await dump(self.pool, self.user) == self.model.dump()
        return isinstance(outcome, Published)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seeds=st.lists(st.integers(0, 2**32), min_size=1, max_size=15))
async def test_random_batches_leave_the_rows_that_the_model_predicts(pool: Pool, seeds: list[int]) -> None:
    history = History(pool)
    assert await history.publish(beginning(history.owners))
    for seed in seeds:
        await history.publish(random_batch(Random(seed), history.owners, 6))


async def test_a_long_history_without_a_beginning_comes_true_too(pool: Pool) -> None:
    history = History(pool)
    await history.publish([raw for raw in beginning(history.owners) if raw["id"] in ("p", "marks")])
    random = Random(4)
    outcomes = [await history.publish(random_batch(random, history.owners, 4)) for _ in range(200)]
    assert 20 < sum(outcomes) < 180


async def test_a_stored_batch_again_changes_no_row(pool: Pool) -> None:
    history = History(pool)
    random = Random(2)
    await history.publish(beginning(history.owners))
    for _ in range(60):
        batch = random_batch(random, history.owners, 6)
        if await history.publish(batch):
            before = await dump(pool)
            again = await publish(pool, batch)
            assert not isinstance(again, PublishRefused)
            assert again.accepted + again.stale == len(batch)
            assert await dump(pool) == before
