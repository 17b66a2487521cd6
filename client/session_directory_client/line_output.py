"""Answers as lines for other programs: a session a line, its values with tabs between them, without a head."""

from session_directory_client.bound_sessions import BoundSession
from session_directory_client.sessions import Session, SessionConnection
from session_directory_client.terminal_text import harmless


def sessions_text(page: SessionConnection) -> str:
    """A line for each session."""
    return "".join(map(_line, page.nodes))


def bound_session_text(bound: BoundSession) -> str:
    """The line of its session."""
    return _line(bound.session)


def _line(session: Session) -> str:
    turn = session.current_turn
    values = (
        session.id,
        session.last_activity_at.isoformat(),
        session.status,
        turn.status if turn else "",
        turn.waiting_for or "" if turn else "",
        session.project_id,
        session.path,
        session.title or "",
    )
    return "\t".join(map(harmless, values)) + "\n"
