"""The guards of bindings, as problems that a person understands."""

from collections.abc import Iterator, Mapping

from data.publishing.arrival import Arrival
from data.publishing.place import conversation, crowded_out
from data.records import BindingRecord, Key, Problem, ProjectRecord


def binding_problems(
    bindings: Mapping[Key, Arrival[BindingRecord]],
    active: Mapping[Key, BindingRecord],
    projects: Mapping[Key, ProjectRecord],
) -> Iterator[Problem]:
    """What is wrong with `bindings`, where `active` are stored in the conversations that they come to, and `projects`
    are as the batch leaves them."""
    for arrival in bindings.values():
        row = arrival.row
        if row.status == "ACTIVE" and arrival.stored is not None and arrival.stored.status == "REVOKED":
            yield Problem(arrival.index, "status", "REVOKED is final: a new connection gets a binding with a new id")
        project = projects.get(row.key_of(row.project_id))
        if row.grant == "WRITE" and project is not None and project.grant != "WRITE":
            yield Problem(arrival.index, "grant", "WRITE needs a project whose grant is WRITE")
    for arrival in crowded_out(bindings, active, conversation):
        yield Problem(
            arrival.index,
            "conversation",
            "another binding is ACTIVE for this provider, connection and conversation: revoke it in the same batch",
        )
