"""The one publishing path: a batch of records, all stored or none."""

from collections.abc import Sequence
from dataclasses import dataclass

import asyncpg

from data.pool import Pool
from data.publishing.arrival import arrivals_of
from data.publishing.batch import Batch
from data.publishing.decision import decide
from data.publishing.neighbour import load_neighbours
from data.publishing.owner_lock import lock_owners
from data.publishing.owner_queue import OwnerQueue
from data.publishing.statistics import refresh_statistics
from data.publishing.stored import load_stored
from data.publishing.storing import store
from data.records import Problem, RawRecord, Unreadable
from data.statement import Connection
from data.transaction import transaction

MAX_RECORDS = 500
MAX_PROBLEMS = 100


@dataclass(frozen=True, slots=True)
class Published:
    """The batch is stored: so many records were applied, and so many were older than what is stored and left out."""

    accepted: int
    stale: int


@dataclass(frozen=True, slots=True)
class PublishRefused:
    """Nothing of the batch is stored. The problems, by position, MAX_PROBLEMS at most."""

    problems: tuple[Problem, ...]


async def publish(
    pool: Pool,
    records: Sequence[RawRecord | Unreadable],
    *,
    app_id: str | None = None,
    limit: int | None = MAX_RECORDS,
    queue: OwnerQueue | None = None,
) -> Published | PublishRefused:
    """Store a batch of at most `limit` records by the rules of records.md, all or none; without a limit, of any size.

    With `app_id`, a record of another app is a problem. Batches of one owner and app follow one another, however many
    publish at once; each sees all of those before it. Those that share a `queue` wait there for each other, those of
    other processes in the database. Raises StoreUnavailableError when the database fails: the batch is then stored or
    not, and may be published again.
    """
    if limit is not None and len(records) > limit:
        return PublishRefused((Problem(limit, None, f"a batch holds at most {limit} records"),))
    batch = Batch(records, app_id)
    async with (queue or OwnerQueue()).turn(batch.owners), pool.connection() as connection:
        try:
            outcome = await _publish(connection, batch, len(records))
        except asyncpg.InvalidCachedStatementError:
            # A migration since it was prepared: nothing is stored, and asyncpg, which runs nothing again within a
            # transaction, has forgotten the statements.
            outcome = await _publish(connection, batch, len(records))
        await refresh_statistics(connection)
    return outcome


async def _publish(connection: Connection, batch: Batch, count: int) -> Published | PublishRefused:
    async with transaction(connection):
        return await _published(connection, batch, count)


async def _published(connection: Connection, batch: Batch, count: int) -> Published | PublishRefused:
    now = await lock_owners(connection, batch.owners)
    stored = await load_stored(connection, batch)
    arrivals = arrivals_of(batch, stored, now)
    neighbours = await load_neighbours(connection, batch, arrivals, stored)
    decision = decide(batch, arrivals, stored, neighbours, now)
    if decision.problems:
        return PublishRefused(tuple(decision.problems[:MAX_PROBLEMS]))
    await store(connection, arrivals, decision.sessions)
    accepted = len(arrivals.positions)
    return Published(accepted, count - accepted)
