"""What sessions have from their turns: the current one, and activity."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from data.publishing.arrival import Arrival
from data.publishing.row import SessionRow, TurnRow
from data.records import Key


def sessions_of_changed_turns(turns: Mapping[Key, Arrival[TurnRow]]) -> set[Key]:
    """The sessions that such turns are in, and those that they were in."""
    changed = [arrival for arrival in turns.values() if arrival.changed]
    return {row.session_key for arrival in changed for row in (arrival.row, arrival.stored) if row is not None}


def with_turns(
    sessions: Mapping[Key, SessionRow], turns: Mapping[Key, Arrival[TurnRow]], others: Iterable[TurnRow]
) -> dict[Key, SessionRow]:
    """The sessions with what the changed among `turns` make of them; `others` are the newest turns, among those that do
    not change, of the sessions concerned.

    The current turn is the newest by creation and id, in the order of bytes, which for text in UTF-8 is that of code
    points. Activity is the latest of what was told, and never goes back (records.md).
    """
    changed: defaultdict[Key, list[TurnRow]] = defaultdict(list)
    for arrival in turns.values():
        if arrival.changed:
            changed[arrival.row.session_key].append(arrival.row)
    newest = {turn.session_key: [turn] for turn in others}
    after = dict(sessions)
    for key in sessions_of_changed_turns(turns) & sessions.keys():
        active = _with_activity(sessions[key], changed[key])
        after[key] = _with_current_turn(active, [*changed[key], *newest.get(key, [])])
    return after


def _with_activity(session: SessionRow, turns: Iterable[TurnRow]) -> SessionRow:
    instants = (instant for turn in turns for instant in (turn.created_at, turn.finished_at) if instant is not None)
    return replace(session, last_activity_at=max([session.last_activity_at, *instants]))


def _with_current_turn(session: SessionRow, turns: Iterable[TurnRow]) -> SessionRow:
    current = max(turns, key=lambda turn: (turn.created_at, turn.id), default=None)
    return replace(
        session,
        current_turn_id=current.id if current else None,
        current_turn_status=current.status if current else None,
        current_turn_waiting_for=current.waiting_for if current else None,
    )
