"""Cursors: a place in one listing, as opaque text."""

import base64
import struct
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from typing import NamedTuple, Self

from data.identifier import MAX_CODE_POINTS, is_identifier
from data.session import Position
from resolvers.listing import Listing, SessionScope

# Version, whether a project follows, microseconds since 1970, bytes of the session's id. Then the id, the project's id,
# and a check value over all of it.
_HEAD = struct.Struct(">B?qH")
_VERSION = 1
_CHECK_BYTES = 8
_MAX_BYTES = _HEAD.size + 2 * 4 * MAX_CODE_POINTS + _CHECK_BYTES
_MAX_CHARACTERS = -(-_MAX_BYTES * 4 // 3)

_CHECK = blake2b(digest_size=_CHECK_BYTES, person=b"session-cursor")

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class CursorError(ValueError):
    """The text is no cursor."""


class Cursor(NamedTuple):
    """A place in one listing; no capability (rules.md, section 2).

    It names everything it needs, so it lives across restarts and machines and outlives its own row. The check value has
    no key: it tells a damaged cursor, not a forged one, and a forged one shows its bearer nothing but their own rows.
    """

    listing: Listing
    position: Position

    def encode(self) -> str:
        """The one text of this cursor: URL-safe, without padding."""
        session_id = self.position.session_id.encode()
        project_id = self.listing.project_id
        microseconds = (self.position.last_activity_at - _EPOCH) // _MICROSECOND
        head = _HEAD.pack(_VERSION, project_id is not None, microseconds, len(session_id))
        body = head + session_id + (project_id or "").encode()
        return base64.urlsafe_b64encode(body + _check(body)).rstrip(b"=").decode()

    @classmethod
    def decode(cls, text: str) -> Self:
        """The cursor that `encode` made `text` of. CursorError for every other text, however close to one."""
        try:
            cursor = cls._unpack(_bytes(text))
        except (ValueError, OverflowError, struct.error):
            raise CursorError("not made here") from None
        # Version, check value and every spare bit are compared here, at once.
        if cursor.encode() != text:
            raise CursorError("damaged")
        return cursor

    @classmethod
    def _unpack(cls, packed: bytes) -> Self:
        _version, of_project, microseconds, id_bytes = _HEAD.unpack_from(packed)
        ids = packed[_HEAD.size : -_CHECK_BYTES]
        position = Position(_EPOCH + microseconds * _MICROSECOND, _identifier(ids[:id_bytes]))
        if of_project:
            return cls(Listing(SessionScope.PROJECT, _identifier(ids[id_bytes:])), position)
        return cls(Listing(SessionScope.ALL), position)


def _bytes(text: str) -> bytes:
    if len(text) > _MAX_CHARACTERS:
        raise ValueError("longer than any cursor")
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _identifier(utf_8: bytes) -> str:
    text = utf_8.decode()
    if not is_identifier(text):
        raise ValueError("no id")
    return text


def _check(body: bytes) -> bytes:
    check = _CHECK.copy()
    check.update(body)
    return check.digest()
