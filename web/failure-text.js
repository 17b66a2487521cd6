// What is said where there is no answer, or none to show.

import { button, h } from "./dom.js";
import { Busy, Mismatch, Offline, OtherVersion, ServerError, SignedOut } from "./failures.js";

/** @typedef {import("./failures.js").Failure} Failure */
/** @typedef {import("./messages.js").Messages} Messages */

/** @param {Failure} failure @param {Messages} words @returns {[title: string, text: string]} */
function saidOf(failure, words) {
  if (failure instanceof SignedOut) return [words.signedOut, words.signedOutMore];
  if (failure instanceof Offline) return [words.offline, words.offlineMore];
  if (failure instanceof Busy) return [words.busy(failure.seconds), ""];
  if (failure instanceof OtherVersion) return [words.otherVersion, words.otherVersionMore];
  if (failure instanceof Mismatch) return [words.mismatch, words.mismatchMore];
  return [words.serverError, words.serverErrorMore];
}

/**
 * A state that fills its place: what happened, what mends it, and the buttons for it.
 * @param {{title: string, text?: string, details?: import("./dom.js").Child[], actions?: Node[], heading?: "h2" | "h3"}} state
 */
export const message = ({ title, text, details = [], actions = [], heading = "h2" }) =>
  h(
    "div",
    { class: "message" },
    h(heading, { tabindex: "-1" }, title),
    text && h("p", {}, text),
    ...details,
    actions.length > 0 && h("div", { class: "actions" }, ...actions),
  );

/**
 * @param {Failure} failure
 * @param {Messages} words
 * @param {() => void} retry
 * @param {"h2" | "h3"} [heading]
 */
export function failureMessage(failure, words, retry, heading) {
  const [title, text] = saidOf(failure, words);
  const incident = failure instanceof ServerError && failure.incident;
  const details = [incident && h("p", {}, `${words.incident} `, h("code", { class: "mono" }, incident))];
  return message({ title, text, details, actions: [mend(failure, words, retry)], heading });
}

/** A line beside what is still shown. @param {Failure} failure @param {Messages} words @param {() => void} retry */
export const staleNote = (failure, words, retry, more = words.stale) =>
  note(`${saidOf(failure, words)[0]} · ${more}`, mend(failure, words, retry));

/** @param {...(Node | string)} said */
export const note = (...said) => h("p", { class: "note" }, ...said);

/** Asking again mends no page of another version. @param {Failure} failure @param {Messages} words @param {() => void} retry */
const mend = (failure, words, retry) =>
  failure instanceof OtherVersion ? reload(words) : button(words.retry, retry, "button");

/** @param {Messages} words */
const reload = (words) => button(words.reload, () => location.reload(), "button");

/** Where a module of the page itself did not come. @param {Messages} words */
export const incomplete = (words) => [words.incomplete, " ", reload(words)];
