"""Sessions, and pages of them."""

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from session_directory_client.enums import SessionScope, SessionsRefusalCode, SessionStatus, TurnStatus, WaitKind
from session_directory_client.fields import (
    Fields,
    boolean,
    choice,
    instant,
    integer,
    item,
    items,
    optional_choice,
    optional_integer,
    optional_item,
    optional_text,
    text,
)
from session_directory_client.union import Readers, UnknownAnswer, read_member, read_unknown


@dataclass(frozen=True, slots=True)
class Turn:
    """The newest turn of a session. `waiting_for` is None unless `status` is WAITING."""

    id: str
    status: TurnStatus
    waiting_for: WaitKind | None


@dataclass(frozen=True, slots=True)
class Session:
    """A conversation. That it is listed is no permission to write to it."""

    id: str
    title: str | None
    path: str
    root_session_id: str
    project_id: str
    status: SessionStatus
    current_turn: Turn | None
    last_activity_at: datetime
    created_at: datetime


@dataclass(frozen=True, slots=True)
class PageInfo:
    """Where a page stands among the others."""

    has_next_page: bool
    has_previous_page: bool
    start_cursor: str | None
    end_cursor: str | None


@dataclass(frozen=True, slots=True)
class SessionConnection:
    """A page, newest activity first. `offset` is None under `after`; `next_offset` is None on the last page, for
    PROJECT and under `after`."""

    scope: SessionScope
    offset: int | None
    nodes: tuple[Session, ...]
    page_info: PageInfo
    returned_count: int
    next_offset: int | None


@dataclass(frozen=True, slots=True)
class SessionsRefused:
    """There is no page. `argument` is the one to mend."""

    code: SessionsRefusalCode
    message: str
    argument: str | None


@dataclass(frozen=True, slots=True)
class SessionNotFound:
    """Unknown, deleted and somebody else's are one and the same answer."""

    session_id: str
    message: str


SessionsResult: TypeAlias = SessionConnection | SessionsRefused | UnknownAnswer
SessionResult: TypeAlias = Session | SessionNotFound | UnknownAnswer


def read_sessions(fields: Fields) -> SessionsResult:
    """Of `SessionsResult`."""
    return read_member(fields, _SESSIONS, read_unknown)


def read_session_result(fields: Fields) -> SessionResult:
    """Of `SessionResult`."""
    return read_member(fields, _SESSION, read_unknown)


def read_session(fields: Fields) -> Session:
    """Of `Session`."""
    return Session(
        id=text(fields, "id"),
        title=optional_text(fields, "title"),
        path=text(fields, "path"),
        root_session_id=text(fields, "rootSessionId"),
        project_id=text(fields, "projectId"),
        status=choice(SessionStatus, fields, "status"),
        current_turn=optional_item(_turn, fields, "currentTurn"),
        last_activity_at=instant(fields, "lastActivityAt"),
        created_at=instant(fields, "createdAt"),
    )


def read_not_found(fields: Fields) -> SessionNotFound:
    """Of `SessionNotFound`."""
    return SessionNotFound(session_id=text(fields, "sessionId"), message=text(fields, "message"))


def _turn(fields: Fields) -> Turn:
    return Turn(
        id=text(fields, "id"),
        status=choice(TurnStatus, fields, "status"),
        waiting_for=optional_choice(WaitKind, fields, "waitingFor"),
    )


def _connection(fields: Fields) -> SessionConnection:
    return SessionConnection(
        scope=choice(SessionScope, fields, "scope"),
        offset=optional_integer(fields, "offset"),
        nodes=items(read_session, fields, "nodes"),
        page_info=item(_page_info, fields, "pageInfo"),
        returned_count=integer(fields, "returnedCount"),
        next_offset=optional_integer(fields, "nextOffset"),
    )


def _page_info(fields: Fields) -> PageInfo:
    return PageInfo(
        has_next_page=boolean(fields, "hasNextPage"),
        has_previous_page=boolean(fields, "hasPreviousPage"),
        start_cursor=optional_text(fields, "startCursor"),
        end_cursor=optional_text(fields, "endCursor"),
    )


def _refused(fields: Fields) -> SessionsRefused:
    return SessionsRefused(
        code=choice(SessionsRefusalCode, fields, "code"),
        message=text(fields, "message"),
        argument=optional_text(fields, "argument"),
    )


_SESSIONS: Readers[SessionsResult] = {"SessionConnection": _connection, "SessionsRefused": _refused}
_SESSION: Readers[SessionResult] = {"Session": read_session, "SessionNotFound": read_not_found}
