"""The guard of turns, as a problem that a person understands."""

from collections.abc import Iterator, Mapping

from data.publishing.arrival import Arrival
from data.publishing.place import crowded_out, turn_of_session
from data.publishing.row import TurnRow
from data.records import Key, Problem


def turn_problems(turns: Mapping[Key, Arrival[TurnRow]], live: Mapping[Key, TurnRow]) -> Iterator[Problem]:
    """What is wrong with `turns`, where `live` are stored in the sessions that get a live one."""
    for arrival in crowded_out(turns, live, turn_of_session):
        yield Problem(
            arrival.index,
            "status",
            "another turn of this session is RUNNING, WAITING or CANCELLING: end it in the same batch",
        )
