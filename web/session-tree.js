// <session-tree>: the whole tree around one session, what runs in it, and what waits for people.

import { askSessionTree } from "./ask-session-tree.js";
import { DirectoryElement } from "./directory-element.js";
import { button, h, sheet } from "./dom.js";
import { failureMessage, message, staleNote } from "./failure-text.js";
import { Failure, SignedOut } from "./failures.js";
import { linkTo } from "./session-link.js";
import { stateOf, timeOf, titleOf, wantsPerson } from "./session-text.js";
import { TREE_MESSAGES } from "./tree-messages.js";

/** @typedef {import("./ask-session-tree.js").TreeNode} TreeNode */

const TREE = sheet(`
:host { padding: 0.75rem; }
.top { display: flex; align-items: center; justify-content: space-between; gap: 0.75rem; padding: 0 0.25rem 0.5rem; }
.top h3 { font-size: 0.9375rem; font-weight: 600; color: var(--attention); }
.again { padding: 0.1875rem 0.625rem; font-size: 0.875rem; }
.attention { display: grid; gap: 0.25rem; padding-bottom: 0.75rem; }
.attention button {
  display: flex; justify-content: space-between; gap: 0.75rem; width: 100%; padding: 0.3125rem 0.625rem; border: 0;
  border-radius: 0.5rem; text-align: start; background: var(--attention-soft); color: var(--attention);
}
.attention .title { min-width: 0; }
.attention .kind { flex: none; font-size: 0.875rem; }
.note { margin-bottom: 0.75rem; }
.members { border-top: 1px solid var(--line); }
.members li {
  --step: 1.125rem;
  padding: 0.5rem 0.375rem 0.5rem calc(0.375rem + var(--indent) * var(--step)); border-bottom: 1px solid var(--line);
  background: repeating-linear-gradient(90deg, var(--line) 0 1px, transparent 1px var(--step)) 0.625rem 0 /
    calc(var(--indent) * var(--step)) 100% no-repeat;
}
.members li:focus { outline: 2px solid var(--accent); outline-offset: -2px; }
.members li[aria-current] { background-color: var(--accent-soft); }
.name { display: flex; align-items: baseline; justify-content: space-between; gap: 0.75rem; }
.name .title { min-width: 0; }
.name a:not(:hover) { color: inherit; text-decoration-color: var(--quiet); text-underline-offset: 0.2em; }
.name time { flex: none; font-size: 0.8125rem; color: var(--quiet); }
.facts { display: flex; flex-wrap: wrap; gap: 0 0.875rem; margin-top: 0.125rem; font-size: 0.8125rem; color: var(--quiet); }
.facts .waits { color: var(--ink); }
.go { margin-top: 0.5rem; padding-block: 0.25rem; font-size: 0.875rem; }
`);

/** Deeper steps are not indented further: the names need the room. */
const DEEPEST_INDENT = 8;

/** Attributes besides those of every element: `session-id`, any session of the tree; `session-url`, a template for links. */
export class SessionTree extends DirectoryElement {
  static observedAttributes = [...DirectoryElement.observedAttributes, "session-id", "session-url"];

  /** Whether a tree is shown, which a failed refresh leaves. */
  #shown = false;
  #note = h("div", { role: "status" });
  #body = h("div", { class: "body" });

  constructor() {
    super(TREE);
    this.root.append(this.#note, this.#body);
  }

  get treeWords() {
    return TREE_MESSAGES[this.language];
  }

  begin() {
    this.#shown = false;
    this.#note.replaceChildren();
    this.#body.replaceChildren(h("p", { class: "quiet" }, this.treeWords.loadingTree));
    this.refresh();
  }

  /** Ask again. What is shown stays until the answer comes; a late answer for another session is dropped by `ask`. */
  async refresh() {
    const sessionId = this.getAttribute("session-id");
    if (sessionId === null) return this.forget();
    this.#body.ariaBusy = "true";
    const answer = await this.ask((client, signal) => askSessionTree(client, sessionId, signal));
    if (answer === null) return;
    this.#body.ariaBusy = "false";
    this.#note.replaceChildren();
    if (answer instanceof Failure) this.#fail(answer);
    else if (answer.member === "SessionTree") this.#show(answer.nodes, sessionId);
    else if (answer.member === "SessionNotFound") this.#say(this.treeWords.treeNotFound, this.treeWords.treeNotFoundMore);
    else this.#say(this.treeWords.panelNotAllowed, this.treeWords.panelNotAllowedMore);
  }

  /** Show nothing, and drop what is still to be answered. */
  forget() {
    super.forget();
    this.#shown = false;
    this.#note.replaceChildren();
    this.#body.replaceChildren();
  }

  /** @param {Failure} failure */
  #fail(failure) {
    const retry = () => this.refresh();
    if (failure instanceof SignedOut) {
      this.#shown = false;
      this.dispatchEvent(new CustomEvent("directory-signed-out", { bubbles: true, composed: true }));
    }
    if (this.#shown) this.#note.replaceChildren(staleNote(failure, this.words, retry));
    else this.#body.replaceChildren(failureMessage(failure, this.words, retry, "h3"));
  }

  /** @param {string} title @param {string} text */
  #say(title, text) {
    this.#shown = false;
    this.#body.replaceChildren(message({ title, text, heading: "h3" }));
  }

  /** @param {TreeNode[]} nodes @param {string} sessionId */
  #show(nodes, sessionId) {
    const refreshed = this.root.activeElement?.classList.contains("again");
    const members = new Map(nodes.map((node) => [node, this.#member(node, sessionId)]));
    const list = h("ol", { class: "members", "aria-label": this.words.tree }, ...members.values());
    this.#shown = true;
    this.#body.replaceChildren(...this.#summary(members), list);
    if (refreshed) /** @type {HTMLElement} */ (this.#body.querySelector(".again")).focus();
  }

  /** Who waits for a person, first. @param {ReadonlyMap<TreeNode, HTMLElement>} members */
  #summary(members) {
    const waiting = [...members].filter(([{ session }]) => session.status === "OPEN" && wantsPerson(session.currentTurn));
    const again = button(this.words.refresh, () => this.refresh(), "button again");
    const { attention, noAttention } = this.treeWords;
    if (waiting.length === 0) return [h("div", { class: "top" }, h("p", { class: "quiet" }, noAttention), again)];
    const items = waiting.map(([{ session }, member]) => {
      const kind = this.words.waiting[session.currentTurn?.waitingFor ?? ""] ?? "";
      const find = { type: "button", click: () => member.focus() };
      return h("li", {}, h("button", find, titleOf(session), h("span", { class: "kind" }, kind)));
    });
    return [
      h("div", { class: "top" }, h("h3", {}, attention(waiting.length)), again),
      h("ul", { class: "attention" }, ...items),
    ];
  }

  /** @param {TreeNode} node @param {string} sessionId */
  #member({ session, depth, run, queue }, sessionId) {
    const { words, treeWords, language } = this;
    const chosen = session.id === sessionId;
    const link = linkTo(this.getAttribute("session-url"), session);
    const time = timeOf(session.lastActivityAt, this.client.now(), language, words);
    const item = h(
      "li",
      { tabindex: "-1", "aria-level": String(depth + 1), "aria-current": chosen && "true" },
      h("div", { class: "name" }, titleOf(session, link), time),
      h(
        "div",
        { class: "facts" },
        stateOf(session, words),
        run && h("span", {}, treeWords.run[run.status] ?? run.status),
        h("span", {}, treeWords.queue[queue.status] ?? queue.status),
        queue.pendingInputs > 0 && h("span", { class: "waits" }, treeWords.pending(queue.pendingInputs)),
      ),
      link && chosen && h("a", { class: "primary go", href: link, rel: "noreferrer" }, words.open),
    );
    item.style.setProperty("--indent", String(Math.min(depth, DEEPEST_INDENT)));
    return item;
  }
}

customElements.define("session-tree", SessionTree);
