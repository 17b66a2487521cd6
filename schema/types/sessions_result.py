"""The union `SessionsResult`."""

from typing import Annotated

import strawberry

from schema.types.session_connection import SessionConnection
from schema.types.sessions_refused import SessionsRefused

SessionsResult = Annotated[
    SessionConnection | SessionsRefused,
    strawberry.union("SessionsResult", description="A page of sessions, or why there is none."),
]
