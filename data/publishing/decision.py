"""What becomes of a batch: its problems, or the sessions as it leaves them. No I/O."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from data.publishing.arrival import Arrival, Arrivals
from data.publishing.batch import Batch
from data.publishing.binding_guard import binding_problems
from data.publishing.current_turn import with_turns
from data.publishing.neighbour import Neighbours
from data.publishing.reference_guard import reference_problems
from data.publishing.row import SessionRow
from data.publishing.session_guard import session_problems
from data.publishing.stored import Stored
from data.publishing.tree import place
from data.publishing.turn_guard import turn_problems
from data.records import Problem

_CLOCK_DIFFERENCE = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Decision:
    """Every problem of the batch, in its order; and where there is none, the sessions that have to be written."""

    problems: Sequence[Problem]
    sessions: Sequence[SessionRow]


def decide(batch: Batch, arrivals: Arrivals, stored: Stored, neighbours: Neighbours, now: datetime) -> Decision:
    """Decide about the arrivals of `batch` among the rows that are stored, at the database's clock `now`."""
    projects = {**stored.projects, **{key: arrival.row for key, arrival in arrivals.projects.items()}}
    before = {**neighbours.trees, **stored.sessions}
    standing = {**before, **{key: _where_it_is(arrival) for key, arrival in arrivals.sessions.items()}}
    placement = place(standing, projects)
    problems = [
        *batch.problems,
        *batch.future_instants(now + _CLOCK_DIFFERENCE),
        *reference_problems(batch, stored, arrivals.positions),
        *binding_problems(arrivals.bindings, neighbours.active_bindings, projects),
        *session_problems(arrivals.sessions, neighbours.siblings, standing, placement),
        *turn_problems(arrivals.turns, neighbours.live_turns),
    ]
    if problems:
        return Decision(sorted(problems, key=lambda problem: problem.index), ())
    after = with_turns(placement.rows, arrivals.turns, neighbours.newest_turns.values())
    return Decision((), [row for key, row in after.items() if row != before.get(key)])


def _where_it_is(arrival: Arrival[SessionRow]) -> SessionRow:
    """The row, with the parent that it keeps whatever the record says."""
    if arrival.stored is None or arrival.row.parent_id == arrival.stored.parent_id:
        return arrival.row
    return replace(arrival.row, parent_id=arrival.stored.parent_id)
