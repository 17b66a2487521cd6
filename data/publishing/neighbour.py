"""Stored rows that a batch does not name, and that decide about it or change with it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import Executable, select, true, tuple_

from data.publishing.arrival import Arrivals
from data.publishing.batch import Batch
from data.publishing.current_turn import sessions_of_changed_turns
from data.publishing.given import Given
from data.publishing.place import conversation, name_among_siblings, sought, turn_of_session
from data.publishing.row import SessionRow, TurnRow
from data.publishing.row_table import BINDINGS, IDENTITY, SESSIONS, TURNS, Lookup
from data.publishing.stored import Stored
from data.publishing.tree import roots_of_changed_trees
from data.records import BindingRecord, Key, Record, SessionRecord, TurnRecord
from data.statement import Connection, Statement
from data.tables import ACTIVE_BINDING, BINDING_PLACE, LIVE_TURN, bindings, sessions, turns

Row = TypeVar("Row", bound=Record)


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Rows by identity, without those that an obscure record is about: every session of the trees that change, the
    holders of the places that rows come to, and the newest turn, among those that do not change, of each session in
    which some do."""

    trees: Mapping[Key, SessionRow]
    siblings: Mapping[Key, SessionRow]
    live_turns: Mapping[Key, TurnRow]
    active_bindings: Mapping[Key, BindingRecord]
    newest_turns: Mapping[Key, TurnRow]


async def load_neighbours(connection: Connection, batch: Batch, arrivals: Arrivals, stored: Stored) -> Neighbours:
    """What stands around the arrivals of a batch."""

    def known(rows: Mapping[Key, Row], kind: type[Record]) -> Mapping[Key, Row]:
        return {key: row for key, row in rows.items() if key not in batch.obscure[kind]}

    turn_keys = [key for key, arrival in arrivals.turns.items() if arrival.changed]
    session_keys = sessions_of_changed_turns(arrivals.turns) & stored.sessions.keys()
    names = sought(arrivals.sessions, name_among_siblings)
    live = sought(arrivals.turns, turn_of_session)
    conversations = sought(arrivals.bindings, conversation)
    return Neighbours(
        trees=known(await _ROOTS.find(connection, roots_of_changed_trees(arrivals.sessions)), SessionRecord),
        siblings=known(await _SIBLINGS.find(connection, names), SessionRecord),
        live_turns=known(await _LIVE_TURNS.find(connection, live), TurnRecord),
        active_bindings=known(await _ACTIVE_BINDINGS.find(connection, conversations), BindingRecord),
        newest_turns=await _newest_turns(connection, session_keys, left_out=turn_keys),
    )


_ROOTS = Lookup(SESSIONS, sessions.c.user_id, sessions.c.app_id, sessions.c.root_session_id)
_SIBLINGS = Lookup(SESSIONS, sessions.c.user_id, sessions.c.app_id, sessions.c.parent_id, sessions.c.name)
_LIVE_TURNS = Lookup(TURNS, turns.c.user_id, turns.c.app_id, turns.c.session_id, where=[LIVE_TURN])
_ACTIVE_BINDINGS = Lookup(BINDINGS, bindings.c.user_id, bindings.c.app_id, *BINDING_PLACE, where=[ACTIVE_BINDING])


async def _newest_turns(
    connection: Connection, session_keys: Collection[Key], *, left_out: Collection[Key]
) -> Mapping[Key, TurnRow]:
    if not session_keys:
        return {}
    given = _GIVEN_SESSIONS.filled(session_keys) | _GIVEN_TURNS.filled(left_out)
    return TURNS.rows(await _NEWEST.rows(connection, **given))


_GIVEN_SESSIONS = Given.texts("user_id", "app_id", "session_id", name="sessions_given")
_GIVEN_TURNS = Given.texts(*IDENTITY, name="turns_given")


def _newest() -> Executable:
    newest = (
        select(*TURNS.columns)
        .where(
            *(turns.c[column.name] == column for column in _GIVEN_SESSIONS.table.c),
            tuple_(*(turns.c[name] for name in IDENTITY)).not_in(select(*_GIVEN_TURNS.table.c)),
        )
        .order_by(turns.c.created_at.desc(), turns.c.id.desc())
        .limit(1)
        .lateral("newest")
    )
    return select(*newest.c).select_from(_GIVEN_SESSIONS.table.join(newest, true()))


_NEWEST = Statement(_newest())
