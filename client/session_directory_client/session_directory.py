"""The client for ordinary code."""

import threading
import time
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Self, TypeVar, cast

import httpx

import session_directory_client.operations as operations
from session_directory_client.attempts import PASSING_ERRORS, Attempts
from session_directory_client.bound_sessions import BoundSessionResult
from session_directory_client.caller import Caller
from session_directory_client.connection import authorization, client_options, endpoint, transport_error
from session_directory_client.credential import Credential, Token
from session_directory_client.enums import SessionScope
from session_directory_client.errors import UnauthenticatedError
from session_directory_client.operations import Operation
from session_directory_client.publishing import PublishResult
from session_directory_client.records import RecordInput
from session_directory_client.reply import Reply, ReplyBody
from session_directory_client.session_tree import SessionTreeResult
from session_directory_client.sessions import Session, SessionResult, SessionsResult
from session_directory_client.walk import Walk

T = TypeVar("T")


class SessionDirectory:
    """The directory at `url` (`https://directory.example`), asked with `token`: a bearer token, or a callable that
    gives one, which is called again once when the directory refuses it.

    `timeout` is in seconds, for each attempt; a bound session may take the ten that its provider is given. `attempts`
    is how often a question is asked at most, where the connection fails or the directory answers 429 or 503; a batch
    is published once. Keep one client, which threads may share, for its connections; `close` it, or use it in `with`.

    Every method raises SessionDirectoryError where there is no answer; refusals are answers. ValueError for an address
    or a token that could be none.
    """

    def __init__(self, url: str, token: Token, *, timeout: float = 30.0, attempts: int = 3) -> None:
        self._endpoint = endpoint(url)
        self._credential = Credential(token)
        self._renewing = threading.Lock()
        self._timeout = timeout
        self._attempts = attempts
        self._http = httpx.Client(**client_options(timeout))

    def caller(self) -> Caller:
        """Who asks, as the directory confirmed it."""
        return self._ask(operations.caller())

    def sessions(
        self,
        *,
        scope: SessionScope = SessionScope.PROJECT,
        offset: int = 0,
        first: int | None = None,
        after: str | None = None,
        project_id: str | None = None,
    ) -> SessionsResult:
        """A page, newest activity first: of PROJECT all sessions unless `first` is given, of ALL ten at most.

        `offset` (ALL) reads the order as it is now; `after` is a cursor, and never repeats a session.
        """
        return self._ask(operations.sessions(scope, offset, first, after, project_id))

    def iter_sessions(
        self, *, scope: SessionScope = SessionScope.PROJECT, project_id: str | None = None
    ) -> Iterator[Session]:
        """Every session of a scope, walked by cursor. RefusedError, with the refusal, where the directory refuses."""
        walk = Walk(scope, project_id)
        while walk.operation is not None:
            yield from walk.take(self._ask(walk.operation))

    def session(self, session_id: str) -> SessionResult:
        """One session."""
        return self._ask(operations.session(session_id))

    def bound_session(self, conversation_binding_id: str) -> BoundSessionResult:
        """The one open session that continues a private conversation, or why there is none to be trusted."""
        return self._ask(operations.bound_session(conversation_binding_id))

    def session_tree(self, session_id: str) -> SessionTreeResult:
        """The whole tree around a session with its runs and queues. For people, never for runs."""
        return self._ask(operations.session_tree(session_id))

    def publish(self, records: Sequence[RecordInput]) -> PublishResult:
        """Store a batch of at most 500 records, all or none, with a publisher's token. It is sent once; the same batch
        again changes nothing."""
        return self._ask(operations.publish(records))

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _traceback: TracebackType | None
    ) -> None:
        self.close()

    def _ask(self, operation: Operation[T]) -> T:
        content = operation.content()
        attempts = Attempts(self._attempts, repeatable=operation.repeatable, renewable=self._credential.renewable)
        token = self._token()
        while True:
            try:
                return operation.answer(self._send(content, token).data())
            except UnauthenticatedError as error:
                attempts.renew(error)
                token = self._token(refused=token)
            except PASSING_ERRORS as error:
                time.sleep(attempts.pause(error))

    def _token(self, refused: str | None = None) -> str:
        with self._renewing:
            token = self._credential.current(refused)
            if token is None:
                token = self._credential.keep(cast(str, self._credential.renewal()))
            return token

    def _send(self, content: bytes, token: str) -> Reply:
        until = time.monotonic() + self._timeout
        try:
            with self._http.stream("POST", self._endpoint, content=content, headers=authorization(token)) as response:
                body = ReplyBody(response.headers, until)
                for piece in response.iter_raw():
                    body.add(piece)
        except httpx.TransportError as error:
            raise transport_error(error) from error
        return Reply(response.status_code, response.headers, body.content())
