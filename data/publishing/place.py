"""Places that hold one row at a time: a name among siblings, the live turn of a session, the ACTIVE binding of a
conversation.

A place is a tuple of texts that begins with owner and app; a `PlaceOf` says which one a row has, if it has one.
"""

from collections.abc import Callable, Iterator, Mapping
from hashlib import md5
from typing import TypeAlias, TypeVar

from data.publishing.arrival import Arrival
from data.publishing.row import SessionRow, TurnRow
from data.records import BindingRecord, Key, Record

Row = TypeVar("Row", bound=Record)
Place: TypeAlias = tuple[str, ...]
PlaceOf: TypeAlias = Callable[[Row], Place | None]


def name_among_siblings(row: SessionRow) -> Place | None:
    """That of every session but a root, deleted ones included."""
    return None if row.parent_id is None else (row.user_id, row.app_id, row.parent_id, row.name)


def turn_of_session(row: TurnRow) -> Place | None:
    """That of a turn that has not ended."""
    return row.session_key if row.live else None


def conversation(row: BindingRecord) -> Place | None:
    """That of an ACTIVE binding, in digests, as the database's guard has it: see `data.tables.BINDING_PLACE`."""
    if row.status != "ACTIVE":
        return None
    in_conversation = "" if row.conversation is None else _digest(row.conversation)
    return row.user_id, row.app_id, _digest(row.provider), _digest(row.connection), in_conversation


def _digest(text: str) -> str:
    return md5(text.encode(), usedforsecurity=False).hexdigest()


def sought(arrivals: Mapping[Key, Arrival[Row]], place_of: PlaceOf[Row]) -> set[Place]:
    """The places that rows come to."""
    coming = (place_of(arrival.row) for arrival in arrivals.values() if _moves(arrival, place_of))
    return {place for place in coming if place is not None}


def crowded_out(
    arrivals: Mapping[Key, Arrival[Row]], holders: Mapping[Key, Row], place_of: PlaceOf[Row]
) -> Iterator[Arrival[Row]]:
    """The arrivals whose place another row has when the batch is stored. `holders` are the stored rows in the places
    that are sought. Who stays in a place has it before a newcomer, and the first newcomer before the second."""
    taken = {place_of(row): key for key, row in holders.items() if key not in arrivals}
    for key, arrival in sorted(arrivals.items(), key=lambda item: _moves(item[1], place_of)):
        place = place_of(arrival.row)
        if place is not None and taken.setdefault(place, key) != key:
            yield arrival


def evicted(arrivals: Mapping[Key, Arrival[Row]], place_of: PlaceOf[Row]) -> list[Key]:
    """The stored rows whose place another arrival takes. They have to leave it before the arrivals are written: a
    unique index looks at row after row."""
    takers = {place_of(arrival.row): key for key, arrival in arrivals.items()}
    return [
        key
        for key, arrival in arrivals.items()
        if arrival.stored is not None
        and (place := place_of(arrival.stored)) is not None
        and takers.get(place, key) != key
    ]


def _moves(arrival: Arrival[Row], place_of: PlaceOf[Row]) -> bool:
    return arrival.stored is None or place_of(arrival.row) != place_of(arrival.stored)
