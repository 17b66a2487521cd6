// The panel of a list: a dialog with the tree of the chosen session, beside the list or over it.

import { h, sheet } from "./dom.js";
import { SessionTree } from "./session-tree.js";
import { TREE_MESSAGES } from "./tree-messages.js";

/** @typedef {import("./directory-element.js").DirectoryElement} DirectoryElement */

const PANEL = sheet(`
@container (min-width: 55rem) {
  .frame:has(.panel[open]) { grid-template-columns: minmax(0, 1fr) minmax(21rem, 27rem); }
}
.panel { flex-direction: column; padding: 0; border: 1px solid var(--line); background: var(--paper); color: inherit; }
.panel[open] { display: flex; }
.panel:not(:modal) {
  position: sticky; inset: auto; top: 3.5rem; width: auto; margin: 0; max-height: calc(100dvh - 4.5rem);
  border-radius: 0.75rem;
}
.panel:modal { width: 100%; height: 100%; max-width: none; max-height: none; border: 0; }
.panel::backdrop { background: rgb(0 0 0 / 0.4); }
.panel header {
  display: flex; align-items: center; justify-content: space-between; padding-block: 0.625rem; padding-inline: 1rem 0.75rem;
  border-bottom: 1px solid var(--line);
}
.panel session-tree { overflow: auto; overscroll-behavior: contain; }
.panel h2 { font-size: 1rem; font-weight: 600; outline: none; }
.panel .close { padding-block: 0.25rem; }
`);

/** Below this width of the list's element, as in the style, the panel covers it. */
const SIDE_BY_SIDE_REM = 55;

export class TreePanel {
  #list;
  #room;
  #heading = h("h2", { id: "panel", tabindex: "-1" });
  #close = h("button", { type: "button", class: "button close", click: () => this.element.close() });
  #tree = new SessionTree();
  /** What opened it, and gets the focus back. @type {HTMLElement | null} */
  #opener = null;
  element = /** @type {HTMLDialogElement} */ (
    h("dialog", { class: "panel", "aria-labelledby": "panel" }, h("header", {}, this.#heading, this.#close), this.#tree)
  );

  /**
   * @param {DirectoryElement} list whose endpoint, token, language and links the tree has too
   * @param {HTMLElement} room what it stands in
   */
  constructor(list, room) {
    this.#list = list;
    this.#room = room;
    this.#tree.token = () => list.token();
    list.root.adoptedStyleSheets.push(PANEL);
    room.append(this.element);
    new ResizeObserver(() => this.element.open && this.#place()).observe(room);
    this.element.addEventListener("close", () => this.#left());
    this.element.addEventListener("keydown", ({ key }) => key === "Escape" && this.element.close());
  }

  /** The session whose tree is shown, if one is. @type {string | null} */
  chosen = null;

  /** Show the tree around a session. @param {string} sessionId @param {HTMLElement} opener its row, which is marked */
  open(sessionId, opener) {
    this.mark(opener);
    this.speak();
    this.#show(sessionId);
    this.#place();
    this.#heading.focus({ preventScroll: true });
  }

  /** In the list's language, which may have become another. */
  speak() {
    const { tree, close } = TREE_MESSAGES[this.#list.language];
    this.#heading.textContent = tree;
    this.#close.textContent = close;
    this.#tree.lang = this.#list.language;
  }

  /** The row of the shown session, also when it was made anew. @param {HTMLElement} row */
  mark(row) {
    this.#opener?.removeAttribute("aria-current");
    this.#opener = row;
    row.setAttribute("aria-current", "true");
  }

  /** @param {string} sessionId */
  #show(sessionId) {
    if (this.chosen === sessionId) return this.#tree.refresh();
    this.chosen = sessionId;
    for (const name of ["endpoint", "session-url"]) {
      const given = this.#list.getAttribute(name);
      if (given === null) this.#tree.removeAttribute(name);
      else this.#tree.setAttribute(name, given);
    }
    this.#tree.setAttribute("session-id", sessionId);
  }

  /** Beside the list where there is room, else over it. */
  #place() {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const over = this.#room.clientWidth < SIDE_BY_SIDE_REM * rem;
    if (this.element.open && this.element.matches(":modal") === over) return;
    if (this.element.open) this.element.close();
    if (over) this.element.showModal();
    else this.element.show();
  }

  #left() {
    if (this.element.open) return; // it was only placed anew
    const opener = this.#opener;
    const { root } = this.#list;
    this.chosen = this.#opener = null;
    this.#tree.removeAttribute("session-id");
    opener?.removeAttribute("aria-current");
    // It may be elsewhere, where somebody chose something else meanwhile.
    if (document.activeElement !== document.body && !this.element.contains(root.activeElement)) return;
    const scope = /** @type {HTMLElement | null} */ (root.querySelector("[aria-pressed=true]"));
    (opener?.isConnected ? opener : scope)?.focus({ preventScroll: true });
  }
}
