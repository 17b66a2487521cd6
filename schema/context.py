"""What a resolver of the schema finds as `info.context`."""

from dataclasses import dataclass
from typing import TypeAlias

import strawberry

from resolvers.bound_session import BoundSessions
from resolvers.directory import Directory
from resolvers.records import Caller


@dataclass(frozen=True, slots=True)
class Context:
    """One request: who it is answered for, and who answers."""

    caller: Caller
    directory: Directory
    bound_sessions: BoundSessions


Info: TypeAlias = strawberry.Info[Context, None]
