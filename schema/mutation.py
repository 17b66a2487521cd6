"""What platforms may change."""

from typing import Annotated

import strawberry

from resolvers.publishing import Published, PublishRefused
from resolvers.records import RawRecord
from schema.context import Info
from schema.declaration import root_field, root_type
from schema.inputs.record_input import RecordInput
from schema.types.publish_result import PublishResult

Records = Annotated[
    list[RawRecord],
    strawberry.argument(
        graphql_type=list[RecordInput],
        description=(
            "At most 500, in any order: they may refer to each other, and what holds between records has to hold for "
            "all of them together. No two of one kind may have the same owner, app and id."
        ),
    ),
]


@root_type
class Mutation:
    """What the back end of a platform tells the directory, with a publisher's token and for its own app alone."""

    @root_field(PublishResult)
    async def publish(self, info: Info, records: Records) -> Published | PublishRefused:
        """Store a batch of records, all or none. Idempotent: the same batch again changes nothing. A batch that may or
        may not have been stored, because an answer was lost or the store failed, is sent again as it is.
        """
        return await info.context.publishing.publish(info.context.caller, records)
