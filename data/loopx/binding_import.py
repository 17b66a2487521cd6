"""Importing the bindings of a home: those of its file, and tombstones of those that only its sessions still name."""

from collections.abc import Collection, Mapping, Sequence

from data.identifier import is_identifier
from data.loopx.bindings import Bindings
from data.loopx.entry import Entry
from data.loopx.home import BINDINGS_FILE
from data.loopx.sessions import Session
from data.loopx.store import Store
from data.loopx.stored import binding_statuses


async def import_bindings(store: Store, bindings: Bindings, sessions: Sequence[Session]) -> Collection[str]:
    """Store `bindings` and the tombstones; return the ids of those that are in the directory now.

    What is REVOKED there stays as it is: it may know its successor, or since when.
    """
    for reason in bindings.reasons:
        store.leave_out(BINDINGS_FILE, reason, ["binding"])
    present = {identity: Entry(BINDINGS_FILE, row.record()) for identity, row in bindings.rows.items()}
    gone = _tombstones(bindings, sessions)
    named = [identity for identity in (*present, *gone) if is_identifier(identity)]
    stored = await binding_statuses(store.pool, named, user_id=store.user_id, app_id=store.app_id)
    revoked = {identity for identity, status in stored.items() if status == "REVOKED"}
    for identity in present:
        if identity in revoked:
            store.leave_out(BINDINGS_FILE, f"binding {identity}: revoked here, present there", ["binding"])
    store.count_in("binding" for identity in gone if identity in revoked)
    entries = {**gone, **present}
    accepted = await store.store_each([entry for identity, entry in entries.items() if identity not in revoked])
    there = revoked | {str(entry.record["id"]) for entry in accepted}
    for identity in gone:
        if identity in there and stored.get(identity) == "ACTIVE":
            store.say(BINDINGS_FILE, f"binding {identity}: no longer there, revoked here")
    return there


def _tombstones(bindings: Bindings, sessions: Sequence[Session]) -> Mapping[str, Entry]:
    """A tombstone for each binding that sessions name and the file has no more, as the first of them tells it."""
    tombstones: dict[str, Entry] = {}
    for session in sessions:
        context = session.context
        if context and context.binding is not None and bindings.has_lost(context.binding):
            tombstones.setdefault(context.binding, Entry(session.file, context.tombstone(session.executor)))
    return tombstones
