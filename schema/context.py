"""What a resolver of the schema finds as `info.context`."""

from typing import NamedTuple, Self, TypeAlias

import strawberry

from resolvers.bound_session import BoundSessions
from resolvers.directory import Directory
from resolvers.publishing import Publishing
from resolvers.records import SESSION_ATTRIBUTES, Caller
from resolvers.session_tree import SessionTrees


class Context(NamedTuple):
    """One request: who it is answered for, and who answers.

    `session_attributes` are those of sessions that the answer will be made of; the others need not be read.
    """

    caller: Caller
    directory: Directory
    bound_sessions: BoundSessions
    session_trees: SessionTrees
    publishing: Publishing
    session_attributes: frozenset[str] = SESSION_ATTRIBUTES

    def reading(self, session_attributes: frozenset[str]) -> Self:
        """The same for an answer that is made of these."""
        return self.__class__(*self[:-1], session_attributes)


Info: TypeAlias = strawberry.Info[Context, None]
