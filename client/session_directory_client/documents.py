"""The documents that the client sends, and no others: constants, one named operation with one root field each.

The server counts an operation by its root field and compiles a document once for its text: both want texts that never
change from call to call.
"""

_SESSION = """
      id
      title
      path
      rootSessionId
      projectId
      status
      lastActivityAt
      createdAt
      currentTurn { id status waitingFor }
"""

CALLER = """\
query Caller {
  caller { kind userId appId projectId runId }
}
"""

SESSIONS = f"""\
query Sessions($scope: SessionScope!, $offset: Int!, $first: Int, $after: String, $projectId: ID) {{
  sessions(scope: $scope, offset: $offset, first: $first, after: $after, projectId: $projectId) {{
    __typename
    ... on SessionConnection {{
      scope
      offset
      nodes {{{_SESSION}      }}
      pageInfo {{ hasNextPage hasPreviousPage startCursor endCursor }}
      returnedCount
      nextOffset
    }}
    ... on Refusal {{ message }}
    ... on SessionsRefused {{ code argument }}
  }}
}}
"""

SESSION = f"""\
query Session($id: ID!) {{
  session(id: $id) {{
    __typename
    ... on Session {{{_SESSION}    }}
    ... on Refusal {{ message }}
    ... on SessionNotFound {{ sessionId }}
  }}
}}
"""

# `reason` is of two types: each has a name of its own here.
BOUND_SESSION = f"""\
query BoundSession($conversationBindingId: ID!) {{
  boundSession(conversationBindingId: $conversationBindingId) {{
    __typename
    ... on BoundSession {{
      conversationBindingId
      kind
      session {{{_SESSION}      }}
      channelId
      goalId
      verifiedAt
    }}
    ... on BindingRefusal {{ conversationBindingId message nextStep }}
    ... on NoOpenSession {{ lastClosedSession {{{_SESSION}      }} }}
    ... on BindingInvalid {{ invalid: reason }}
    ... on BindingRevoked {{ revokedAt }}
    ... on BindingChanged {{ changed replacedBy }}
    ... on BindingAmbiguous {{ ambiguous }}
    ... on BindingUnverified {{ unverified: reason }}
  }}
}}
"""

SESSION_TREE = f"""\
query SessionTree($sessionId: ID!) {{
  sessionTree(sessionId: $sessionId) {{
    __typename
    ... on SessionTree {{
      rootSessionId
      nodes {{
        session {{{_SESSION}      }}
        name
        depth
        parentSessionId
        run {{ id status }}
        resultRunId
        queue {{ status pendingInputs }}
      }}
    }}
    ... on Refusal {{ message }}
    ... on SessionNotFound {{ sessionId }}
  }}
}}
"""

PUBLISH = """\
mutation Publish($records: [RecordInput!]!) {
  publish(records: $records) {
    __typename
    ... on Published { accepted stale }
    ... on Refusal { message }
    ... on PublishRefused { problems { index field message } }
  }
}
"""

DOCUMENTS = (CALLER, SESSIONS, SESSION, BOUND_SESSION, SESSION_TREE, PUBLISH)
"""All of them."""
