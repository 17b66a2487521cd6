"""The union `BoundSessionResult`."""

from typing import Annotated

import strawberry

from schema.types.binding_ambiguous import BindingAmbiguous
from schema.types.binding_changed import BindingChanged
from schema.types.binding_invalid import BindingInvalid
from schema.types.binding_not_private import BindingNotPrivate
from schema.types.binding_revoked import BindingRevoked
from schema.types.binding_unverified import BindingUnverified
from schema.types.bound_session import BoundSession
from schema.types.no_open_session import NoOpenSession

BoundSessionResult = Annotated[
    BoundSession
    | NoOpenSession
    | BindingInvalid
    | BindingNotPrivate
    | BindingRevoked
    | BindingChanged
    | BindingAmbiguous
    | BindingUnverified,
    strawberry.union(
        "BoundSessionResult",
        description="The session that continues a conversation, or the one reason why there is none to be trusted.",
    ),
]
