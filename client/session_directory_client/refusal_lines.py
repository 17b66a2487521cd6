"""What a person is told of a refusal: what is wrong, and the next step."""

from collections.abc import Iterator
from typing import TypeAlias

from session_directory_client.bound_sessions import BindingChanged, BindingRefusal, UnknownBindingAnswer
from session_directory_client.sessions import SessionsRefused
from session_directory_client.union import UnknownAnswer

CommandRefusal: TypeAlias = SessionsRefused | BindingRefusal | UnknownAnswer | UnknownBindingAnswer

_OPTIONS = {"projectId": "--project", "offset": "--offset"}


def refusal_lines(refusal: CommandRefusal) -> Iterator[str]:
    """One line to three."""
    if isinstance(refusal, SessionsRefused):
        yield f"refused: {refusal.code}: {refusal.message}"
        if refusal.argument is not None:
            yield f"next step: mend {_OPTIONS.get(refusal.argument, refusal.argument)}"
    elif isinstance(refusal, BindingRefusal):
        yield f"refused: {type(refusal).__name__}: {refusal.message}"
        yield f"next step: {refusal.next_step}"
        if isinstance(refusal, BindingChanged) and refusal.replaced_by:
            yield f"replaced by: {refusal.replaced_by}"
    else:
        yield f"refused: {refusal.typename}: {refusal.message or 'an answer that this version does not know'}"
        next_step = refusal.next_step if isinstance(refusal, UnknownBindingAnswer) else None
        yield f"next step: {next_step or 'update session-directory-client'}"
