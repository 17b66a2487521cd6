"""The root fields."""

from typing import Annotated, TypeVar

import strawberry

from resolvers import records
from resolvers.bound_session_outcome import BoundSessionOutcome
from resolvers.directory import SessionNotFound
from resolvers.session_page import SessionPage
from resolvers.session_tree import SessionTreeOutcome
from resolvers.sessions_refused import SessionsRefused
from resolvers.sessions_request import SessionsRequest
from schema.context import Info
from schema.declaration import root_field, root_type
from schema.types.bound_session_result import BoundSessionResult
from schema.types.caller import Caller
from schema.types.session_result import SessionResult
from schema.types.session_scope import SessionScope
from schema.types.session_tree_result import SessionTreeResult
from schema.types.sessions_result import SessionsResult

T = TypeVar("T")

Scope = Annotated[SessionScope, strawberry.argument(description="One project, complete, or the whole history.")]
Offset = Annotated[
    int,
    strawberry.argument(
        description=(
            "For scope ALL: how many sessions to skip, any number from 0 to 1,000,000. It reads the order as it is "
            "now: pages may repeat or miss rows that move."
        )
    ),
]
First = Annotated[
    int | None,
    strawberry.argument(
        description=(
            "How many sessions at most. ALL: 1 to 10, and 10 where it is left out. PROJECT: 1 to 1,000, and every "
            "session where it is left out."
        )
    ),
]
After = Annotated[
    str | None,
    strawberry.argument(
        description=(
            "A cursor of the same scope and project: the page holds what stands behind it. No row comes twice; one "
            "that was active again meanwhile is found from a fresh first page."
        )
    ),
]
ProjectId = Annotated[
    strawberry.ID | None,
    strawberry.argument(
        description=(
            "For scope PROJECT, where the token of a person names no project: one of their own. Where the token or the "
            "run names one it may be repeated, and nothing else."
        )
    ),
]
SessionId = Annotated[strawberry.ID, strawberry.argument(name="id", description="The id of a session.")]
MemberId = Annotated[strawberry.ID, strawberry.argument(description="The id of any session of the tree.")]
BindingId = Annotated[
    strawberry.ID, strawberry.argument(description="The id that the conversation was given when it was connected.")
]


@root_type
class Query:
    """The directory answers which conversations a person or an agent has, and which one a chat continues.

    Everything is answered for the bearer of the token, in its app. Expected refusals are part of the data, as members
    of the unions; nothing that is listed is a permission to write.
    """

    @root_field(Caller)
    def caller(self, info: Info) -> records.Caller:
        """Who this request is answered for, as the server confirmed it."""
        return info.context.caller

    @root_field(SessionsResult)
    async def sessions(
        self,
        info: Info,
        scope: Scope = SessionScope.PROJECT,
        offset: Offset = 0,
        first: First = strawberry.UNSET,
        after: After = strawberry.UNSET,
        project_id: ProjectId = strawberry.UNSET,
    ) -> SessionPage | SessionsRefused:
        """PROJECT: every session of the caller's current project. ALL: the caller's whole history in this app, at most
        10 a page. Newest activity first. Closed and archived sessions are listed with their status, deleted ones never.
        A page is complete or refused; it is never cut in silence.
        """
        request = SessionsRequest(
            caller=info.context.caller,
            scope=scope,
            offset=offset,
            first=_given(first),
            after=_given(after),
            project_id=_given(project_id),
        )
        return await info.context.directory.sessions(request, attributes=info.context.session_attributes)

    @root_field(SessionResult)
    async def session(self, info: Info, session_id: SessionId) -> records.Session | SessionNotFound:
        """One session by its id. Of any project of the caller's app, closed and archived ones too."""
        context = info.context
        return await context.directory.session(context.caller, session_id, attributes=context.session_attributes)

    @root_field(BoundSessionResult)
    async def bound_session(self, info: Info, conversation_binding_id: BindingId) -> BoundSessionOutcome:
        """The one open session that continues a private conversation, or the reason why there is none to be trusted.
        The conversation's provider is asked each time, for ten seconds at most. Nothing is created, resumed, queued or
        locked, and there is never a list to choose from.
        """
        context = info.context
        return await context.bound_sessions.bound_session(
            context.caller, conversation_binding_id, attributes=context.session_attributes
        )

    @root_field(SessionTreeResult)
    async def session_tree(self, info: Info, session_id: MemberId) -> SessionTreeOutcome:
        """The status panel: the whole tree of one session in preorder, with its runs and queues. For people, never for
        runs. It counts as 1,000 rows, and holds no text of a message or a result.
        """
        context = info.context
        return await context.session_trees.session_tree(
            context.caller, session_id, attributes=context.session_attributes
        )


def _given(argument: T | None) -> T | None:
    """Null and left out are the same for every optional argument."""
    return None if argument is strawberry.UNSET else argument
