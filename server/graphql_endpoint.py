"""POST /graphql: method, token, rate, content type, size and form are checked in this order (operations.md)."""

import asyncio
from contextlib import suppress
from functools import partial
from time import perf_counter
from typing import Any

from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from data.caller import Caller, CallerKind
from data.errors import StoreUnavailableError
from data.time_limit import TimeLimit
from server.answers import ErrorCode, JSONAnswer, RefusedError, error_entry, json_answer
from server.authentication import Authentication, UnauthenticatedError
from server.graphql_errors import store_error, timeout_error, unexpected_error
from server.graphql_execution import GraphQLAnswer, GraphQLExecution
from server.keys import KeysUnavailableError
from server.limits import Limits
from server.metrics import Metrics
from server.negotiation import GRAPHQL_MEDIA_TYPE, answer_media_type
from server.rate import Rate
from server.request_body import check_content_type, read_body, read_request
from server.request_headers import RequestHeaders
from server.services import Services

MOST_BODY_BYTES = 256 * 1024
MOST_PUBLISHED_BYTES = 4 * 1024 * 1024

_STOPPING = error_entry(ErrorCode.TIMEOUT, "The server stops and the request took too long. Ask again.")

_UNAVAILABLE = {ErrorCode.BUSY.value, ErrorCode.STORE_UNAVAILABLE.value}


class GraphQLEndpoint:
    """The endpoint as an ASGI application."""

    def __init__(self, execution: GraphQLExecution, limits: Limits, metrics: Metrics) -> None:
        self._execution = execution
        self._metrics = metrics
        self._seconds = limits.seconds
        self._time_limit = TimeLimit(limits.seconds)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, whatever it is."""
        started = perf_counter()
        answer = await self._answer(scope, receive)
        self._metrics.answered(answer.status_code, perf_counter() - started)
        with suppress(asyncio.CancelledError):  # the server stops, and the client did not read
            await answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive) -> Response | JSONAnswer:
        try:
            return await self._execute(scope, receive)
        except RefusedError as refused:
            self._metrics.refused(refused.code.value)
            return refused.answer()
        except StoreUnavailableError as error:
            return self._failed(store_error(error), 503)
        except ClientDisconnect:
            return Response(status_code=400)  # nobody is left to read it
        except asyncio.CancelledError as error:
            # Requests are cancelled when a stop has waited for them long enough.
            task = asyncio.current_task()
            is_stopping = task is not None and task.cancelling() > 0
            return self._failed(_STOPPING, 503) if is_stopping else self._failed(unexpected_error(error), 500)
        except Exception as error:  # noqa: BLE001 - nothing of a defect may reach the client or the log
            return self._failed(unexpected_error(error), 500)

    def _failed(self, error: dict[str, Any], status: int) -> Response:
        self._metrics.refused(error["extensions"]["code"])
        return json_answer({"errors": [error]}, status)

    async def _execute(self, scope: Scope, receive: Receive) -> Response | JSONAnswer:
        if scope["method"] != "POST":
            raise RefusedError(405, ErrorCode.METHOD_NOT_ALLOWED, "Send POST.", {"Allow": "POST"})
        services: Services = scope["state"]["services"]
        headers = RequestHeaders(scope["headers"])
        coming, request = False, None
        try:
            with self._time_limit.block():
                caller = await _caller(headers, services.authentication)
                if services.rate is not None:
                    _check_rate(services.rate, caller)
                check_content_type(headers)
                most = MOST_PUBLISHED_BYTES if caller.kind is CallerKind.PUBLISHER else MOST_BODY_BYTES
                charge = partial(_charge, services.rate, caller) if services.rate is not None else _nothing
                coming = True
                request = read_request(await read_body(headers, receive, most=most))
                coming = False
                answer = await self._execution.answer(request, services.context(caller), charge)
        except TimeoutError:
            if coming:
                raise RefusedError(408, ErrorCode.TIMEOUT, "The body took too long to come.") from None
            return self._failed(timeout_error(self._seconds, request and request.document), 503)
        for code in answer.codes:
            self._metrics.refused(code)
        return _negotiated(answer, headers)


async def _caller(headers: RequestHeaders, authentication: Authentication) -> Caller:
    try:
        return await authentication.caller(headers.authorization)
    except UnauthenticatedError:
        raise RefusedError(
            401, ErrorCode.UNAUTHENTICATED, "Send a valid bearer token.", {"WWW-Authenticate": "Bearer"}
        ) from None
    except KeysUnavailableError:
        raise RefusedError(
            503, ErrorCode.KEYS_UNAVAILABLE, "Tokens cannot be checked now. Try again shortly."
        ) from None


def _check_rate(rate: Rate, caller: Caller) -> None:
    seconds = rate.wait(caller)
    if seconds:
        message = f"You have asked for too much. Ask again in {seconds} s (limit: rate)."
        headers = {"Retry-After": str(seconds)}
        raise RefusedError(429, ErrorCode.RATE_LIMITED, message, headers, limit="rate", maximum=rate.per_second)


def _charge(rate: Rate, caller: Caller, cost: int) -> None:
    """Of requests that came at once, each with something in the bucket, the first may have emptied it."""
    _check_rate(rate, caller)
    rate.charge(caller, cost)


def _nothing(_cost: int) -> None:
    """Callers may ask as much as they like."""


def _negotiated(answer: GraphQLAnswer, headers: RequestHeaders) -> JSONAnswer:
    """The status and media type that GraphQL over HTTP wants for what the client accepts."""
    media_type = answer_media_type(headers.accept)
    if answer.codes & _UNAVAILABLE:
        status = 503
    elif "data" not in answer.members and media_type == GRAPHQL_MEDIA_TYPE:
        status = 400
    else:
        status = 200
    return JSONAnswer(answer.members, status, media_type)
