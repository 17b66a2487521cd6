// <session-tree>: the whole tree around one session, what runs in it, and what waits for people.

import { DirectoryElement } from "./directory-element.js";
import { button, h, sheet } from "./dom.js";
import { failureMessage, message, staleNote } from "./failure-text.js";
import { Failure, SignedOut } from "./failures.js";
import { linkTo, stateOf, timeOf, titleOf, wantsPerson } from "./session-text.js";
import { TREE_MESSAGES } from "./tree-messages.js";

/** @typedef {import("./client.js").TreeNode} TreeNode */

const TREE = sheet(`
:host { padding: 0.75rem; }
.top { display: flex; align-items: start; justify-content: space-between; gap: 0.75rem; padding: 0.125rem 0.25rem 0.75rem; }
.calm { color: var(--quiet); padding-top: 0.25rem; }
.attention { min-width: 0; }
.attention h3 { font-size: 0.9375rem; font-weight: 600; color: var(--attention); padding-top: 0.25rem; }
.attention ul { margin-top: 0.375rem; display: grid; gap: 0.25rem; justify-items: start; }
.attention button {
  display: flex; gap: 0.5rem; max-width: 100%; padding: 0.25rem 0.625rem; border: 0; border-radius: 0.5rem; text-align: start;
  background: var(--attention-soft); color: var(--attention);
}
.attention .title { min-width: 0; }
.attention .kind { flex: none; font-weight: 500; }
.attention .kind::before { content: "· "; }
.note { margin-bottom: 0.75rem; }
.members { border-top: 1px solid var(--line); }
.members li {
  content-visibility: auto; contain-intrinsic-height: auto 3.75rem; padding: 0.5rem 0.5rem 0.5rem calc(0.5rem + var(--indent) * 1.125rem);
  border-bottom: 1px solid var(--line);
  background: repeating-linear-gradient(90deg, var(--line) 0 1px, transparent 1px 1.125rem) 0.75rem 0 /
    calc(var(--indent) * 1.125rem) 100% no-repeat;
}
.members li:focus-visible { outline-offset: -2px; }
.members li[aria-current] { background-color: var(--accent-soft); }
.name { font-weight: 550; }
.name .untitled { font-weight: 400; }
.name a { display: block; text-align: match-parent; overflow: hidden; text-overflow: ellipsis; }
.facts { display: flex; flex-wrap: wrap; gap: 0.125rem 0.75rem; margin-top: 0.125rem; font-size: 0.8125rem; color: var(--quiet); }
.facts .waits { color: var(--ink); }
.go { margin-top: 0.75rem; }
`);

/** Deeper steps are not indented further: the names need the room. */
const DEEPEST_INDENT = 8;

/** Attributes besides those of every element: `session-id`, any session of the tree; `session-url`, a template for links. */
export class SessionTree extends DirectoryElement {
  static observedAttributes = [...DirectoryElement.observedAttributes, "session-id", "session-url"];

  /** The session whose tree is shown. @type {string | null} */
  #shown = null;
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
    this.#shown = null;
    this.#note.replaceChildren();
    this.#body.replaceChildren(h("p", { class: "quiet" }, this.treeWords.loadingTree));
    this.#load();
  }

  /** The same tree again stays in place until its answer comes; a late answer for another one is dropped by `ask`. */
  async #load() {
    const sessionId = this.getAttribute("session-id") ?? "";
    const { words } = this;
    this.#body.ariaBusy = "true";
    const answer = await this.ask((client, signal) => client.sessionTree(sessionId, signal));
    if (answer === null) return;
    this.#body.ariaBusy = "false";
    this.#note.replaceChildren();
    if (answer instanceof Failure) this.#fail(answer);
    else if (answer.member === "SessionTree") this.#show(answer.nodes, sessionId);
    else if (answer.member === "SessionNotFound") this.#say(this.treeWords.treeNotFound, this.treeWords.treeNotFoundMore);
    else this.#say(this.treeWords.panelNotAllowed, this.treeWords.panelNotAllowedMore);
  }

  /** @param {Failure} failure */
  #fail(failure) {
    const retry = () => this.#load();
    if (failure instanceof SignedOut) {
      this.#shown = null;
      this.dispatchEvent(new CustomEvent("directory-signed-out", { bubbles: true, composed: true }));
    }
    if (this.#shown !== null) this.#note.replaceChildren(staleNote(failure, this.words, retry));
    else this.#body.replaceChildren(failureMessage(failure, this.words, retry, "h3"));
  }

  /** @param {string} title @param {string} text */
  #say(title, text) {
    this.#shown = null;
    this.#body.replaceChildren(message({ title, text, heading: "h3" }));
  }

  /** @param {TreeNode[]} nodes @param {string} sessionId */
  #show(nodes, sessionId) {
    const refocus = this.#shown === sessionId && this.root.activeElement?.classList.contains("again");
    this.#shown = sessionId;
    const members = new Map(nodes.map((node) => [node, this.#member(node, sessionId)]));
    const again = button(this.words.refresh, () => this.#load(), "button again");
    const top = h("div", { class: "top" }, this.#summary(members), again);
    this.#body.replaceChildren(top, h("ol", { class: "members", "aria-label": this.words.tree }, ...members.values()));
    if (refocus) again.focus();
  }

  /** Who waits for a person, first. @param {ReadonlyMap<TreeNode, HTMLElement>} members */
  #summary(members) {
    const { words } = this;
    const waiting = [...members].filter(([{ session }]) => session.status === "OPEN" && wantsPerson(session.currentTurn));
    if (waiting.length === 0) return h("p", { class: "calm" }, this.treeWords.noAttention);
    const items = waiting.map(([{ session }, member]) => {
      const kind = words.waiting[session.currentTurn?.waitingFor ?? ""] ?? "";
      const find = { type: "button", click: () => member.focus() };
      return h("li", {}, h("button", find, titleOf(session), h("span", { class: "kind" }, kind)));
    });
    return h("div", { class: "attention" }, h("h3", {}, this.treeWords.attention(waiting.length)), h("ul", {}, ...items));
  }

  /** @param {TreeNode} node @param {string} sessionId */
  #member(node, sessionId) {
    const { session, depth, run, queue } = node;
    const { words, language } = this;
    const chosen = session.id === sessionId;
    const link = linkTo(this.getAttribute("session-url"), session);
    const item = h(
      "li",
      { tabindex: "-1", "aria-level": String(depth + 1), "aria-current": chosen && "true" },
      h("div", { class: "name" }, titleOf(session)),
      h(
        "div",
        { class: "facts" },
        stateOf(session, words),
        run && h("span", {}, `${this.treeWords.runIs} ${this.treeWords.run[run.status] ?? run.status}`),
        h("span", {}, this.treeWords.queue[queue.status] ?? queue.status),
        queue.pendingInputs > 0 && h("span", { class: "waits" }, this.treeWords.pending(queue.pendingInputs)),
        timeOf(session.lastActivityAt, this.client.now(), language, words),
      ),
      link && h("a", { class: chosen ? "primary go" : "go", href: link, rel: "noreferrer" }, words.open),
    );
    item.style.setProperty("--indent", String(Math.min(depth, DEEPEST_INDENT)));
    return item;
  }
}

customElements.define("session-tree", SessionTree);
