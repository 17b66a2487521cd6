"""The client for asyncio."""

import time
from collections.abc import AsyncIterator, Sequence
from types import TracebackType
from typing import Self, TypeVar

import httpx

import session_directory_client.operations as operations
from session_directory_client.attempts import PASSING_ERRORS, Attempts
from session_directory_client.bound_sessions import BoundSessionResult
from session_directory_client.caller import Caller
from session_directory_client.connection import authorization, client_options, endpoint, transport_error
from session_directory_client.credential import AsyncToken, Credential
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


class AsyncSessionDirectory:
    """As `SessionDirectory`, for one event loop. A callable `token` may be a coroutine function. `aclose` it, or use it
    in `async with`.
    """

    def __init__(self, url: str, token: AsyncToken, *, timeout: float = 30.0, attempts: int = 3) -> None:
        import asyncio  # here, for it would be a quarter of what importing the client takes those who never need it

        self._endpoint = endpoint(url)
        self._credential = Credential(token)
        self._renewing = asyncio.Lock()
        self._sleep = asyncio.sleep
        self._timeout = timeout
        self._attempts = attempts
        self._http = httpx.AsyncClient(**client_options(timeout))

    async def caller(self) -> Caller:
        """As `SessionDirectory.caller`."""
        return await self._ask(operations.caller())

    async def sessions(
        self,
        *,
        scope: SessionScope = SessionScope.PROJECT,
        offset: int = 0,
        first: int | None = None,
        after: str | None = None,
        project_id: str | None = None,
    ) -> SessionsResult:
        """As `SessionDirectory.sessions`."""
        return await self._ask(operations.sessions(scope, offset, first, after, project_id))

    async def iter_sessions(
        self, *, scope: SessionScope = SessionScope.PROJECT, project_id: str | None = None
    ) -> AsyncIterator[Session]:
        """As `SessionDirectory.iter_sessions`."""
        walk = Walk(scope, project_id)
        while walk.operation is not None:
            for session in walk.take(await self._ask(walk.operation)):
                yield session

    async def session(self, session_id: str) -> SessionResult:
        """As `SessionDirectory.session`."""
        return await self._ask(operations.session(session_id))

    async def bound_session(self, conversation_binding_id: str) -> BoundSessionResult:
        """As `SessionDirectory.bound_session`."""
        return await self._ask(operations.bound_session(conversation_binding_id))

    async def session_tree(self, session_id: str) -> SessionTreeResult:
        """As `SessionDirectory.session_tree`."""
        return await self._ask(operations.session_tree(session_id))

    async def publish(self, records: Sequence[RecordInput]) -> PublishResult:
        """As `SessionDirectory.publish`."""
        return await self._ask(operations.publish(records))

    async def aclose(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _traceback: TracebackType | None
    ) -> None:
        await self.aclose()

    async def _ask(self, operation: Operation[T]) -> T:
        content = operation.content()
        attempts = Attempts(self._attempts, repeatable=operation.repeatable, renewable=self._credential.renewable)
        token = await self._token()
        while True:
            try:
                return operation.answer((await self._send(content, token)).data())
            except UnauthenticatedError as error:
                attempts.renew(error)
                token = await self._token(refused=token)
            except PASSING_ERRORS as error:
                await self._sleep(attempts.pause(error))

    async def _token(self, refused: str | None = None) -> str:
        async with self._renewing:
            token = self._credential.current(refused)
            if token is None:
                renewed = self._credential.renewal()
                token = self._credential.keep(renewed if isinstance(renewed, str) else await renewed)
            return token

    async def _send(self, content: bytes, token: str) -> Reply:
        until = time.monotonic() + self._timeout
        try:
            async with self._http.stream(
                "POST", self._endpoint, content=content, headers=authorization(token)
            ) as response:
                body = ReplyBody(response.headers, until)
                async for piece in response.aiter_raw():
                    body.add(piece)
        except httpx.TransportError as error:
            raise transport_error(error) from error
        return Reply(response.status_code, response.headers, body.content())
