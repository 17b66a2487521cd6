"""Answers as tables for people at a terminal. Needs the extra `cli`."""

import sys
from contextlib import suppress
from datetime import datetime

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from session_directory_client.bound_sessions import BoundSession
from session_directory_client.enums import SessionScope, TurnStatus
from session_directory_client.sessions import Session, SessionConnection, Turn
from session_directory_client.terminal_text import harmless

_STYLES = {TurnStatus.WAITING: "bold yellow", TurnStatus.RUNNING: "cyan", TurnStatus.FAILED: "red"}


def sessions_text(page: SessionConnection) -> str:
    """A row for each session, and how to see more."""
    if not page.nodes:
        return "No sessions.\n"
    history = page.scope == SessionScope.ALL
    table = Table(box=SIMPLE_HEAD, caption=_caption(page), caption_justify="left")
    table.add_column("Title", overflow="fold", ratio=1)
    for head in ("Status", "Turn", *(["Project"] if history else [])):
        table.add_column(head, overflow="fold")
    table.add_column("Last activity", no_wrap=True)
    table.add_column("Session", overflow="fold")
    for session in page.nodes:
        table.add_row(
            _title(session),
            _quiet(session.status),
            _turn(session.current_turn),
            *([_plain(session.project_id)] if history else []),
            _time(session.last_activity_at),
            _plain(session.id),
        )
    return _rendered(table)


def bound_session_text(bound: BoundSession) -> str:
    """What there is to know of it, a row each."""
    grid = Table.grid("", "", padding=(0, 2))
    session = bound.session
    for name, value in (
        ("Title", _title(session)),
        ("Session", _plain(session.id)),
        ("Project", _plain(session.project_id)),
        ("Turn", _turn(session.current_turn)),
        ("Last activity", _time(session.last_activity_at)),
        ("Channel", _plain(bound.channel_id)),
        ("Goal", _plain(bound.goal_id or "")),
        ("Confirmed", _time(bound.verified_at)),
    ):
        if value:
            grid.add_row(Text(name, style="dim"), value)
    return _rendered(grid)


def _caption(page: SessionConnection) -> Text:
    more = "" if page.next_offset is None else f", more with --all --offset {page.next_offset}"
    return _quiet(f"{page.returned_count} returned{more}")


def _title(session: Session) -> Text:
    return _plain(session.title) if session.title else _quiet("untitled")


def _turn(turn: Turn | None) -> Text:
    if turn is None:
        return Text()
    waiting_for = f" for {turn.waiting_for}" if turn.waiting_for else ""
    return Text(harmless(f"{turn.status}{waiting_for}").lower(), style=_STYLES.get(turn.status, ""))


def _time(instant: datetime) -> Text:
    """In the zone of the machine."""
    with suppress(OverflowError):  # beyond the years that there are
        instant = instant.astimezone()
    return Text(instant.isoformat(" ", "minutes")[:16])


def _quiet(text: str) -> Text:
    return Text(harmless(text).lower(), style="dim")


def _plain(text: str) -> Text:
    """As it is: brackets are no markup."""
    return Text(harmless(text))


def _rendered(table: RenderableType) -> str:
    console = Console(file=sys.stdout)
    with console.capture() as captured:
        console.print(table)
    return captured.get()
