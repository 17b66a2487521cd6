"""The input type `RecordInput`."""

from collections.abc import Mapping
from enum import Enum

import strawberry

from resolvers.records import RawRecord
from schema.declaration import one_of_type
from schema.inputs.binding_record import BindingRecord
from schema.inputs.project_record import ProjectRecord
from schema.inputs.queued_input_record import QueuedInputRecord
from schema.inputs.run_record import RunRecord
from schema.inputs.session_record import SessionRecord
from schema.inputs.turn_record import TurnRecord


def raw_record(coerced: Mapping[str, Mapping[str, object]]) -> RawRecord:
    """The record that graphql-core coerced, as every other door brings it: fields that were left out stay out unless
    the contract has a default for them, and enums are their names again."""
    [(kind, fields)] = coerced.items()
    raw: dict[str, object] = {"record": kind}
    for name, value in fields.items():
        raw[name] = value.name if isinstance(value, Enum) else value
    return raw


@one_of_type(raw_record)
class RecordInput:
    """One record: exactly one member, of the kind that its name says.

    A record is the whole of what is known: a field that is left out is null or its default, never as it was before.
    Kept are only `createdAt`, `lastActivityAt`, `version`, and the `finishedAt` of a turn that has ended.
    """

    project: ProjectRecord | None = strawberry.field(default=strawberry.UNSET, description="A project.")
    session: SessionRecord | None = strawberry.field(default=strawberry.UNSET, description="A session.")
    turn: TurnRecord | None = strawberry.field(default=strawberry.UNSET, description="A turn of a session.")
    run: RunRecord | None = strawberry.field(default=strawberry.UNSET, description="A run of a turn.")
    queued_input: QueuedInputRecord | None = strawberry.field(
        default=strawberry.UNSET, description="An input in the queue of a session."
    )
    binding: BindingRecord | None = strawberry.field(
        default=strawberry.UNSET, description="A conversation that is connected to a project."
    )
