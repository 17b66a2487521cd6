"""A corpus of bodies that somebody sent to a GraphQL server to hurt it. Each gets its status and a code, never a 5xx;
after each the next request is answered as ever, and nothing is logged: a client's mistake is the client's."""

import json
import logging
from typing import Any

import httpx
import pytest

from server.limits import Limits
from tests.server.tokens import token

GOOD = "{ caller { kind } }"


def query(document: str, **members: Any) -> bytes:
    return json.dumps({"query": document, **members}).encode()


def chain(count: int, on: str, inner: str) -> str:
    """Fragments that spread the next one twice."""
    links = (f"fragment F{number} on {on} {{ ...F{number + 1} ...F{number + 1} }}" for number in range(count))
    return f"{' '.join(links)} fragment F{count} on {on} {{ {inner} }}"


COMPLETE = "sessions { ... on SessionConnection { nodes { id title path projectId status createdAt lastActivityAt } } }"

NO_REQUEST = [
    b"\x00",
    b"\x00" * 10_000,
    b"\xff" * 100,
    b"\xc0\xaf",
    b"\xf4\x90\x80\x80",
    b"GET / HTTP/1.1\r\n\r\n",
    b"<?xml version='1.0'?><!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]><x>&y;</x>",
    b"--x\r\nContent-Disposition: form-data; name=operations\r\n\r\n{}\r\n--x--",
    b'{"query":"{ caller { kind } }"}\x00',
    b'{"query":"{ caller { kind } }"}{"query":"{ caller { kind } }"}',
    b'[{"query":"{ caller { kind } }"},{"query":"{ caller { kind } }"}]',
    b"[" * 120_000 + b"]" * 120_000,
    b'{"query":' * 28_000,
    b'{"variables":' + b'{"a":' * 50_000,
    b'{"query":"' + b"\\" * 200_001 + b'"}',
    b'{"query":"{ caller { kind } }","variables":{"a":' + b"9" * 200_000 + b"}}",
    b'{"query":"{ caller { kind } }","variables":{"a":1e400}}',
    b'{"query":"{ caller { kind } }","variables":{"a":1e300}}',
    b'{"query":"{ caller { kind } }","variables":{"a":-0x10}}',
    b'{"query":"{ caller { kind } }","variables":{"a":.5}}',
    b'{"query":"{ caller { kind } }","variables":{"a":+1}}',
    b'{"query":"{ caller { kind } }","variables":{"a":Infinity}}',
    b'{"query":"{ caller { kind } }","variables":{"a":\'x\'}}',
    b'{"query":"{ caller { kind } }","variables":"{\\"a\\":1}"}',
    b'{"query":"{ caller { kind } }","variables":[["a",1]]}',
    b'{"query":"{ caller { kind } }","operationName":{"$ne":null}}',
    b'{"query":{"$where":"sleep(1000)"}}',
    b'{"query":"{ caller { kind } }","query":null}',
    b'{"__proto__":{"query":"{ caller { kind } }"}}',
    b'{"id":"persisted","extensions":{"persistedQuery":{"version":1,"sha256Hash":"0"}}}',
    b'{"query":"{ session(id: \\"\\\\ud800\\") { __typename } }"}',
    b'{"query":"{ session(id: \\"\\\\u{dfff}\\") { __typename } }"}',
    b'{"query":"\\ud800"}',
    b'{"query":"{ caller { kind } }","extensions":{"\\udfff":1}}',
    b'{"query":"{ caller { kind } }","operationName":"\\ud83d"}',
    b"{/* no comments */}",
    b'{"query":"{ caller { kind } }" "variables":{}}',
    b'{query:"{ caller { kind } }"}',
    b"null",
    b'"{ caller { kind } }"',
]

REFUSED = [
    (query("{a" * 30_000), "LIMIT_EXCEEDED"),
    (query("{ a(x: " + "[" * 50_000), "LIMIT_EXCEEDED"),
    (query("{ a(x: " + "{a:" * 50_000), "LIMIT_EXCEEDED"),
    (query("query Q($a: " + "[" * 50_000), "LIMIT_EXCEEDED"),
    (query("{ " + "... { " * 30_000), "LIMIT_EXCEEDED"),
    (query("#" * 200_000), "GRAPHQL_PARSE_FAILED"),
    (query("#\n" * 60_000), "LIMIT_EXCEEDED"),
    (query("," * 200_000), "GRAPHQL_PARSE_FAILED"),
    (query('"' * 100_001), "GRAPHQL_PARSE_FAILED"),
    (query("\ufeff" * 40_000), "GRAPHQL_PARSE_FAILED"),
    (query("\x00"), "GRAPHQL_PARSE_FAILED"),
    (query("{ caller { kind } } \u0000"), "GRAPHQL_PARSE_FAILED"),
    (query("{ саller { kind } }"), "GRAPHQL_PARSE_FAILED"),
    (query('{ session(id: "\\uZZZZ") { __typename } }'), "GRAPHQL_PARSE_FAILED"),
    (query('{ session(id: "\\u{110000}") { __typename } }'), "GRAPHQL_PARSE_FAILED"),
    (query("{ sessions(offset: 1e999999999) { __typename } }"), "GRAPHQL_VALIDATION_FAILED"),
    (query("{ sessions(offset: " + "9" * 100_000 + ") { __typename } }"), "GRAPHQL_VALIDATION_FAILED"),
    (query(" ".join(["{ caller {"] + [f"a{n}: kind" for n in range(300)] + ["} }"])), "LIMIT_EXCEEDED"),
    (query("{" + " ".join(f"a{n}: caller {{ kind }}" for n in range(100)) + "}"), "LIMIT_EXCEEDED"),
    (query("{ caller { kind " + "@skip(if: false) " * 150 + "} }"), "LIMIT_EXCEEDED"),
    (query("{ caller { " + "kind " * 990 + "} }"), "LIMIT_EXCEEDED"),
    (query("{ ...F0 } " + chain(40, "Query", "caller { kind }")), "LIMIT_EXCEEDED"),
    (query("{ caller { ...F0 } } " + chain(60, "Caller", "kind")), "LIMIT_EXCEEDED"),
    (query("{ ...A } fragment A on Query { ...A }"), "GRAPHQL_VALIDATION_FAILED"),
    (query("{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }"), "GRAPHQL_VALIDATION_FAILED"),
    (query("{ caller { ...A } } fragment A on Caller { kind ...A ...A ...A }"), "GRAPHQL_VALIDATION_FAILED"),
    (query("{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }"), "LIMIT_EXCEEDED"),
    (query("{ __schema { queryType " + "{ ofType " * 25 + "{ name }" + "}" * 25 + " } }"), "LIMIT_EXCEEDED"),
    (query("{" + " ".join(f"a{n}: {COMPLETE}" for n in range(8)) + "}"), "LIMIT_EXCEEDED"),
    (query("subscription { caller { kind } }"), "GRAPHQL_VALIDATION_FAILED"),
    (query("mutation { retract }"), "GRAPHQL_VALIDATION_FAILED"),
    (query("query { caller { kind } } query { caller { kind } }"), "GRAPHQL_VALIDATION_FAILED"),
    (query("query A { caller { kind } } query A { caller { kind } }"), "GRAPHQL_VALIDATION_FAILED"),
    (query("type Query { caller: String }"), "GRAPHQL_VALIDATION_FAILED"),
    (query("schema { query: Query }"), "GRAPHQL_VALIDATION_FAILED"),
    (query("{ caller @include { kind } }"), "GRAPHQL_VALIDATION_FAILED"),
    (query("{ caller @deprecated { kind } }"), "GRAPHQL_VALIDATION_FAILED"),
    (query("{ sessions(scope: null) { __typename } }"), "GRAPHQL_VALIDATION_FAILED"),
    (query('{ sessions(scope: "ALL") { __typename } }'), "GRAPHQL_VALIDATION_FAILED"),
    (query("{ caller { kind { name } } }"), "GRAPHQL_VALIDATION_FAILED"),
    (query("{ caller { kind(x: $y) } }"), "GRAPHQL_VALIDATION_FAILED"),
    (query("query($a: Session) { __typename }"), "GRAPHQL_VALIDATION_FAILED"),
    (query("query($i: ID!) { session(id: $i) { __typename } }", variables={"i": [["x"]]}), "BAD_USER_INPUT"),
    (query("query($i: ID!) { session(id: $i) { __typename } }", variables={"i": {"a": 1}}), "BAD_USER_INPUT"),
    (query("query($i: ID!) { session(id: $i) { __typename } }", variables={"i": True}), "BAD_USER_INPUT"),
    (query("query($f: Int) { sessions(first: $f) { __typename } }", variables={"f": 10**30}), "BAD_USER_INPUT"),
    (query("query($f: Int) { sessions(first: $f) { __typename } }", variables={"f": "1 OR 1=1"}), "BAD_USER_INPUT"),
    (query("query A { __typename }", operationName="B"), "BAD_USER_INPUT"),
]

ODD_BUT_GOOD = [
    query('{ session(id: "\\u0000\\n\\t") { __typename } }'),
    query('{ session(id: "' + "x" * 100_000 + '") { __typename } }'),
    query("{ session(id: 123456789012345678901234567890) { __typename } }"),
    query("query($i: ID!) { session(id: $i) { __typename } }", variables={"i": 10**30}),
    query("query($i: ID!) { session(id: $i) { __typename } }", variables={"i": "'; DROP TABLE sessions; --"}),
    query("query($i: ID!) { session(id: $i) { __typename } }", variables={"i": "\x00"}),
    query('{ sessions(scope: ALL, after: "../../etc/passwd") { __typename } }'),
    query("{ sessions(scope: ALL, offset: -2147483648) { __typename } }"),
    query('{ boundSession(conversationBindingId: "{{7*7}}${jndi:ldap://x}") { __typename } }'),
    query("\ufeff{ caller { kind } }"),
    query("{ caller { kind } }", variables={"unknown": {"__proto__": 1}}, extensions={"tracing": True}),
    b'{"query":"{ nothing }","query":"{ caller { kind } }"}',
]

assert len(NO_REQUEST) + len(REFUSED) + len(ODD_BUT_GOOD) >= 60


def send(client: httpx.Client, body: bytes) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token()}", "Content-Type": "application/json"}
    return client.post("/graphql", content=body, headers=headers)


def codes(answer: httpx.Response) -> set[str]:
    errors = answer.json().get("errors", [])
    assert len(errors) <= Limits().errors
    return {error["extensions"]["code"] for error in errors}


@pytest.fixture(autouse=True)
def unharmed(client: httpx.Client, caplog: pytest.LogCaptureFixture) -> Any:
    yield
    assert send(client, query(GOOD)).json() == {"data": {"caller": {"kind": "PERSON"}}}
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize("body", NO_REQUEST, ids=lambda body: ascii(body)[:50])
def test_what_is_no_request_is_400(client: httpx.Client, body: bytes) -> None:
    answer = send(client, body)
    assert (answer.status_code, codes(answer)) == (400, {"BAD_REQUEST"})
    assert "data" not in answer.json()


@pytest.mark.parametrize(("body", "code"), REFUSED, ids=lambda value: ascii(value)[:50])
def test_what_cannot_be_executed_has_a_code_and_no_data(client: httpx.Client, body: bytes, code: str) -> None:
    answer = send(client, body)
    assert answer.status_code == 200
    assert codes(answer) - {"LIMIT_EXCEEDED"} == {code} - {"LIMIT_EXCEEDED"}
    assert code in codes(answer)
    assert "data" not in answer.json()
    assert "Did you mean" not in answer.text
    for error in answer.json()["errors"]:
        if error["extensions"]["code"] == "LIMIT_EXCEEDED":
            assert error["extensions"]["limit"] in error["message"]
            assert error["extensions"]["maximum"] > 0


@pytest.mark.parametrize("body", ODD_BUT_GOOD, ids=lambda body: ascii(body)[:50])
def test_what_is_only_odd_is_answered(client: httpx.Client, body: bytes) -> None:
    answer = send(client, body)
    assert (answer.status_code, codes(answer)) == (200, set())
    assert answer.json()["data"]
