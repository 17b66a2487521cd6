"""What a client makes of answers that it cannot use: each has its own exception, and shows nothing of itself."""

import gzip
import json
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from session_directory_client import (
    AnswerTooLargeError,
    EchoMismatchError,
    GraphQLError,
    IncompleteAnswerError,
    NotGraphQLError,
    RateLimitedError,
    RedirectError,
    SchemaMismatchError,
    SessionDirectory,
    SessionDirectoryError,
    SessionScope,
    StatusError,
    UnauthenticatedError,
    UnavailableError,
)
from tests.client.conftest import Opening
from tests.client.planted import PAGE, PAGE_INFO, SESSION, bound, page, session, tree
from tests.providers.loopback import Answering, Loopback, endless, raw, reply, silence

Asking: TypeAlias = Callable[[SessionDirectory], object]


def asks_page(directory: SessionDirectory) -> object:
    return directory.sessions()


def asks_all(directory: SessionDirectory) -> object:
    return directory.sessions(scope=SessionScope.ALL, offset=7)


def asks_after(directory: SessionDirectory) -> object:
    return directory.sessions(after="a cursor")


def asks_garden(directory: SessionDirectory) -> object:
    return directory.sessions(project_id="garden")


def asks_session(directory: SessionDirectory) -> object:
    return directory.session("roses")


def asks_binding(directory: SessionDirectory) -> object:
    return directory.bound_session("bind")


def asks_tree(directory: SessionDirectory) -> object:
    return directory.session_tree("roses")


def publishes(directory: SessionDirectory) -> object:
    return directory.publish([{"project": {"userId": "ada", "appId": "desk", "id": "garden"}}])


def without(answer: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in answer.items() if key != name}


OTHER_QUESTIONS: dict[str, tuple[Asking, dict[str, Any]]] = {
    "another binding": (asks_binding, bound(conversationBindingId="planted")),
    "a refusal for another binding": (
        asks_binding,
        {
            "data": {
                "boundSession": {
                    "__typename": "BindingNotPrivate",
                    "conversationBindingId": "planted",
                    "message": "planted",
                    "nextStep": "RETRY",
                }
            }
        },
    ),
    "an unknown member for another binding": (
        asks_binding,
        {"data": {"boundSession": {"__typename": "Planted", "conversationBindingId": "planted"}}},
    ),
    "the history for the project": (asks_page, page(scope="ALL")),
    "the project for the history": (asks_all, page(offset=7)),
    "an unknown scope": (asks_page, page(scope="PLANTED")),
    "another offset": (asks_all, page(scope="ALL", offset=0)),
    "an offset under a cursor": (asks_after, page()),
    "no offset": (asks_page, page(offset=None)),
    "fewer sessions than returned": (asks_page, page(nodes=[])),
    "another project": (asks_garden, page(nodes=[SESSION | {"projectId": "planted"}])),
    "another session": (asks_session, session()),
    "another session that is not found": (
        asks_session,
        {"data": {"session": {"__typename": "SessionNotFound", "sessionId": "planted", "message": "planted"}}},
    ),
    "a tree without the session": (asks_tree, tree("planted")),
    "another number of records": (
        publishes,
        {"data": {"publish": {"__typename": "Published", "accepted": 7, "stale": 0}}},
    ),
}

NOT_AS_THE_SCHEMA_SAYS: dict[str, Any] = {
    "no data": {},
    "null for data": {"data": None},
    "a list for data": {"data": []},
    "null for the root field": {"data": {"sessions": None}},
    "no root field": {"data": {"planted": PAGE}},
    "a number for the type": page(__typename=7),
    "null for the scope": page(scope=None),
    "null for nodes": page(nodes=None),
    "null among nodes": page(nodes=[None]),
    "an object for nodes": page(nodes={"planted": SESSION}),
    "null for pageInfo": page(pageInfo=None),
    "text for hasNextPage": page(pageInfo=PAGE_INFO | {"hasNextPage": "planted"}),
    "true for a number": page(returnedCount=True),
    "a fraction for a number": page(offset=0.5),
    **{
        f"null for the session's {name}": page(nodes=[SESSION | {name: None}])
        for name in sorted(SESSION.keys() - {"title", "currentTurn"})
    },
    **{f"no {name} in a session": page(nodes=[without(SESSION, name)]) for name in ("id", "status", "path")},
    "a number for the title": page(nodes=[SESSION | {"title": 7}]),
    "null for the turn's status": page(nodes=[SESSION | {"currentTurn": {"id": "planted", "status": None}}]),
    "an instant without an offset": page(nodes=[SESSION | {"createdAt": "2026-11-30T17:55:25"}]),
    "no instant": page(nodes=[SESSION | {"createdAt": "planted"}]),
    "errors that are no list": {"errors": {"planted": 1}, "data": None},
}

ERROR = {"message": "masked", "extensions": {"code": "INTERNAL_SERVER_ERROR", "incident": "1"}}
HTML = b"<html>planted</html>"

ANSWERS: dict[str, tuple[bytes | Answering, type[SessionDirectoryError]]] = {
    "HTML": (reply(content=HTML, Content_Type="text/html"), NotGraphQLError),
    "HTML called JSON": (reply(content=HTML), NotGraphQLError),
    "a GraphQL answer called HTML": (reply(page(), Content_Type="text/html"), NotGraphQLError),
    "nothing": (reply(content=b""), NotGraphQLError),
    "half a body of a known length": (
        raw(reply(page())[:-40]),
        IncompleteAnswerError,
    ),
    "half a body of any length": (raw(reply(page(), Content_Length="")[:-40]), NotGraphQLError),
    "half a chunk": (
        raw(reply(content=b"ff\r\nplanted", Content_Length="", Transfer_Encoding="chunked")),
        IncompleteAnswerError,
    ),
    "no HTTP": (raw(b"planted\r\n\r\n"), IncompleteAnswerError),
    "the end of the connection": (raw(b""), IncompleteAnswerError),
    "a list": (reply([page()]), NotGraphQLError),
    "no UTF-8": (reply(content=json.dumps(page()).encode("utf-16")), NotGraphQLError),
    "JSON nested without end": (reply(content=b"[" * 200_000), NotGraphQLError),
    "an encoded body": (
        reply(content=gzip.compress(json.dumps(page()).encode()), Content_Encoding="gzip"),
        NotGraphQLError,
    ),
    "errors": (reply({"errors": [ERROR], "data": None}), GraphQLError),
    "errors beside data": (reply({"errors": [ERROR]} | page()), GraphQLError),
    "an empty list of errors": (reply({"errors": []} | page()), GraphQLError),
    "errors of any form": (reply({"errors": [7, {"message": 7, "extensions": 7}]}), GraphQLError),
    "a bad request": (reply({"errors": [ERROR]}, 400), GraphQLError),
    "a proxy's bad request": (reply(content=HTML, status=400, Content_Type="text/html"), StatusError),
    "data of a bad request": (reply(page(), 400), StatusError),
    "a proxy's failure": (reply(content=HTML, status=502, Content_Type="text/html"), StatusError),
    "no such page": (reply({}, 404), StatusError),
    "no content": (reply(content=b"", status=204), StatusError),
    "a refused token": (reply({"errors": [ERROR]}, 401), UnauthenticatedError),
    "a rate": (reply({"errors": [ERROR]}, 429, Retry_After="600"), RateLimitedError),
    "a busy directory": (reply({"errors": [ERROR]}, 503, Retry_After="600"), UnavailableError),
    "10 MB by its length": (raw(reply(content=b"", Content_Length=str(10 * 1024 * 1024 + 1))), AnswerTooLargeError),
    "10 MB and more": (endless(reply(content=b"", Content_Length=""), b"planted " * 8_192), AnswerTooLargeError),
}


@pytest.mark.parametrize("case", OTHER_QUESTIONS)
def test_an_answer_to_another_question_is_not_shown(opened: Opening, loopback: Loopback, case: str) -> None:
    asking, answer = OTHER_QUESTIONS[case]
    loopback.answers["/graphql"] = [reply(answer)]
    with pytest.raises(EchoMismatchError) as raised:
        asking(opened(loopback.url))
    assert "planted" not in str(raised.value)
    assert loopback.count("/graphql") == 1


@pytest.mark.parametrize("case", NOT_AS_THE_SCHEMA_SAYS)
def test_what_the_schema_does_not_allow_is_no_answer(opened: Opening, loopback: Loopback, case: str) -> None:
    loopback.answers["/graphql"] = [reply(NOT_AS_THE_SCHEMA_SAYS[case])]
    with pytest.raises(SchemaMismatchError) as raised:
        opened(loopback.url).sessions()
    assert "planted" not in str(raised.value)


@pytest.mark.parametrize("case", ANSWERS)
def test_each_answer_that_is_none_has_its_exception(opened: Opening, loopback: Loopback, case: str) -> None:
    answer, expected = ANSWERS[case]
    loopback.answers["/graphql"] = [answer]
    with pytest.raises(SessionDirectoryError) as raised:
        opened(loopback.url).sessions()
    assert type(raised.value) is expected
    assert "planted" not in str(raised.value)
    assert loopback.count("/graphql") == 1


@pytest.mark.parametrize("answering", [silence, endless(reply(page(), Content_Length="9999"), b" ", pause=0.01)])
def test_an_answer_that_never_ends_is_given_up(opened: Opening, loopback: Loopback, answering: Answering) -> None:
    loopback.answers["/graphql"] = [answering]
    with pytest.raises(IncompleteAnswerError):
        opened(loopback.url, timeout=0.2).sessions()


def test_the_largest_answer_is_read(opened: Opening, loopback: Loopback) -> None:
    answer = json.dumps(page()).encode()
    loopback.answers["/graphql"] = [reply(content=answer + b" " * (10 * 1024 * 1024 - len(answer)))]
    assert opened(loopback.url).sessions()


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_token_never_follows_a_redirect(opened: Opening, loopback: Loopback, status: int) -> None:
    elsewhere = f"{loopback.url}/elsewhere"
    loopback.answers |= {"/graphql": [reply({}, status, Location=elsewhere)], "/elsewhere": [reply(page())]}
    with pytest.raises(RedirectError):
        opened(loopback.url).sessions()
    assert [asked.path for asked in loopback.asked] == ["/graphql"]


def test_codes_and_times_to_wait_are_told(opened: Opening, loopback: Loopback) -> None:
    busy = {"errors": [{"message": "masked", "extensions": {"code": "RATE_LIMITED"}}]}
    loopback.answers["/graphql"] = [reply(busy, 429, Retry_After="600"), reply({"errors": [ERROR, ERROR]})]
    directory = opened(loopback.url)
    with pytest.raises(RateLimitedError) as limited:
        directory.sessions()
    assert (limited.value.status, limited.value.code, limited.value.retry_after) == (429, "RATE_LIMITED", 600)
    with pytest.raises(GraphQLError) as failed:
        directory.sessions()
    assert failed.value.codes == {"INTERNAL_SERVER_ERROR"}
    assert [error.message for error in failed.value.errors] == ["masked", "masked"]


def test_an_error_without_a_code_is_told_by_its_message(opened: Opening, loopback: Loopback) -> None:
    loopback.answers["/graphql"] = [reply({"errors": [{"message": "boo"}, ERROR]})]
    with pytest.raises(GraphQLError, match=r"^boo; ") as failed:
        opened(loopback.url).sessions()
    assert "None" not in str(failed.value)


@pytest.mark.parametrize(
    ("given", "seconds"),
    [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 0),
        ("planted", None),
        ("-1", None),
        ("", None),
        ("Mon, 01 Jan 99999999999999999999 00:00:00 GMT", None),
        ("Mon, 01 Jan 2027 00:00:00 +99999999999999", None),
    ],
)
def test_a_time_to_wait_may_be_an_instant_or_nonsense(
    opened: Opening, loopback: Loopback, given: str, seconds: float | None
) -> None:
    loopback.answers["/graphql"] = [reply({}, 429, Retry_After=given)]
    with pytest.raises(RateLimitedError) as limited:
        opened(loopback.url, attempts=1).sessions()
    assert limited.value.retry_after == seconds
