"""The union `SessionResult`."""

from typing import Annotated

import strawberry

from schema.types.session import Session
from schema.types.session_not_found import SessionNotFound

SessionResult = Annotated[
    Session | SessionNotFound,
    strawberry.union("SessionResult", description="One session, or that there is none to be seen."),
]
