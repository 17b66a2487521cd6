"""The type `BoundSession`."""

from datetime import datetime

import strawberry

from resolvers import bound_session_outcome
from schema.declaration import object_type
from schema.types.binding_kind import BindingKind
from schema.types.session import Session


@object_type(bound_session_outcome.BoundSession)
class BoundSession:
    """The one open session that continues the conversation, as everything was at `verifiedAt`.

    It may change a moment later, and is no permission to write.
    """

    conversation_binding_id: strawberry.ID = strawberry.field(description="The id as it was sent.")
    kind: BindingKind = strawberry.field(description="Which agent the conversation was connected to.")
    session: Session = strawberry.field(description="The session to continue.")
    channel_id: str = strawberry.field(description="The channel through which the conversation reaches the session.")
    goal_id: strawberry.ID | None = strawberry.field(
        description="The goal that a steward's session works on. Always null for a PROJECT binding."
    )
    verified_at: datetime = strawberry.field(
        description="When the provider last confirmed the conversation, for this very answer: it is asked each time."
    )
