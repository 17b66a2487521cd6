// A page of this project's sessions, or of the whole history.

import { Mismatch, OtherVersion } from "./failures.js";
import { flag, list, nullable, record, text, union, word } from "./readers.js";
import { ROW, row } from "./session-row.js";

/** @typedef {"PROJECT" | "ALL"} Scope */
/** @typedef {ReturnType<typeof sessionsResult>} SessionsResult */
/** @typedef {Extract<SessionsResult, {member: "SessionConnection"}>} Page */

export const DOCUMENT = `query PageSessions($scope: SessionScope!, $first: Int!, $after: String, $projectId: ID) {
  sessions(scope: $scope, first: $first, after: $after, projectId: $projectId) {
    __typename
    ... on SessionConnection { scope nodes { ...Row } pageInfo { hasNextPage endCursor } }
    ... on SessionsRefused { code message argument }
  }
}${ROW}`;

const sessionsResult = union({
  SessionConnection: record({
    scope: word,
    nodes: list(row),
    pageInfo: record({ hasNextPage: flag, endCursor: nullable(text) }),
  }),
  SessionsRefused: record({ code: word, message: text, argument: nullable(text) }),
});

/**
 * Newest activity first; the answer is of the scope that was asked for, or there is none.
 * @param {import("./client.js").DirectoryClient} client
 * @param {{scope: Scope, first: number, after?: string, projectId?: string}} page
 * @param {AbortSignal} signal
 */
export async function askSessions(client, page, signal) {
  const answer = sessionsResult((await client.ask(DOCUMENT, page, signal))["sessions"]);
  if (answer.member !== "SessionConnection") return answer;
  if (answer.scope !== page.scope) throw new Mismatch();
  const { hasNextPage, endCursor } = answer.pageInfo;
  if (hasNextPage && (endCursor === null || endCursor === page.after)) throw new OtherVersion(); // it leads nowhere
  return answer;
}
