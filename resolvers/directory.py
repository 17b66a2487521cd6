"""The directory: which sessions a caller sees, a page at a time, or why not (rules.md, section 2)."""

from collections.abc import Sequence
from dataclasses import dataclass

from data.caller import Caller, CallerKind
from data.identifier import is_identifier
from data.session import SESSION_ATTRIBUTES, Position, Session
from data.session_repository import SessionRepository
from resolvers.listing import SessionScope
from resolvers.session_page import Count, SessionPage
from resolvers.sessions_refused import SessionsRefused, project_not_found, project_too_large, refusal_of
from resolvers.sessions_request import DEFAULT_PAGE_SIZE, SessionsRequest

PROJECT_LIMIT = 10_000
"""How many sessions a project may hold to be listed whole, unless a setting says otherwise."""


@dataclass(frozen=True, slots=True)
class SessionNotFound:
    """The caller sees no such session: unknown, deleted and somebody else's are one and the same answer."""

    session_id: str
    message: str = "No session with this id: it is unknown, was deleted, or is not yours in this app."


class Directory:
    """Answers which sessions a caller sees. StoreUnavailableError when the database fails.

    `attributes` are those of the sessions that will be read: the others may be None.
    """

    def __init__(self, sessions: SessionRepository, *, project_limit: int = PROJECT_LIMIT) -> None:
        self._sessions = sessions
        self._project_limit = project_limit

    async def session(
        self, caller: Caller, session_id: str, *, attributes: frozenset[str] = SESSION_ATTRIBUTES
    ) -> Session | SessionNotFound:
        """One session, by one statement; none for a publisher or an id that could not be one."""
        if caller.kind is CallerKind.PUBLISHER or not is_identifier(session_id):
            return SessionNotFound(session_id)
        found = await self._sessions.session(caller, session_id, attributes=attributes)
        return SessionNotFound(session_id) if found is None else found

    async def sessions(
        self, request: SessionsRequest, *, attributes: frozenset[str] = SESSION_ATTRIBUTES
    ) -> SessionPage | SessionsRefused:
        """The page asked for, by one statement whatever it holds; or the first refusal that applies."""
        refused = refusal_of(request)
        if refused is not None:
            return refused
        if request.scope is SessionScope.ALL:
            return await self._page(request, attributes)
        return await self._page_of_project(request, attributes)

    async def _page(self, request: SessionsRequest, attributes: frozenset[str]) -> SessionPage:
        size = DEFAULT_PAGE_SIZE if request.first is None else request.first
        place = _place(request)
        found = await self._sessions.page(
            request.caller, offset=request.offset, after=place, limit=size + 1, attributes=attributes
        )
        return _cut(request, found, size, Count(lambda: self._sessions.count(request.caller)))

    async def _page_of_project(
        self, request: SessionsRequest, attributes: frozenset[str]
    ) -> SessionPage | SessionsRefused:
        project_id = request.current_project_id
        if not is_identifier(project_id):
            return project_not_found(request)
        size = self._project_limit if request.first is None else request.first
        place = _place(request)
        found = await self._sessions.page_of_project(
            request.caller, project_id, after=place, limit=size + 1, attributes=attributes
        )
        if found is None:
            return project_not_found(request)
        if request.first is None and len(found) > size:
            return project_too_large(size)
        return _cut(request, found, size, Count(lambda: self._sessions.count_of_project(request.caller, project_id)))


def _place(request: SessionsRequest) -> Position | None:
    return None if request.cursor is None else request.cursor.position


def _cut(request: SessionsRequest, found: Sequence[Session], size: int, count: Count) -> SessionPage:
    """The page of what was found: one row more was asked for, to know whether there is another page."""
    return SessionPage(
        listing=request.listing,
        offset=request.offset if request.after is None else None,
        nodes=found[:size],
        has_next_page=len(found) > size,
        total_count=count,
    )
