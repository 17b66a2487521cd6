"""Importing a LoopX home (records.md, "LoopX homes")."""

import asyncio
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from data.loopx.binding_import import import_bindings
from data.loopx.bindings import Binding
from data.loopx.entry import Entry
from data.loopx.home import read_home
from data.loopx.projects import project_entries
from data.loopx.sessions import Session
from data.loopx.store import Store
from data.loopx.stored import waiting_inputs, writable_projects
from data.loopx.summary import LoopxSummary
from data.loopx.turns import turn_entries
from data.pool import Pool


async def import_home(
    pool: Pool, home: Path, *, user_id: str, app_id: str, report: Callable[[str], None]
) -> LoopxSummary:
    """Store what the LoopX home at `home`, or right below it, holds, for this owner and app. Nothing is written there.

    `report` is given a line for each thing that is left out or is remarkable: its file, relative to the home, and why.
    NotALoopxHomeError if there is no home. StoreUnavailableError if the database fails: what was stored until then
    stays, and the same import again brings the rest.
    """
    found = await asyncio.to_thread(read_home, home)
    store = Store(pool, report, user_id=user_id, app_id=app_id)
    for left in found.left_out:
        store.leave_out(left.file, left.reason, left.kinds)
    # A binding that cannot be read may be the one that writes: what it was offered is not taken away for that.
    writable = await writable_projects(pool, user_id=user_id, app_id=app_id) if found.bindings.reasons else ()
    await store.store_each(project_entries(found, writable))
    there = await import_bindings(store, found.bindings, found.sessions)
    waiting = await waiting_inputs(pool, [session.id for session in found.sessions], user_id=user_id, app_id=app_id)
    for session in found.sessions:
        if session.binding is None or session.binding in there:
            await _import_session(store, session, found.bindings.rows, waiting[session.id])
        else:
            store.leave_out(session.file, found.bindings.reason(session.binding), session.kinds)
    return store.summary


async def _import_session(
    store: Store, session: Session, bindings: Mapping[str, Binding], waiting: Collection[str]
) -> None:
    """Store a session with its turns. One that disagrees with its binding gets no channel: discovery refuses it as
    changed then, and the listing still has it."""
    differences = session.disagreements(bindings)
    channel = None if differences else session.channel
    turns = turn_entries(session.id, session.turns, waiting)
    stored = await store.store_whole([Entry(session.file, session.record(channel=channel)), *turns], session.kinds)
    if stored and differences:
        store.say(session.file, f"imported without its channel: not as its binding in {', '.join(differences)}")
