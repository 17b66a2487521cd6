// The conversation that a connected chat continues, or why there is none.

import { Mismatch } from "./failures.js";
import { instant, nullable, record, text, union, word } from "./readers.js";
import { ROW, row } from "./session-row.js";

/** @typedef {ReturnType<typeof boundResult>} BoundSessionResult */
/** @typedef {Extract<BoundSessionResult, {member: "BoundSession"}>} Bound */
/** @typedef {Exclude<BoundSessionResult, Bound>} Refusal */

export const DOCUMENT = `query PageBoundSession($conversationBindingId: ID!) {
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

const refusal = { conversationBindingId: text, message: text, nextStep: word };

const boundResult = union({
  BoundSession: record({ conversationBindingId: text, session: row, verifiedAt: instant }),
  NoOpenSession: record({ ...refusal, lastClosedSession: nullable(row) }),
  BindingInvalid: record({ ...refusal, invalid: word }),
  BindingNotPrivate: record(refusal),
  BindingRevoked: record({ ...refusal, revokedAt: nullable(instant) }),
  BindingChanged: record({ ...refusal, changed: word, replacedBy: nullable(text) }),
  BindingAmbiguous: record({ ...refusal, ambiguous: word }),
  BindingUnverified: record({ ...refusal, unverified: word }),
});

/**
 * The answer is about the binding that was asked for, or there is none.
 * @param {import("./client.js").DirectoryClient} client
 * @param {string} conversationBindingId
 * @param {AbortSignal} signal
 */
export async function askBoundSession(client, conversationBindingId, signal) {
  const answer = boundResult((await client.ask(DOCUMENT, { conversationBindingId }, signal))["boundSession"]);
  if (answer.conversationBindingId !== conversationBindingId) throw new Mismatch();
  return answer;
}
