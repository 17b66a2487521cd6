"""How much work a caller may ask for: a token bucket for each, filled by the second, emptied by what requests cost."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeAlias

from data.caller import Caller, CallerKind

BURST_SECONDS = 10
_MOST_CALLERS = 10_000

_Key: TypeAlias = tuple[str, str, bool, str | None]


class Rate:
    """Buckets that take `per_second` in a second and hold ten seconds' worth.

    A person, each of their runs, and a publisher have a bucket of their own. Of a bucket nothing is kept but the moment
    when it will be full. There are `most_callers` at most: who comes when all are taken gets the one that was
    used least recently as it stands, so that nobody finds a full bucket by pushing out an empty one.
    """

    def __init__(
        self, per_second: int, *, most_callers: int = _MOST_CALLERS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.per_second = per_second
        """What a bucket takes in a second."""
        self._most_callers = most_callers
        self._clock = clock
        self._full_at: OrderedDict[_Key, float] = OrderedDict()

    def wait(self, caller: Caller) -> int:
        """Whole seconds until the caller's bucket has something in it; 0 when it has."""
        empty_for = self._full_at.get(self._bucket(_key(caller)), 0.0) - self._clock() - BURST_SECONDS
        return 0 if empty_for < 0 else max(math.ceil(empty_for), 1)

    def charge(self, caller: Caller, cost: int) -> None:
        """Take `cost` out of the caller's bucket, below zero if need be."""
        key, now = _key(caller), self._clock()
        full_at = self._full_at.pop(self._bucket(key), now)
        self._full_at[key] = max(full_at, now) + cost / self.per_second

    def _bucket(self, key: _Key) -> _Key:
        """The caller's own bucket, or the one that they would take over."""
        if key in self._full_at or len(self._full_at) < self._most_callers:
            return key
        return next(iter(self._full_at))


def _key(caller: Caller) -> _Key:
    return caller.app_id, caller.user_id, caller.kind is CallerKind.PUBLISHER, caller.run_id
