"""Publishing: a platform's batch of records, stored or refused as a whole (records.md)."""

from collections.abc import Sequence
from dataclasses import dataclass

from data import publishing
from data.caller import Caller, CallerKind
from data.pool import Pool
from data.publishing import MAX_PROBLEMS, OwnerQueue, Published
from data.records import Problem, RawRecord

__all__ = ["PublishRefused", "Published", "Publishing"]


@dataclass(frozen=True, slots=True)
class PublishRefused:
    """Nothing of the batch is stored. The problems, by position; none where the caller may not publish at all."""

    message: str
    problems: Sequence[Problem] = ()


_NOT_ALLOWED = PublishRefused("Only a publisher's token may publish: ask with one that has the scope sessions:publish.")


class Publishing:
    """Stores what platforms publish, through a pool that may write."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._queue = OwnerQueue()

    async def publish(self, caller: Caller, records: Sequence[RawRecord]) -> Published | PublishRefused:
        """Store `records` of the caller's app, all or none. StoreUnavailableError when the database fails: they are
        then stored or not, and may be published again. No statement for a caller who is no publisher."""
        if caller.kind is not CallerKind.PUBLISHER:
            return _NOT_ALLOWED
        outcome = await publishing.publish(self._pool, records, app_id=caller.app_id, queue=self._queue)
        return outcome if isinstance(outcome, Published) else _refused(outcome.problems)


def _refused(problems: Sequence[Problem]) -> PublishRefused:
    told = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
    if len(problems) == MAX_PROBLEMS:
        told = f"{MAX_PROBLEMS} problems or more, of which the first {MAX_PROBLEMS} are told"
    return PublishRefused(f"Nothing of this batch was stored, for {told}: mend them and send it again.", problems)
