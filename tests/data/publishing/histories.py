"""Random batches over a small world, so that records meet: few ids, few instants, few versions."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random

from data.pool import Pool
from data.records import RawRecord
from data.tables import (
    BINDING_AUDIENCES,
    BINDING_KINDS,
    QUEUED_INPUT_STATUSES,
    RUN_STATUSES,
    SESSION_STATUSES,
    TURN_STATUSES,
    WAIT_KINDS,
)

Owner = tuple[str, str]

START = datetime(2026, 1, 1, tzinfo=UTC)
_PROJECTS = ("p", "q")
_SESSIONS = ("r", "s", "a", "b", "c", "d")
_PARENTS = {"r": None, "s": None, "a": "r", "b": "a", "c": "b", "d": "r"}
_TURNS = ("t", "T", "u", "\u00fc", "v")
_BINDINGS = ("x", "y", "z")


def random_batch(random: Random, owners: Sequence[Owner], size: int) -> list[RawRecord]:
    """A batch of up to `size` records. About half can be stored; each guard refuses some."""
    makers = (_project, _session, _session, _session, _turn, _turn, _turn, _run, _queued_input, _binding, _binding)
    batch: dict[object, RawRecord] = {}
    for _ in range(random.randint(1, size)):
        user_id, app_id = random.choice(owners)
        raw = {"userId": user_id, "appId": app_id, **random.choice(makers)(random)}
        # One in a hundred may come twice.
        batch[user_id, app_id, raw["record"], raw["id"], random.random() < 0.01] = raw
    return list(batch.values())


def beginning(owners: Sequence[Owner]) -> list[RawRecord]:
    """What lets most references find something, and a session for marks."""
    a_project: RawRecord = {"record": "project", "grant": "WRITE"}
    a_session: RawRecord = {"record": "session", "projectId": "p", "createdAt": _at(0)}
    made: list[RawRecord] = [
        *({**a_project, "id": one} for one in _PROJECTS),
        *({**a_session, "id": one, **_PLACES[one]} for one in _SESSIONS),
        {**a_session, "id": "marks"},
    ]
    return [{"userId": user_id, "appId": app_id, **raw} for user_id, app_id in owners for raw in made]


def mark(owner: Owner, mark_id: str) -> RawRecord:
    """A turn that nobody else names. Its creation, left to the database, tells the clock at which its batch was stored,
    and so the order in which batches were."""
    user_id, app_id = owner
    return {
        "record": "turn",
        "userId": user_id,
        "appId": app_id,
        "id": mark_id,
        "sessionId": "marks",
        "status": "COMPLETED",
    }


async def clock_of(pool: Pool, marked: RawRecord) -> datetime:
    """The database's clock at which the batch with this mark was stored."""
    async with pool.connection() as connection:
        found = await connection.fetchval(
            "SELECT created_at FROM turns WHERE user_id = $1 AND app_id = $2 AND id = $3",
            *(marked[name] for name in ("userId", "appId", "id")),
        )
    assert isinstance(found, datetime)
    return found


_PLACES: dict[str, dict[str, object]] = {
    one: {"parentId": parent, "name": one if parent else "root"} for one, parent in _PARENTS.items()
}


def _at(minute: int) -> str:
    return (START + timedelta(minutes=minute)).isoformat()


def _sometimes(random: Random, share: float, **fields: object) -> dict[str, object]:
    return {name: value for name, value in fields.items() if random.random() < share}


def _common(random: Random, kind: str, ids: Sequence[str]) -> dict[str, object]:
    return {"record": kind, "id": random.choice(ids), **_sometimes(random, 0.3, version=random.randint(1, 6))}


def _project(random: Random) -> dict[str, object]:
    return {
        **_common(random, "project", _PROJECTS),
        "status": random.choices(("ACTIVE", "DELETED"), (3, 1))[0],
        "grant": random.choices(("WRITE", "READ"), (3, 1))[0],
        **_sometimes(random, 0.5, name="n", workspace="w"),
    }


def _session(random: Random) -> dict[str, object]:
    common = _common(random, "session", _SESSIONS)
    place = dict(_PLACES[str(common["id"])])
    if random.random() < 0.3 and place["parentId"]:
        place["name"] = random.choice(("a", "b", "c", "d", "x", "n" * 64))
    if random.random() < 0.03:
        place["parentId"] = random.choice((None, *_SESSIONS))
    return {
        **common,
        **place,
        "projectId": random.choices(_PROJECTS, (6, 1))[0],
        "status": random.choice(SESSION_STATUSES),
        **_sometimes(random, 0.3, bindingId=random.choice(_BINDINGS)),
        **_sometimes(random, 0.5, title="t", createdAt=_at(random.randint(0, 9)), queuePaused=True),
        **_sometimes(random, 0.5, lastActivityAt=_at(random.randint(0, 20)), executorId="e"),
    }


def _turn(random: Random) -> dict[str, object]:
    return {
        **_common(random, "turn", _TURNS),
        "sessionId": random.choice(_SESSIONS),
        "status": random.choice(TURN_STATUSES),
        **_sometimes(random, 0.5, waitingFor=random.choice(WAIT_KINDS), currentRunId="k"),
        **_sometimes(random, 0.7, createdAt=_at(random.randint(0, 5)), finishedAt=_at(random.randint(5, 30))),
    }


def _run(random: Random) -> dict[str, object]:
    return {
        **_common(random, "run", ("k", "l")),
        "sessionId": random.choice(_SESSIONS),
        "turnId": random.choice(_TURNS),
        "status": random.choice(RUN_STATUSES),
        **_sometimes(random, 0.5, leaseExpiresAt="2999-01-01T00:00:00+00:00"),
    }


def _queued_input(random: Random) -> dict[str, object]:
    return {
        **_common(random, "queuedInput", ("i", "j")),
        "sessionId": random.choice(_SESSIONS),
        "status": random.choice(QUEUED_INPUT_STATUSES),
        **_sometimes(random, 0.5, receivedAt=_at(random.randint(0, 40))),
    }


def _binding(random: Random) -> dict[str, object]:
    return {
        **_common(random, "binding", _BINDINGS),
        "projectId": random.choice(_PROJECTS),
        "kind": random.choice(BINDING_KINDS),
        "audience": random.choice(BINDING_AUDIENCES),
        "provider": "lark",
        "connection": random.choice(("", "main")),
        "providerApp": "app",
        "operator": "operator",
        "status": random.choices(("ACTIVE", "REVOKED"), (5, 1))[0],
        "grant": random.choice(("READ", "WRITE")),
        **_sometimes(random, 0.5, conversation=random.choice(("", "chat")), revokedAt=_at(3)),
        **_sometimes(random, 0.2, replacedBy=random.choice(_BINDINGS)),
    }
