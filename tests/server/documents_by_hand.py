"""Documents by hand, with their variables: where a compiled plan goes wrong first (measured.md, last traps)."""

from typing import Any

WHOLE = """
fragment Whole on Session {
  id title path rootSessionId projectId status lastActivityAt createdAt currentTurn { id status waitingFor }
}
"""
COMPILED: list[tuple[str, dict[str, Any]]] = [
    ("{ caller { kind userId appId projectId runId } }", {}),
    ("{ __typename caller { __typename } }", {}),
    ("{ a: __typename b: __typename }", {}),
    ("{ sessions { __typename } }", {}),
    ("{ sessions(scope: ALL) { ... on SessionConnection { totalCount } } }", {}),
    (
        "{ sessions(scope: ALL) { ... on SessionConnection { a: totalCount b: totalCount scope } } }",
        {},
    ),
    (
        "{ sessions(scope: ALL, offset: 2) { ... on SessionConnection { edges { cursor node { ...Whole } } } } }"
        + WHOLE,
        {},
    ),
    (
        "{ sessions(scope: ALL) { ... { ... on SessionConnection { nodes { id ...Whole } nodes { t: title id } } } } }"
        + WHOLE,
        {},
    ),
    (
        "{ sessions(scope: ALL, offset: -1) { ... on Refusal { message ... on SessionsRefused { code } } } }",
        {},
    ),
    ("query($o: Int!) { sessions(scope: ALL, offset: $o) { ... on SessionsRefused { code } } }", {"o": -1}),
    ("query($o: Int!) { sessions(scope: ALL, offset: $o) { __typename } }", {"o": 2.0}),
    ("query($s: SessionScope = ALL) { sessions(scope: $s) { ... on SessionConnection { scope } } }", {}),
    ("query($s: SessionScope! = ALL) { sessions(scope: $s) { ... on SessionConnection { scope } } }", {"s": "PROJECT"}),
    (
        "query($f: Int, $p: ID) { sessions(first: $f, projectId: $p) { ... on SessionConnection { scope } } }",
        {},
    ),
    ("query($f: Int) { sessions(first: $f) { __typename } }", {"f": None}),
    ("query($p: ID) { sessions(projectId: $p) { __typename } }", {"p": 7}),
    ("{ sessions(first: null, after: null, projectId: null) { __typename } }", {}),
    (
        "query($x: Boolean!) { sessions @skip(if: $x) { __typename } caller { kind @include(if: $x) userId } }",
        {"x": True},
    ),
    (
        "query($x: Boolean!) { sessions @skip(if: $x) { __typename } caller { kind @include(if: $x) userId } }",
        {"x": False},
    ),
    ("query($x: Boolean = true) { caller { ...F @skip(if: $x) appId } } fragment F on Caller { appId userId }", {}),
    ("query($x: Boolean!) { caller @skip(if: $x) { kind } }", {"x": True}),
    (
        '{ a: session(id: "roses") { ...Whole } b: session(id: "none") { ... on SessionNotFound { sessionId } } }'
        + WHOLE,
        {},
    ),
    ("query($i: ID!) { session(id: $i) { ... on Session { currentTurn { waitingFor } } } }", {"i": "child"}),
    *(
        (
            """query($i: ID!) { sessionTree(sessionId: $i) {
                __typename ... on Refusal { message } ... on SessionNotFound { sessionId }
                ... on SessionTree { rootSessionId nodes {
                    session { ...Whole } name depth parentSessionId run { id status } resultRunId
                    queue { status pendingInputs }
                } }
            } }"""
            + WHOLE,
            {"i": one},
        )
        for one in ("roses", "child", "tulips", "none", "", "\x00")
    ),
    ('{ sessionTree(sessionId: "child") { ... on SessionTree { nodes { __typename queue { __typename } } } } }', {}),
    ("query A { caller { kind } }", {"unknown": []}),
    *(
        (
            f"""{{ boundSession(conversationBindingId: "{one}") {{
                __typename ... on BindingRefusal {{ conversationBindingId message nextStep }}
                ... on BoundSession {{ conversationBindingId kind session {{ ...Whole }} channelId goalId verifiedAt }}
                ... on NoOpenSession {{ lastClosedSession {{ ...Whole }} }} ... on BindingInvalid {{ invalid: reason }}
                ... on BindingUnverified {{ unverified: reason }} ... on BindingRevoked {{ revokedAt }}
                ... on BindingChanged {{ changed replacedBy }} ... on BindingAmbiguous {{ ambiguous }}
            }} }}"""
            + WHOLE,
            {},
        )
        for one in ("bind", "closed", "gone", "replaced", "group", "away", "twice", "nowhere", "", "\\u0000")
    ),
]

PUBLISH = """
mutation($r: [RecordInput!]!) {
  publish(records: $r) {
    ... on Published { accepted stale } ... on PublishRefused { message problems { index field message } }
  }
}
"""
# Of an app that no caller has: nothing is stored.
PROJECT: dict[str, Any] = {"project": {"userId": "ada", "appId": "attic", "id": "p", "grant": "WRITE", "version": 1}}
SESSION: dict[str, Any] = {"session": {"userId": "ada", "appId": "attic", "id": "s", "projectId": "p"}}

ORDINARY: list[tuple[str, dict[str, Any]]] = [
    ("{ __schema { queryType { name } } }", {}),
    ('{ __type(name: "Session") { name fields { name } } caller { kind } }', {}),
    ("{ caller { kind } ...F } fragment F on Query { __schema { types { name } } }", {}),
    ("query($o: Int = 0) { sessions(scope: ALL, offset: $o) { __typename } }", {"o": None}),
    ("query($x: Boolean = true) { caller { kind @skip(if: $x) userId } }", {"x": None}),
    ("query($o: Int!) { sessions(scope: ALL, offset: $o) { __typename } }", {"o": "1"}),
    ("query($o: Int!) { sessions(scope: ALL, offset: $o) { __typename } }", {"o": 2**31}),
    ("query($o: Int!) { sessions(scope: ALL, offset: $o) { __typename } }", {"o": True}),
    ("query($s: SessionScope!) { sessions(scope: $s) { __typename } }", {"s": "all"}),
    ("query($i: ID!) { session(id: $i) { __typename } }", {}),
    ("query($i: ID!) { session(id: $i) { __typename } }", {"i": None}),
    ("query($i: ID!) { session(id: $i) { __typename } }", {"i": True}),
    ("query A { caller { kind } } query B { caller { kind } }", {}),
    ("{ caller { kind } } }", {}),
    ("{ sessions(scope: all) { __typename } }", {}),
    ("{ sessions(offset: null) { __typename } }", {}),
    ("{ session { __typename } }", {}),
    ("{ sessions }", {}),
    ("{ caller { kind: userId kind } }", {}),
    ("fragment F on Query { ...F }", {}),
    ("", {}),
    (PUBLISH, {"r": [PROJECT, SESSION]}),
    (PUBLISH, {"r": [{**PROJECT, **SESSION}]}),
    ("mutation($r: RecordInput!) { publish(records: [$r, {project: null}]) { __typename } }", {"r": PROJECT}),
]
