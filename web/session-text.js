// How a session is shown, wherever it is.

import { h, isolated } from "./dom.js";
import { exactly, inWords } from "./time.js";

/** @typedef {import("./session-row.js").Row} Row */
/** @typedef {import("./messages.js").Messages} Messages */

/**
 * The title; without one the last step of the path, in a quieter style.
 * @param {Row} row
 * @param {string | null} [href] where it leads
 */
export function titleOf(row, href = null) {
  const named = row.title?.trim();
  const shown = (named || lastStep(row.path)).slice(0, 500);
  const kind = named ? "title" : "title untitled";
  return h(href ? "a" : "span", { class: kind, dir: "auto", title: shown.slice(0, 200), href, rel: href && "noreferrer" }, shown);
}

/** @param {string} path */
const lastStep = (path) => path.slice(path.lastIndexOf("/") + 1);

/**
 * The path under its root, which is named by its title where that is known; a root itself by its id.
 * @param {Row} row
 * @param {ReadonlyMap<string, string>} titles of roots, by session id
 */
export function whereOf(row, titles) {
  const steps = row.path.split("/").slice(2);
  const root = steps.length > 0 ? (titles.get(row.rootSessionId) ?? row.rootSessionId) : row.id;
  const slashed = steps.flatMap((step) => [" › ", isolated(step)]);
  return h("span", { class: "where", title: row.path }, isolated(root), ...slashed);
}

/**
 * What the session does, and what it waits for.
 * @param {Pick<Row, "status" | "currentTurn">} row
 * @param {Messages} words
 */
export function stateOf({ status, currentTurn: turn }, words) {
  const over = status !== "OPEN";
  return h("span", { class: "state", "data-tone": over ? "over" : toneOf(turn) }, over ? overWords() : turnWords());

  function turnWords() {
    if (!turn) return words.noTurn;
    return (turn.waitingFor && words.waiting[turn.waitingFor]) || (words.turn[turn.status] ?? turn.status);
  }

  function overWords() {
    const ended = words.session[status] ?? status;
    return turn && turn.status !== "COMPLETED" ? `${ended} · ${turnWords()}` : ended;
  }
}

/** @type {Record<string, string>} */
const TONES = { RUNNING: "live", CANCELLING: "live", WAITING: "waits", COMPLETED: "good", FAILED: "bad", CANCELLED: "over" };

/** @param {Row["currentTurn"]} turn */
function toneOf(turn) {
  if (!turn) return "none";
  return wantsPerson(turn) ? "attention" : (TONES[turn.status] ?? "none");
}

/** Whether a person is waited for. @param {Row["currentTurn"]} turn */
export const wantsPerson = (turn) => turn?.waitingFor === "APPROVAL" || turn?.waitingFor === "ANSWER";

/**
 * When, in words, and exactly on hover.
 * @param {string} instant
 * @param {number} now
 * @param {string} lang
 * @param {Messages} words
 */
export const timeOf = (instant, now, lang, words) =>
  h("time", { datetime: instant, title: exactly(instant, lang) }, inWords(instant, now, lang, words.now));
