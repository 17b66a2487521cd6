"""What can be asked: variables in, a checked answer out, and no I/O.

An answer that belongs to another question is EchoMismatchError, whatever else it says.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

from session_directory_client.bound_sessions import BoundSessionResult, read_bound_session
from session_directory_client.caller import Caller, read_caller
from session_directory_client.documents import BOUND_SESSION, CALLER, PUBLISH, SESSION, SESSION_TREE, SESSIONS
from session_directory_client.enums import SessionScope
from session_directory_client.errors import EchoMismatchError
from session_directory_client.fields import Fields, item
from session_directory_client.publishing import Published, PublishResult, read_publish
from session_directory_client.records import RecordInput
from session_directory_client.session_tree import SessionTree, SessionTreeResult, read_session_tree
from session_directory_client.sessions import (
    Session,
    SessionConnection,
    SessionNotFound,
    SessionResult,
    SessionsResult,
    read_session_result,
    read_sessions,
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Operation(Generic[T]):
    """A document with its variables. `repeatable`: asking twice is the same as asking once."""

    document: str
    root_field: str
    variables: Mapping[str, object]
    read: Callable[[Fields], T]
    check: Callable[[T], None]
    repeatable: bool = True

    def content(self) -> bytes:
        """The body of the request."""
        return json.dumps({"query": self.document, "variables": self.variables}, default=_as_text).encode()

    def answer(self, data: Fields) -> T:
        """The answer in `data`. SchemaMismatchError and EchoMismatchError where there is none."""
        answer = item(self.read, data, self.root_field)
        self.check(answer)
        return answer


def caller() -> Operation[Caller]:
    """Who asks."""
    return Operation(CALLER, "caller", {}, read_caller, _anything)


def sessions(
    scope: SessionScope = SessionScope.PROJECT,
    offset: int = 0,
    first: int | None = None,
    after: str | None = None,
    project_id: str | None = None,
) -> Operation[SessionsResult]:
    """A page of sessions."""
    variables = {"scope": scope, "offset": offset, "first": first, "after": after, "projectId": project_id}

    def check(answer: SessionsResult) -> None:
        if not isinstance(answer, SessionConnection):
            return
        _check_echo("scope", scope, answer.scope)
        _check_echo("offset", None if after is not None else offset, answer.offset)
        _check_echo("count", answer.returned_count, len(answer.nodes))
        if project_id is not None and any(node.project_id != project_id for node in answer.nodes):
            raise EchoMismatchError("the answer has sessions of another project than was asked for")

    return Operation(SESSIONS, "sessions", variables, read_sessions, check)


def session(session_id: str) -> Operation[SessionResult]:
    """One session."""

    def check(answer: SessionResult) -> None:
        if isinstance(answer, Session):
            _check_echo("session", session_id, answer.id)
        if isinstance(answer, SessionNotFound):
            _check_echo("session", session_id, answer.session_id)

    return Operation(SESSION, "session", {"id": session_id}, read_session_result, check)


def bound_session(conversation_binding_id: str) -> Operation[BoundSessionResult]:
    """The session that continues a private conversation."""

    def check(answer: BoundSessionResult) -> None:
        # A member that is not known may be no refusal, and is then shown without its id.
        if answer.conversation_binding_id is not None:
            _check_echo("binding", conversation_binding_id, answer.conversation_binding_id)

    variables = {"conversationBindingId": conversation_binding_id}
    return Operation(BOUND_SESSION, "boundSession", variables, read_bound_session, check)


def session_tree(session_id: str) -> Operation[SessionTreeResult]:
    """The tree around a session."""

    def check(answer: SessionTreeResult) -> None:
        if isinstance(answer, SessionTree) and all(node.session.id != session_id for node in answer.nodes):
            raise EchoMismatchError("the answer is a tree without the session that was asked for")
        if isinstance(answer, SessionNotFound):
            _check_echo("session", session_id, answer.session_id)

    return Operation(SESSION_TREE, "sessionTree", {"sessionId": session_id}, read_session_tree, check)


def publish(records: Sequence[RecordInput]) -> Operation[PublishResult]:
    """Store a batch."""

    def check(answer: PublishResult) -> None:
        if isinstance(answer, Published):
            _check_echo("number of records", len(records), answer.accepted + answer.stale)

    return Operation(PUBLISH, "publish", {"records": list(records)}, read_publish, check, repeatable=False)


def _check_echo(what: str, asked: object, answered: object) -> None:
    if answered != asked:
        raise EchoMismatchError(f"the answer is for another {what} than was asked for")


def _anything(_answer: object) -> None:
    """Nothing to compare."""


def _as_text(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} is no value of a record")
