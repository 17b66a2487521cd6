// <session-receipt>: one line for a call of the agent's tool `list_sessions`, and nothing to unfold.

import { h, sheet } from "./dom.js";
import { languageOf } from "./messages.js";
import { RECEIPTS } from "./receipts.js";

/** @typedef {"waiting" | "running" | "completed" | "failed" | "interrupted"} CallState */

/** @type {readonly string[]} */
const CALL_STATES = ["waiting", "running", "completed", "failed", "interrupted"];

/** @param {string} state @returns {state is CallState} */
const isCallState = (state) => CALL_STATES.includes(state);

const LINE = sheet(`
:host { display: inline-block; max-width: 100%; vertical-align: bottom; }
:host([hidden]) { display: none; }
span { display: block; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; unicode-bidi: plaintext; }
`);

/** @param {unknown} value @returns {Record<string, unknown>} */
const fieldsOf = (value) => Object(value);

/** The list of a receipt, or that is one. @param {unknown} receipt @returns {unknown[] | null} */
function sessionsOf(receipt) {
  const held = Array.isArray(receipt) ? receipt : fieldsOf(receipt)["sessions"];
  return Array.isArray(held) ? held : null;
}

/**
 * What was viewed, by the receipt's scope. One without a scope that holds a list is of the time before there were scopes,
 * when the history was all there was to view. Without either: what the arguments ask for.
 * @param {unknown} receipt
 * @param {unknown} given
 */
function viewed(receipt, given) {
  const answered = fieldsOf(receipt)["scope"];
  if (answered === "project") return "project";
  if (answered === "all" || sessionsOf(receipt)) return "history";
  return fieldsOf(given)["scope"] === "all" ? "history" : "project";
}

/**
 * The line for a call, from the table that the Python client has too.
 * @param {CallState} state
 * @param {{receipt?: unknown, arguments?: unknown, language?: string}} call
 */
export function receiptLine(state, { receipt = null, arguments: given = null, language = "en" } = {}) {
  const rows = RECEIPTS[languageOf(language)][viewed(receipt, given)];
  if (state !== "completed") return rows[state];
  const sessions = sessionsOf(receipt);
  if (sessions === null) return rows.uncounted;
  return sessions.length === 0 ? rows.empty : rows.viewed.replace("{count}", String(sessions.length));
}

/**
 * Attributes: `state` (waiting, running, completed, failed or interrupted; completed unless given; nothing is said of any
 * other) and `lang`. Properties: `receipt`, what the tool returned, and `arguments`, what it was called with.
 */
export class SessionReceipt extends HTMLElement {
  static observedAttributes = ["state", "lang"];

  /** @type {unknown} */
  #receipt = null;
  /** @type {unknown} */
  #arguments = null;
  #line = h("span", { role: "status" });

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [LINE];
    root.append(this.#line);
  }

  get receipt() {
    return this.#receipt;
  }

  set receipt(receipt) {
    this.#receipt = receipt;
    this.#show();
  }

  get arguments() {
    return this.#arguments;
  }

  set arguments(given) {
    this.#arguments = given;
    this.#show();
  }

  connectedCallback() {
    for (const name of /** @type {const} */ (["receipt", "arguments"])) {
      if (!Object.hasOwn(this, name)) continue; // set before this class was there
      const value = this[name];
      Reflect.deleteProperty(this, name);
      this[name] = value;
    }
    this.#show();
  }

  attributeChangedCallback() {
    this.#show();
  }

  #show() {
    const language = this.closest("[lang]")?.getAttribute("lang") || navigator.language;
    const call = { receipt: this.#receipt, arguments: this.#arguments, language };
    const state = this.getAttribute("state") ?? "completed";
    this.#line.textContent = this.#line.title = isCallState(state) ? receiptLine(state, call) : "";
  }
}

customElements.define("session-receipt", SessionReceipt);
