"""POST /graphql over real HTTP: the table of operations.md, and the order of its checks."""

import json
from typing import Any

import httpx
import pytest

from tests.server.tokens import token

JSON = "application/json"
GRAPHQL = "application/graphql-response+json"
QUERY = "{ caller { kind userId appId projectId runId } }"


def headers(**claims: Any) -> dict[str, str]:
    return {"Authorization": f"Bearer {token(**claims)}", "Content-Type": JSON}


def code(answer: httpx.Response) -> str:
    (error,) = answer.json()["errors"]
    return str(error["extensions"]["code"])


def ask(client: httpx.Client, query: str, *, accept: str = JSON, **members: Any) -> httpx.Response:
    return client.post("/graphql", json={"query": query, **members}, headers=headers() | {"Accept": accept})


# ------------------------------------------------------------------------------------------------ callers
@pytest.mark.parametrize(
    ("claims", "caller"),
    [
        ({}, {"kind": "PERSON", "projectId": None, "runId": None}),
        ({"project": "garden"}, {"kind": "PERSON", "projectId": "garden", "runId": None}),
        ({"run": "run"}, {"kind": "RUN", "projectId": "garden", "runId": "run"}),
        ({"scope": "sessions:publish"}, {"kind": "PUBLISHER", "projectId": None, "runId": None}),
    ],
)
def test_every_kind_of_caller_is_answered(client: httpx.Client, claims: dict[str, Any], caller: dict[str, Any]) -> None:
    answer = client.post("/graphql", json={"query": QUERY}, headers=headers(**claims))
    assert answer.status_code == 200
    assert answer.json() == {"data": {"caller": {"userId": "ada", "appId": "desk"} | caller}}
    assert answer.headers["content-type"] == "application/json; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"


def test_every_401_is_the_same(client: httpx.Client) -> None:
    credentials: list[list[tuple[str, str]]] = [
        [],
        [("Authorization", "")],
        [("Authorization", f"Basic {token()}")],
        [("Authorization", f"Bearer {token()}"), ("Authorization", f"Bearer {token()}")],
        [("Authorization", "Bearer nonsense")],
        [("Authorization", f"Bearer {token(exp=1)}")],
        [("Authorization", f"Bearer {token(key=b'another secret, just as long as ours is')}")],
        [("Authorization", f"Bearer {token(sub='')}")],
        [("Authorization", f"Bearer {token(run='unknown')}")],
        [("Authorization", f"Bearer {token(run='run', project='house')}")],
        [("Authorization", f"Bearer {token(run='run', scope='sessions:publish')}")],
        [("Cookie", f"token={token()}")],
        [("X-User-Id", "ada")],
    ]
    answers = [client.post("/graphql", json={"query": QUERY}, headers=credential) for credential in credentials]
    assert {answer.status_code for answer in answers} == {401}
    assert {answer.headers["www-authenticate"] for answer in answers} == {"Bearer"}
    assert {answer.headers["cache-control"] for answer in answers} == {"no-store"}
    assert len({answer.content for answer in answers}) == 1
    assert code(answers[0]) == "UNAUTHENTICATED"


def test_nothing_but_the_token_names_a_caller(client: httpx.Client) -> None:
    named = {"X-User-Id": "eve", "X-App-Id": "shop", "Cookie": f"token={token(sub='eve')}"}
    answer = client.post(
        "/graphql?user=eve", json={"query": QUERY, "userId": "eve", "extensions": {}}, headers=headers() | named
    )
    assert answer.json()["data"]["caller"]["userId"] == "ada"


# ------------------------------------------------------------------------------------------------ order of the checks
@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "QUERY"])
def test_any_method_but_post_is_405_before_the_token_is_looked_at(client: httpx.Client, method: str) -> None:
    answer = client.request(method, "/graphql", params={"query": QUERY})
    assert answer.status_code == 405
    assert answer.headers["allow"] == "POST"
    if method != "HEAD":
        assert code(answer) == "METHOD_NOT_ALLOWED"


def test_the_token_comes_before_content_type_size_and_form(client: httpx.Client) -> None:
    answer = client.post("/graphql", content=b"x" * 300_000, headers={"Content-Type": "text/plain"})
    assert answer.status_code == 401


def test_the_content_type_comes_before_size_and_form(client: httpx.Client) -> None:
    answer = client.post("/graphql", content=b"x" * 300_000, headers=headers() | {"Content-Type": "text/plain"})
    assert answer.status_code == 415


def test_the_size_comes_before_the_form(client: httpx.Client) -> None:
    assert client.post("/graphql", content=b"x" * 300_000, headers=headers()).status_code == 413


@pytest.mark.parametrize(
    "content_type",
    [
        "text/plain",
        "application/jsonx",
        "application/x-json",
        "application/json-patch+json",
        "application/graphql",
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded",
        "application/json; charset=latin-1",
        "application/json; charset=utf-16",
        "application/json, text/plain",
        "json",
        "",
    ],
)
def test_another_content_type_is_415(client: httpx.Client, content_type: str) -> None:
    answer = client.post(
        "/graphql", content=json.dumps({"query": QUERY}), headers=headers() | {"Content-Type": content_type}
    )
    assert (answer.status_code, code(answer)) == (415, "UNSUPPORTED_MEDIA_TYPE")


def test_no_or_a_second_content_type_is_415(client: httpx.Client) -> None:
    body = json.dumps({"query": QUERY}).encode()
    bare = {"Authorization": headers()["Authorization"]}
    assert client.post("/graphql", content=body, headers=bare).status_code == 415
    twice = [*bare.items(), ("Content-Type", JSON), ("Content-Type", JSON)]
    assert client.post("/graphql", content=body, headers=twice).status_code == 415


@pytest.mark.parametrize(
    "content_type",
    ["application/json", "Application/JSON", "application/json; charset=utf-8", 'application/json;charset="UTF-8"'],
)
def test_json_may_be_announced_in_any_case_with_its_charset(client: httpx.Client, content_type: str) -> None:
    answer = client.post(
        "/graphql", content=json.dumps({"query": QUERY}), headers=headers() | {"Content-Type": content_type}
    )
    assert answer.status_code == 200


@pytest.mark.parametrize("encoding", ["gzip", "identity", "br", ""])
def test_any_content_encoding_is_415(client: httpx.Client, encoding: str) -> None:
    answer = client.post(
        "/graphql", content=json.dumps({"query": QUERY}), headers=headers() | {"Content-Encoding": encoding}
    )
    assert answer.status_code == 415


# ------------------------------------------------------------------------------------------------ size
def padded(size: int) -> bytes:
    body = json.dumps({"query": QUERY}).encode()
    return body + b" " * (size - len(body))


@pytest.mark.parametrize(("claims", "most"), [({}, 262_144), ({"scope": "sessions:publish"}, 4_194_304)])
def test_a_body_of_the_full_size_is_answered_and_a_byte_more_is_413(
    client: httpx.Client, claims: dict[str, Any], most: int
) -> None:
    assert client.post("/graphql", content=padded(most), headers=headers(**claims)).status_code == 200
    answer = client.post("/graphql", content=padded(most + 1), headers=headers(**claims))
    assert (answer.status_code, code(answer)) == (413, "PAYLOAD_TOO_LARGE")
    assert str(most) in answer.json()["errors"][0]["message"]


def test_an_unannounced_size_is_counted_on_the_stream(client: httpx.Client) -> None:
    whole = padded(262_145)
    pieces = (whole[start : start + 10_000] for start in range(0, len(whole), 10_000))
    assert client.post("/graphql", content=pieces, headers=headers()).status_code == 413


# ------------------------------------------------------------------------------------------------ form
def nested(depth: int) -> str:
    """A body of `depth` levels, counting its own object."""
    inner = depth - 2
    return f'{{"query": {json.dumps(QUERY)}, "variables": {{"x": {"[" * inner}{"]" * inner}}}}}'


def test_64_levels_are_answered(client: httpx.Client) -> None:
    assert client.post("/graphql", content=nested(64), headers=headers()).status_code == 200


def test_brackets_inside_strings_are_no_levels(client: httpx.Client) -> None:
    body = {"query": QUERY, "variables": {"x": "[" * 200}}
    assert client.post("/graphql", json=body, headers=headers()).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b" ",
        b"null",
        b"true",
        b"7",
        b'"{ caller { kind } }"',
        b"[]",
        b'[{"query": "{ caller { kind } }"}]',
        b"{}",
        b"{",
        b'{"query": "{ caller { kind } }"',
        b'{"query": "{ caller { kind } }"} {}',
        b'{"query": "{ caller { kind } }",}',
        b"{'query': '{ caller { kind } }'}",
        b"query=%7B+caller+%7B+kind+%7D+%7D",
        b"{ caller { kind } }",
        b'{"query": null}',
        b'{"query": 7}',
        b'{"query": ["{ caller { kind } }"]}',
        b'{"query": {"query": "{ caller { kind } }"}}',
        b'{"Query": "{ caller { kind } }"}',
        b'{"query": "{ caller { kind } }", "variables": []}',
        b'{"query": "{ caller { kind } }", "variables": "{}"}',
        b'{"query": "{ caller { kind } }", "variables": 0}',
        b'{"query": "{ caller { kind } }", "variables": false}',
        b'{"query": "{ caller { kind } }", "operationName": 7}',
        b'{"query": "{ caller { kind } }", "operationName": []}',
        b'{"query": "{ caller { kind } }", "operationName": false}',
        b'{"query": "{ caller { kind } }", "extensions": []}',
        b'{"query": "{ caller { kind } }", "extensions": "x"}',
        b'{"query": "\xff\xfe"}',
        b'{"query": "\xc3"}',
        b'{"query": "\xed\xa0\x80"}',
        b'\xef\xbb\xbf{"query": "{ caller { kind } }"}',
        '{"query": "{ caller { kind } }"}'.encode("utf-16"),
        b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03",
        b'{"query": "\\ud800"}',
        b'{"query": "{ caller { kind } }", "variables": {"x": "\\udc00"}}',
        b'{"query": "{ caller { kind } }", "variables": {"\\ud83d": 1}}',
        b'{"query": "{ caller { kind } }", "variables": {"x": "\\udc00\\ud800"}}',
        b'{"query": "{ caller { kind } }", "variables": {"x": NaN}}',
        b'{"query": "{ caller { kind } }", "variables": {"x": -Infinity}}',
        b'{"query": "{ caller { kind } }", "variables": {"x": 01}}',
        b'{"query": "a\x00b"}',
        b'{"query": "a\nb"}',
        nested(65).encode(),
        nested(100_000).encode(),
        b"[" * 200_000,
        b'{"query":' * 20_000,
        b'{"a":{"a":' * 15_000 + b"1" + b"}}" * 15_000,
    ],
    ids=lambda body: ascii(body[:40]),
)
def test_a_body_that_is_no_request_is_400(client: httpx.Client, body: bytes) -> None:
    answer = client.post("/graphql", content=body, headers=headers())
    assert (answer.status_code, code(answer)) == (400, "BAD_REQUEST")
    assert "data" not in answer.json()


# ------------------------------------------------------------------------------------------------ documents
@pytest.mark.parametrize(
    ("document", "members", "expected"),
    [
        ("", {}, "GRAPHQL_PARSE_FAILED"),
        ("{", {}, "GRAPHQL_PARSE_FAILED"),
        ("{ caller { kind } } }", {}, "GRAPHQL_PARSE_FAILED"),
        ("\x00", {}, "GRAPHQL_PARSE_FAILED"),
        ("{ caller(" * 300, {}, "GRAPHQL_PARSE_FAILED"),
        ("{a" * 30_000, {}, "LIMIT_EXCEEDED"),
        ("{ nothing }", {}, "GRAPHQL_VALIDATION_FAILED"),
        ("{ caller }", {}, "GRAPHQL_VALIDATION_FAILED"),
        ('{ sessions(offset: "x") { __typename } }', {}, "GRAPHQL_VALIDATION_FAILED"),
        ("mutation { retract(records: []) { __typename } }", {}, "GRAPHQL_VALIDATION_FAILED"),
        ("subscription { caller { kind } }", {}, "GRAPHQL_VALIDATION_FAILED"),
        ("fragment F on Query { caller { kind } }", {}, "GRAPHQL_VALIDATION_FAILED"),
        ("query A { caller { kind } } query B { caller { kind } }", {}, "BAD_USER_INPUT"),
        ("query A { caller { kind } }", {"operationName": "B"}, "BAD_USER_INPUT"),
        ("query A { caller { kind } }", {"operationName": ""}, "BAD_USER_INPUT"),
        ("query($o: Int!) { sessions(offset: $o) { __typename } }", {}, "BAD_USER_INPUT"),
        ("query($o: Int!) { sessions(offset: $o) { __typename } }", {"variables": {"o": "x"}}, "BAD_USER_INPUT"),
        ("query($o: Int!) { sessions(offset: $o) { __typename } }", {"variables": {"o": 2**40}}, "BAD_USER_INPUT"),
        ("query($i: ID!) { session(id: $i) { __typename } }", {"variables": {"i": 1.5}}, "BAD_USER_INPUT"),
        ("query($i: ID!) { session(id: $i) { __typename } }", {"variables": {"i": None}}, "BAD_USER_INPUT"),
    ],
    ids=lambda value: ascii(value)[:50],
)
def test_a_document_that_cannot_be_executed_is_400_or_200_by_what_is_accepted(
    client: httpx.Client, document: str, members: dict[str, Any], expected: str
) -> None:
    for accept, status in ((GRAPHQL, 400), (JSON, 200)):
        answer = ask(client, document, accept=accept, **members)
        assert answer.status_code == status
        assert answer.headers["content-type"] == f"{accept}; charset=utf-8"
        assert "data" not in answer.json()
        assert {error["extensions"]["code"] for error in answer.json()["errors"]} == {expected}


@pytest.mark.parametrize(
    "document",
    [
        "query($o: Int = 0) { sessions(scope: ALL, offset: $o) { __typename } }",
        "query($o: Boolean = true) { sessions(scope: ALL) @include(if: $o) { __typename } }",
    ],
)
def test_a_null_that_shows_only_while_executing_is_the_callers_mistake(client: httpx.Client, document: str) -> None:
    answer = ask(client, document, variables={"o": None})
    assert (answer.status_code, code(answer)) == (200, "BAD_USER_INPUT")


def test_of_more_than_five_errors_the_first_four_come_back_and_that_there_are_more(client: httpx.Client) -> None:
    for unknown, codes in ((5, []), (6, ["LIMIT_EXCEEDED"]), (300, ["LIMIT_EXCEEDED"])):
        answer = ask(client, "{ caller {" + " ".join(f"unknown{number}" for number in range(unknown)) + "} }")
        errors = answer.json()["errors"]
        assert len(errors) == 5
        assert [error["extensions"]["code"] for error in errors[4:] if unknown > 5] == codes
        assert "data" not in answer.json()


def test_an_operation_is_chosen_by_name_and_variables_may_be_null(client: httpx.Client) -> None:
    document = "query A { caller { kind } } query B { caller { appId } }"
    answer = ask(client, document, operationName="B", variables=None, extensions=None, unknown=1)
    assert answer.json() == {"data": {"caller": {"appId": "desk"}}}


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("*/*", JSON),
        ("text/html", JSON),
        (GRAPHQL, GRAPHQL),
        (f"{GRAPHQL}; charset=utf-8, {JSON};q=0.9", GRAPHQL),
    ],
)
def test_plain_json_comes_unless_the_newer_media_type_is_named(
    client: httpx.Client, accept: str, media_type: str
) -> None:
    assert ask(client, QUERY, accept=accept).headers["content-type"] == f"{media_type}; charset=utf-8"


# ------------------------------------------------------------------------------------------------ real answers
def test_sessions_and_introspection_are_answered(client: httpx.Client) -> None:
    answer = ask(client, "{ sessions(scope: ALL) { ... on SessionConnection { nodes { id status } totalCount } } }")
    assert answer.json() == {
        "data": {
            "sessions": {
                "nodes": [{"id": "roses", "status": "OPEN"}, {"id": "other", "status": "OPEN"}],
                "totalCount": 2,
            }
        }
    }
    assert ask(client, "{ __schema { queryType { name } } }").json()["data"] == {
        "__schema": {"queryType": {"name": "Query"}}
    }


def test_a_refusal_is_data(client: httpx.Client) -> None:
    answer = ask(client, "{ sessions(scope: ALL, offset: -1) { ... on SessionsRefused { code } } }")
    assert answer.status_code == 200
    assert answer.json() == {"data": {"sessions": {"code": "OFFSET_NEGATIVE"}}}


@pytest.mark.parametrize(
    ("document", "variables"),
    [
        ("{ sesions { __typename } }", None),
        ("{ caller { userI } }", None),
        ("{ sessions(scop: ALL) { __typename } }", None),
        ("{ sessions(scope: AL) { __typename } }", None),
        ("{ sessions { ... on SessionConnections { offset } } }", None),
        ("{ caller { userId @skp(if: true) } }", None),
        ("query Q($scope: SessionScop!) { sessions(scope: $scope) { __typename } }", None),
        ("query Q($scope: SessionScope!) { sessions(scope: $scope) { __typename } }", {"scope": "AL"}),
    ],
)
def test_no_error_suggests_names(client: httpx.Client, document: str, variables: dict[str, Any] | None) -> None:
    answer = ask(client, document, variables=variables)
    assert answer.json()["errors"]
    assert "Did you mean" not in answer.text
