"""One publisher at a time for each owner and app."""

from collections.abc import Iterable
from datetime import datetime
from hashlib import blake2b

from sqlalchemy import BigInteger, bindparam, func, select
from sqlalchemy.dialects.postgresql import ARRAY

from data.statement import Connection, Statement

_KEY = func.unnest(bindparam("keys", type_=ARRAY(BigInteger))).column_valued("key")
# The clock is read once the last lock was counted: later than any clock that was read under these locks before.
_LOCK = Statement(select(func.count(func.pg_advisory_xact_lock(_KEY)), func.clock_timestamp().label("now")))


async def lock_owners(connection: Connection, owners: Iterable[tuple[str, str]]) -> datetime:
    """Wait until no other transaction publishes for any of these pairs of owner and app, and hold the others off until
    this transaction ends. Returns the database's clock.

    The locks are taken in one order by everybody, so two publishers never wait for each other; and what the next
    statements of a READ COMMITTED transaction see is all that was published before.
    """
    keys = sorted({_key(user_id, app_id) for user_id, app_id in owners})
    [row] = await _LOCK.rows(connection, keys=keys)
    now: datetime = row["now"]
    return now


def _key(user_id: str, app_id: str) -> int:
    """A pair of ids as a bigint; no id contains a NUL. Two pairs with one key wait for each other without need."""
    return int.from_bytes(blake2b(f"{user_id}\0{app_id}".encode(), digest_size=8).digest(), "big", signed=True)
