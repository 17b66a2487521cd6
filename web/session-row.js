// A session as every list asks for it, and as it is read.

import { instant, nullable, record, text, word } from "./readers.js";

/** @typedef {ReturnType<typeof row>} Row */

export const ROW = `
fragment Row on Session {
  id title path rootSessionId projectId status lastActivityAt currentTurn { status waitingFor }
}`;

export const row = record({
  id: text,
  title: nullable(text),
  path: text,
  rootSessionId: text,
  projectId: text,
  status: word,
  lastActivityAt: instant,
  currentTurn: nullable(record({ status: word, waitingFor: nullable(word) })),
});
