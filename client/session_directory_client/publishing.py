"""What became of a published batch."""

from dataclasses import dataclass
from typing import TypeAlias

from session_directory_client.fields import Fields, integer, items, optional_text, text
from session_directory_client.union import Readers, UnknownAnswer, read_member, read_unknown


@dataclass(frozen=True, slots=True)
class Published:
    """The batch is stored. `stale` records were older than what is stored, which was left as it was."""

    accepted: int
    stale: int


@dataclass(frozen=True, slots=True)
class RecordProblem:
    """What is wrong with a record: its position in the batch from 0, and the field."""

    index: int
    field: str | None
    message: str


@dataclass(frozen=True, slots=True)
class PublishRefused:
    """Nothing of the batch is stored."""

    message: str
    problems: tuple[RecordProblem, ...]


PublishResult: TypeAlias = Published | PublishRefused | UnknownAnswer


def read_publish(fields: Fields) -> PublishResult:
    """Of `PublishResult`."""
    return read_member(fields, _READERS, read_unknown)


def _published(fields: Fields) -> Published:
    return Published(accepted=integer(fields, "accepted"), stale=integer(fields, "stale"))


def _refused(fields: Fields) -> PublishRefused:
    return PublishRefused(message=text(fields, "message"), problems=items(_problem, fields, "problems"))


def _problem(fields: Fields) -> RecordProblem:
    return RecordProblem(
        index=integer(fields, "index"), field=optional_text(fields, "field"), message=text(fields, "message")
    )


_READERS: Readers[PublishResult] = {"Published": _published, "PublishRefused": _refused}
