// The panel of a list: a dialog with the tree of the chosen session, beside the list or over it.

import { h } from "./dom.js";
import { failureMessage } from "./failure-text.js";
import { Offline } from "./failures.js";

/** @typedef {import("./directory-element.js").DirectoryElement} DirectoryElement */

/** Below this width of the list's element the panel covers it. */
const SIDE_BY_SIDE_PX = 880;

export class TreePanel {
  #list;
  #room;
  #heading = h("h2", { id: "panel", tabindex: "-1" });
  #close = h("button", { type: "button", class: "button", click: () => this.element.close() });
  #body = h("div");
  /** What opened it, and gets the focus back. @type {HTMLElement | null} */
  #opener = null;
  element = /** @type {HTMLDialogElement} */ (
    h("dialog", { class: "panel", "aria-labelledby": "panel" }, h("header", {}, this.#heading, this.#close), this.#body)
  );

  /**
   * @param {DirectoryElement} list whose endpoint, token, language and links the tree has too
   * @param {HTMLElement} room what it stands in
   */
  constructor(list, room) {
    this.#list = list;
    this.#room = room;
    new ResizeObserver(() => this.element.open && this.#place()).observe(room);
    this.element.addEventListener("close", () => this.#left());
    this.element.addEventListener("keydown", ({ key }) => key === "Escape" && this.element.close());
  }

  /** The session whose tree is shown, if one is. @type {string | null} */
  chosen = null;

  /** Show the tree around a session. @param {string} sessionId @param {HTMLElement} opener its row, which is marked */
  async open(sessionId, opener) {
    const { words } = this.#list;
    this.mark(opener);
    this.chosen = sessionId;
    this.#heading.textContent = words.tree;
    this.#close.textContent = words.close;
    this.#place();
    this.#heading.focus({ preventScroll: true });
    try {
      await import("./session-tree.js");
    } catch {
      const retry = () => this.open(sessionId, opener);
      return this.#body.replaceChildren(failureMessage(new Offline(), words, retry, "h3"));
    }
    if (this.chosen === sessionId) this.#show(sessionId);
  }

  /** The row of the shown session, also when it was made anew. @param {HTMLElement} row */
  mark(row) {
    this.#opener?.removeAttribute("aria-current");
    this.#opener = row;
    row.setAttribute("aria-current", "true");
  }

  /** @param {string} sessionId */
  #show(sessionId) {
    const given = ["endpoint", "session-url"].map((name) => /** @type {const} */ ([name, this.#list.getAttribute(name)]));
    const known = /** @type {DirectoryElement | null} */ (this.#body.querySelector("session-tree"));
    const tree = known ?? /** @type {DirectoryElement} */ (h("session-tree"));
    for (const [name, value] of given) value === null ? tree.removeAttribute(name) : tree.setAttribute(name, value);
    tree.lang = this.#list.language;
    tree.setAttribute("session-id", sessionId);
    tree.token = () => this.#list.token();
    if (!known) this.#body.replaceChildren(tree);
  }

  /** Beside the list where there is room, else over it. */
  #place() {
    const over = this.#room.clientWidth < SIDE_BY_SIDE_PX;
    if (this.element.open && this.element.matches(":modal") === over) return;
    if (this.element.open) this.element.close();
    if (over) this.element.showModal();
    else this.element.show();
  }

  #left() {
    if (this.element.open) return; // it was only placed anew
    const opener = this.#opener;
    this.chosen = this.#opener = null;
    opener?.removeAttribute("aria-current");
    opener?.focus({ preventScroll: true });
  }
}
