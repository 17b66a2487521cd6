// The whole tree around a session.

import { Mismatch, OtherVersion } from "./failures.js";
import { list, nullable, record, text, union, word } from "./readers.js";
import { ROW, row } from "./session-row.js";

/** @typedef {ReturnType<typeof treeNode>} TreeNode */

export const DOCUMENT = `query PageSessionTree($sessionId: ID!) {
  sessionTree(sessionId: $sessionId) {
    __typename
    ... on SessionTree { nodes { session { ...Row } name depth run { status } queue { status pendingInputs } } }
    ... on SessionNotFound { message sessionId }
    ... on PanelNotAllowed { message }
  }
}${ROW}`;

/** @type {import("./readers.js").Reader<number>} */
function whole(value) {
  if (typeof value === "number" && Number.isInteger(value)) return value;
  throw new OtherVersion();
}

const treeNode = record({
  session: row,
  name: text,
  depth: whole,
  run: nullable(record({ status: word })),
  queue: record({ status: word, pendingInputs: whole }),
});

const treeResult = union({
  SessionTree: record({ nodes: list(treeNode) }),
  SessionNotFound: record({ message: text, sessionId: text }),
  PanelNotAllowed: record({ message: text }),
});

/**
 * The answer is about the session that was asked for, or there is none.
 * @param {import("./client.js").DirectoryClient} client
 * @param {string} sessionId
 * @param {AbortSignal} signal
 */
export async function askSessionTree(client, sessionId, signal) {
  const answer = treeResult((await client.ask(DOCUMENT, { sessionId }, signal))["sessionTree"]);
  if (answer.member === "SessionTree" && !answer.nodes.some(({ session }) => session.id === sessionId)) throw new Mismatch();
  if (answer.member === "SessionNotFound" && answer.sessionId !== sessionId) throw new Mismatch();
  return answer;
}
