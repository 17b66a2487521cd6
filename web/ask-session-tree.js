// The whole tree around a session.

import { OtherVersion } from "./failures.js";
import { list, nullable, record, text, union } from "./readers.js";
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
  run: nullable(record({ status: text })),
  queue: record({ status: text, pendingInputs: whole }),
});

const treeResult = union({
  SessionTree: record({ nodes: list(treeNode) }),
  SessionNotFound: record({ message: text, sessionId: text }),
  PanelNotAllowed: record({ message: text }),
});

/** @param {import("./client.js").DirectoryClient} client @param {string} sessionId @param {AbortSignal} signal */
export async function askSessionTree(client, sessionId, signal) {
  return treeResult((await client.ask(DOCUMENT, { sessionId }, signal))["sessionTree"]);
}
