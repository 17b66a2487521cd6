// How a session is shown, wherever it is.

import { h, isolated, shortened } from "./dom.js";
import { exactly, inWords } from "./time.js";

/** @typedef {import("./session-row.js").Row} Row */
/** @typedef {import("./messages.js").Messages} Messages */

/**
 * The title; without one the last step of the path, in a quieter style.
 * @param {Row} row
 * @param {string | null} [href] where it leads
 */
export function titleOf(row, href = null) {
  const named = nameOf(row);
  const shown = shortened(named ?? row.path.slice(row.path.lastIndexOf("/") + 1));
  const kind = named === null ? "title untitled" : "title";
  return h(href ? "a" : "span", { class: kind, dir: "auto", title: shown, href, rel: href && "noreferrer" }, shown);
}

/** The title, unless there is nothing in it to be seen. @param {Row} row */
export const nameOf = ({ title }) => (title && /[^\s\p{Default_Ignorable_Code_Point}]/u.test(title) ? title.trim() : null);

/**
 * The path under its root, which is named by its title where that is known; a root itself by its id. Where the room is short
 * the last steps, which tell paths apart, are cut last.
 * @param {Row} row
 * @param {ReadonlyMap<string, string>} titles of roots, by session id
 */
export function whereOf(row, titles) {
  const steps = row.path.split("/").slice(2);
  const root = steps.length > 0 ? (titles.get(row.rootSessionId) ?? row.rootSessionId) : row.id;
  const under = steps.map((step) => ` › ${step}`);
  const parts = [under.slice(0, -2).join(""), under.slice(-2).join("")].map((part) => part && isolated(part));
  return h("span", { class: "where", dir: "ltr", title: row.path }, isolated(root), ...parts);
}

/** What the session does, and what it waits for. @param {Row} row @param {Messages} words */
export function stateOf({ status, currentTurn: turn }, words) {
  const over = status !== "OPEN";
  const said = over ? overWords() : turnWords();
  return h("span", { class: "state", "data-tone": over ? "over" : toneOf(turn), title: said }, said);

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

/** In words, and exactly on hover. @param {string} instant @param {number} now @param {string} lang @param {Messages} words */
export const timeOf = (instant, now, lang, words) =>
  h("time", { datetime: instant, title: exactly(instant, lang) }, inWords(instant, now, lang, words.now));
