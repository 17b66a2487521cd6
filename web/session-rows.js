// The rows of a list, which are walked with the keyboard and renew their words in place.

import { h, isolated } from "./dom.js";
import { nameOf, stateOf, timeOf, titleOf, whereOf } from "./session-text.js";
import { inWords } from "./time.js";

/** @typedef {import("./session-row.js").Row} Row */

/** How many rows are laid out together. Thousands that each look after themselves cost every frame. */
const CHUNK = 20;

export class SessionRows {
  #list;
  #open;
  /** In their order. @type {Map<HTMLElement, Row>} */
  #shown = new Map();
  /** @type {Map<string, string>} */
  #titlesOfRoots = new Map();
  /** The one that the tab key stops at. @type {HTMLElement | undefined} */
  #stop;
  /** Whether each names its project. */
  ofAllProjects = false;

  element = h("div", {
    class: "rows",
    role: "list",
    keydown: (event) => this.#walk(event),
    focusin: ({ target }) => this.#stopAt(target),
    contentvisibilityautostatechange: ({ target, skipped }) => skipped || this.#renewTimesOf(target),
  });

  /**
   * @param {import("./directory-element.js").DirectoryElement} list whose language and clock they have
   * @param {(sessionId: string, row: HTMLElement) => void} open
   */
  constructor(list, open) {
    this.#list = list;
    this.#open = open;
  }

  get any() {
    return this.#shown.size > 0;
  }

  /** @param {string} sessionId @returns {HTMLElement | undefined} its row */
  of(sessionId) {
    return [...this.#shown].find(([, { id }]) => id === sessionId)?.[0];
  }

  clear() {
    this.element.replaceChildren();
    this.#shown.clear();
    this.#titlesOfRoots.clear();
    this.#stop = undefined;
  }

  /** @param {Row[]} rows @returns {HTMLElement | undefined} the first of them */
  add(rows) {
    this.#learnTitles(rows);
    const buttons = rows.map((row) => this.#row(row));
    for (let at = 0; at < rows.length; at += CHUNK) {
      const items = buttons.slice(at, at + CHUNK).map((button) => h("div", { class: "item", role: "listitem" }, button));
      const chunk = h("div", { class: "chunk" }, ...items);
      chunk.style.setProperty("--rows", String(items.length));
      this.element.append(chunk);
    }
    if (!this.#stop && buttons[0]) this.#stopAt(buttons[0]);
    return buttons[0];
  }

  /** Say the same in the language of now. */
  speak() {
    for (const [button, row] of this.#shown) button.replaceChildren(...this.#said(row));
  }

  /** What is off screen is renewed when it comes into sight. */
  renewTimes() {
    for (const chunk of this.element.children) {
      if (chunk.firstElementChild?.checkVisibility({ contentVisibilityAuto: true })) this.#renewTimesOf(chunk);
    }
  }

  /** @param {Element} chunk */
  #renewTimesOf(chunk) {
    const { client, language, words } = this.#list;
    const now = client.now();
    for (const time of chunk.querySelectorAll("time")) {
      const said = inWords(time.dateTime, now, language, words.now);
      if (time.textContent !== said) time.textContent = said;
    }
  }

  /** A root has one name in all rows, also in those that were there before it. @param {Row[]} rows */
  #learnTitles(rows) {
    const roots = new Map(rows.map((row) => [row.id, row.id === row.rootSessionId && nameOf(row)]));
    for (const [id, title] of roots) if (title) this.#titlesOfRoots.set(id, title);
    for (const [button, row] of this.#shown) {
      if (roots.get(row.rootSessionId)) button.replaceChildren(...this.#said(row));
    }
  }

  /** @param {Row} row */
  #row(row) {
    const press = { type: "button", class: "row", tabindex: "-1", click: () => this.#open(row.id, button) };
    const button = h("button", press, ...this.#said(row));
    this.#shown.set(button, row);
    return button;
  }

  /** @param {Row} row */
  #said(row) {
    const { client, language, words } = this.#list;
    const project = this.ofAllProjects && isolated(row.projectId, "project");
    return [
      titleOf(row),
      h("span", { class: "under" }, project, whereOf(row, this.#titlesOfRoots)),
      stateOf(row, words),
      timeOf(row.lastActivityAt, client.now(), language, words),
    ];
  }

  /** @param {HTMLElement} button */
  #stopAt(button) {
    if (this.#stop) this.#stop.tabIndex = -1;
    this.#stop = button;
    button.tabIndex = 0;
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const button = /** @type {HTMLElement} */ (event.target);
    const buttons = [...this.#shown.keys()];
    const at = buttons.indexOf(button);
    const last = buttons.length - 1;
    const screen = Math.max(Math.floor(innerHeight / button.offsetHeight) - 2, 1);
    /** @type {Record<string, number>} */
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, PageUp: at - screen, PageDown: at + screen, Home: 0, End: last };
    const next = buttons[Math.min(Math.max(to[event.key] ?? at, 0), last)];
    if (!next || next === button) return;
    event.preventDefault();
    next.focus();
  }
}
