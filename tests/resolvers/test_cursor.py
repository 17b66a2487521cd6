"""Cursors: opaque, canonical, self-contained."""

import base64
import re
from datetime import UTC, datetime, timedelta
from hashlib import blake2b

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.identifier import MAX_CODE_POINTS, is_identifier
from data.session import Position
from resolvers.cursor import Cursor, CursorError
from resolvers.listing import Listing, SessionScope

ALL = Listing(SessionScope.ALL)
INSTANT = datetime(2026, 11, 30, 17, 55, 25, 145076, tzinfo=UTC)

identifiers = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=MAX_CODE_POINTS).filter(
    is_identifier
)
instants = st.datetimes(timezones=st.just(UTC))
listings = st.just(ALL) | identifiers.map(lambda project_id: Listing(SessionScope.PROJECT, project_id))
cursors = st.builds(Cursor, listings, st.builds(Position, instants, identifiers))
without_deadline = settings(deadline=None)


def sealed(body: bytes) -> str:
    """Any content at all as a cursor whose check value is right."""
    check = blake2b(body, digest_size=8, person=b"session-cursor").digest()
    return base64.urlsafe_b64encode(body + check).rstrip(b"=").decode()


def body_of(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))[:-8]


@without_deadline
@given(cursors)
def test_a_cursor_comes_back_as_it_was(cursor: Cursor) -> None:
    assert Cursor.decode(cursor.encode()) == cursor


@without_deadline
@given(cursors)
def test_a_cursor_is_url_safe_without_padding(cursor: Cursor) -> None:
    assert re.fullmatch(r"[A-Za-z0-9_-]+", cursor.encode())


def test_a_cursor_lives_across_versions_of_the_program() -> None:
    whole_history = Cursor(ALL, Position(INSTANT, "é😀"))
    of_a_project = Cursor(Listing(SessionScope.PROJECT, "garden"), Position(INSTANT, "roses"))
    assert whole_history.encode() == "AQAABmGCHUez9AAGw6nwn5iAGTmqZqoOAZE"
    assert of_a_project.encode() == "AQEABmGCHUez9AAFcm9zZXNnYXJkZW522_SMMz1MLg"


@pytest.mark.parametrize("instant", [datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)])
def test_the_longest_ids_and_the_furthest_instants_fit(instant: datetime) -> None:
    longest = "😀" * MAX_CODE_POINTS
    cursor = Cursor(Listing(SessionScope.PROJECT, longest), Position(instant, longest))
    assert Cursor.decode(cursor.encode()) == cursor


@pytest.mark.parametrize("listing", [ALL, Listing(SessionScope.PROJECT, "garden")])
def test_every_change_of_one_character_is_refused(listing: Listing) -> None:
    text = Cursor(listing, Position(INSTANT, "roses")).encode()
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/= é\n\x00"
    changed = {text[:at] + character + text[at + 1 :] for at in range(len(text)) for character in alphabet}
    inserted = {text[:at] + character + text[at:] for at in range(len(text) + 1) for character in alphabet}
    shortened = {text[:at] + text[at + 1 :] for at in range(len(text))} | {text[:at] for at in range(len(text))}
    for other in (changed | inserted | shortened) - {text}:
        with pytest.raises(CursorError):
            Cursor.decode(other)


@without_deadline
@given(st.text() | st.binary().map(sealed))
def test_whatever_is_no_cursor_is_refused(text: str) -> None:
    try:
        cursor = Cursor.decode(text)
    except CursorError:
        return
    assert cursor.encode() == text


@without_deadline
@given(cursors, st.data())
def test_a_forged_check_value_makes_no_second_text_for_a_cursor(cursor: Cursor, data: st.DataObject) -> None:
    body = bytearray(body_of(cursor.encode()))
    body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
    try:
        forged = Cursor.decode(sealed(bytes(body)))
    except CursorError:
        return
    assert forged.encode() == sealed(bytes(body))


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(body_of(Cursor(ALL, Position(INSTANT, "roses")).encode()) + b"more", id="more than a cursor"),
        pytest.param(b"\x02" + body_of(Cursor(ALL, Position(INSTANT, "roses")).encode())[1:], id="another version"),
        pytest.param(b"\x01\x00" + (2**62).to_bytes(8) + b"\x00\x01a", id="an instant after every year"),
        pytest.param(b"\x01\x00" + bytes(8) + b"\x00\x00", id="an empty id"),
        pytest.param(b"\x01\x00" + bytes(8) + b"\x00\x01\x00", id="an id with NUL"),
        pytest.param(b"\x01\x00" + bytes(8) + b"\x00\x01\xff", id="an id that is no UTF-8"),
        pytest.param(b"\x01\x00" + bytes(8) + b"\x00\x09abc", id="an id that is cut"),
        pytest.param(b"\x01\x01" + bytes(8) + b"\x00\x01a", id="PROJECT without a project"),
        pytest.param(b"\x01\x00" + bytes(8) + b"\x00\x01a" + b"garden", id="ALL with a project"),
    ],
)
def test_a_forged_cursor_that_no_listing_could_give_is_refused(body: bytes) -> None:
    with pytest.raises(CursorError):
        Cursor.decode(sealed(body))


def test_a_text_longer_than_any_cursor_is_refused() -> None:
    with pytest.raises(CursorError):
        Cursor.decode("A" * 1_000_000)


@without_deadline
@given(instants, st.timedeltas(timedelta(microseconds=1), timedelta(days=1)))
def test_microseconds_survive(instant: datetime, later: timedelta) -> None:
    if instant > datetime.max.replace(tzinfo=UTC) - later:
        return
    first, second = (Cursor(ALL, Position(at, "roses")).encode() for at in (instant, instant + later))
    assert Cursor.decode(second).position.last_activity_at - Cursor.decode(first).position.last_activity_at == later
