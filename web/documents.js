// Everything that the page ever asks. A test validates these documents against schema/schema.graphql.

const ROW = `
fragment Row on Session {
  id title path rootSessionId projectId status lastActivityAt currentTurn { status waitingFor }
}`;

export const CALLER = `query PageCaller { caller { kind userId appId projectId } }`;

export const SESSIONS = `query PageSessions($scope: SessionScope!, $first: Int!, $after: String, $projectId: ID) {
  sessions(scope: $scope, first: $first, after: $after, projectId: $projectId) {
    __typename
    ... on SessionConnection { scope nodes { ...Row } pageInfo { hasNextPage endCursor } }
    ... on SessionsRefused { code message argument }
  }
}${ROW}`;

export const SESSION_TREE = `query PageSessionTree($sessionId: ID!) {
  sessionTree(sessionId: $sessionId) {
    __typename
    ... on SessionTree {
      nodes { session { ...Row } name depth run { status } queue { status pendingInputs } }
    }
    ... on SessionNotFound { message sessionId }
    ... on PanelNotAllowed { message }
  }
}${ROW}`;

export const BOUND_SESSION = `query PageBoundSession($conversationBindingId: ID!) {
  boundSession(conversationBindingId: $conversationBindingId) {
    __typename
    ... on BindingRefusal { conversationBindingId message nextStep }
    ... on BoundSession { conversationBindingId session { ...Row } verifiedAt }
    ... on NoOpenSession { lastClosedSession { ...Row } }
    ... on BindingInvalid { invalid: reason }
    ... on BindingRevoked { revokedAt }
    ... on BindingChanged { changed replacedBy }
    ... on BindingAmbiguous { ambiguous }
    ... on BindingUnverified { unverified: reason }
  }
}${ROW}`;
