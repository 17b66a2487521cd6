"""The whole of a scope, page by page."""

from session_directory_client.enums import SessionScope
from session_directory_client.errors import SchemaMismatchError, SessionDirectoryError
from session_directory_client.operations import Operation, sessions
from session_directory_client.sessions import PageInfo, Session, SessionConnection, SessionsRefused, SessionsResult
from session_directory_client.union import UnknownAnswer

_LARGEST_PAGE_OF_ALL = 10
_PAGE_OF_PROJECT = 200


class RefusedError(SessionDirectoryError):
    """The walk met a refusal, which an iterator has no other way to tell. `refusal` is the answer."""

    def __init__(self, refusal: SessionsRefused | UnknownAnswer) -> None:
        super().__init__(refusal.message or "an answer that this client does not know")
        self.refusal = refusal


class Walk:
    """Asks by cursor, so that no session comes twice. `operation` is what to ask next, and None at the end."""

    def __init__(self, scope: SessionScope, project_id: str | None) -> None:
        self._scope = scope
        self._project_id = project_id
        self._after: str | None = None
        self._seen = set[str]()
        self.operation: Operation[SessionsResult] | None = self._page()

    def take(self, answer: SessionsResult) -> tuple[Session, ...]:
        """The sessions of the page that was asked for. RefusedError where there is no page."""
        if not isinstance(answer, SessionConnection):
            raise RefusedError(answer)
        self.operation = self._page_behind(answer.page_info)
        return answer.nodes

    def _page_behind(self, page: PageInfo) -> Operation[SessionsResult] | None:
        if not page.has_next_page:
            return None
        if page.end_cursor is None or page.end_cursor in self._seen:
            raise SchemaMismatchError("the answer has a next page and no cursor that leads there")
        self._seen.add(page.end_cursor)
        self._after = page.end_cursor
        return self._page()

    def _page(self) -> Operation[SessionsResult]:
        first = _LARGEST_PAGE_OF_ALL if self._scope == SessionScope.ALL else _PAGE_OF_PROJECT
        return sessions(self._scope, first=first, after=self._after, project_id=self._project_id)
