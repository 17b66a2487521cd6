// <session-tree>: the whole tree around one session, what runs in it, and what waits for people.

import { askSessionTree } from "./ask-session-tree.js";
import { DirectoryElement } from "./directory-element.js";
import { button, h } from "./dom.js";
import { failureMessage, message, staleNote } from "./failure-text.js";
import { Failure, SignedOut } from "./failures.js";
import { linkTo } from "./session-link.js";
import { stateOf, timeOf, titleOf, wantsPerson } from "./session-text.js";
import { TREE } from "./session-tree-style.js";
import { TREE_MESSAGES } from "./tree-messages.js";

/** @typedef {import("./ask-session-tree.js").TreeNode} TreeNode */

/** How many of those who wait for a person are told before the tree itself; the others on request. */
const FIRST_WAITING = 3;
/** Deeper steps are not indented further: the names need the room. */
const DEEPEST_INDENT = 8;

/** What a run is at while its turn is at this, so that it says nothing more. @type {Record<string, string>} */
const AS_ITS_TURN = {
  RUNNING: "RUNNING",
  CANCELLING: "CANCEL_REQUESTED",
  COMPLETED: "COMPLETED",
  FAILED: "FAILED",
  CANCELLED: "CANCELLED",
};
/** A run that is at one of these is what a queue is busy with. */
const LIVE = ["PENDING", "RUNNING", "CANCEL_REQUESTED"];

/** Attributes besides those of every element: `session-id`, any session of the tree; `session-url`, a template for links. */
export class SessionTree extends DirectoryElement {
  static observedAttributes = [...DirectoryElement.observedAttributes, "session-id", "session-url"];

  /** Whether a tree is shown, which a failed refresh leaves. */
  #shown = false;
  #note = h("div", { class: "notes", role: "status" });
  #body = h("div", { class: "body" });

  constructor() {
    super(TREE);
    this.root.append(this.#body, this.#note);
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
    const focused = this.root.activeElement !== null;
    this.#body.ariaBusy = "false";
    this.#note.replaceChildren();
    if (answer instanceof Failure) this.#fail(answer);
    else if (answer.member === "SessionTree") this.#show(answer.nodes, sessionId);
    else if (answer.member === "SessionNotFound") this.#say(this.treeWords.treeNotFound, this.treeWords.treeNotFoundMore);
    else this.#say(this.treeWords.panelNotAllowed, this.treeWords.panelNotAllowedMore);
    if (focused && this.root.activeElement === null) this.#focus();
  }

  /** The focus does not fall out of what was replaced. */
  #focus() {
    const next = this.#note.querySelector("button") ?? this.#body.querySelector("button, [tabindex]");
    /** @type {HTMLElement | null} */ (next)?.focus({ preventScroll: true });
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
    const members = new Map(nodes.map((node) => [node, this.#member(node, sessionId)]));
    const list = h("ol", { class: "members", "aria-label": this.treeWords.tree }, ...members.values());
    this.#body.replaceChildren(...this.#summary(members), list);
    if (!this.#shown) this.#scrollTo(list.querySelector("[aria-current]"));
    this.#shown = true;
  }

  /** Where this element scrolls itself, as in a panel: a page around it stays where it is. @param {Element | null} member */
  #scrollTo(member) {
    const room = this.getBoundingClientRect();
    const place = member?.getBoundingClientRect() ?? room;
    if (place.bottom > room.bottom) this.scrollTop += place.top - room.top - room.height / 2;
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
      h("ul", { class: "attention" }, ...items.slice(0, FIRST_WAITING), this.#rest(items.slice(FIRST_WAITING))),
    ];
  }

  /** How many there are still, which shows them. @param {HTMLElement[]} items */
  #rest([first, ...others]) {
    if (!first) return null;
    const unfold = () => {
      rest.replaceWith(first, ...others);
      first.querySelector("button")?.focus();
    };
    const rest = h("li", {}, button(this.treeWords.more(others.length + 1), unfold));
    return rest;
  }

  /** @param {TreeNode} node @param {string} sessionId */
  #member(node, sessionId) {
    const { session, depth } = node;
    const { words, language } = this;
    const chosen = session.id === sessionId;
    const link = linkTo(this.getAttribute("session-url"), session);
    const time = timeOf(session.lastActivityAt, this.client.now(), language, words);
    const item = h(
      "li",
      { tabindex: "-1", "aria-level": String(depth + 1), "aria-current": chosen && "true" },
      h("div", { class: "name" }, titleOf(session, link), time),
      h("div", { class: "facts" }, stateOf(session, words), ...this.#facts(node)),
      link && chosen && h("a", { class: "primary go", href: link, rel: "noreferrer" }, words.open),
    );
    item.style.setProperty("--indent", String(Math.min(depth, DEEPEST_INDENT)));
    return item;
  }

  /** What run and queue say that the session's own state does not. @param {TreeNode} node */
  #facts({ session, run, queue }) {
    const { treeWords } = this;
    const facts = [];
    if (run && run.status !== AS_ITS_TURN[session.currentTurn?.status ?? ""]) facts.push(treeWords.run[run.status] ?? run.status);
    const busy = queue.status === "RUNNING" && LIVE.includes(run?.status ?? "");
    if (queue.status !== "READY" && !busy) facts.push(treeWords.queue[queue.status] ?? queue.status);
    const waits = queue.pendingInputs > 0 && h("span", { class: "waits" }, treeWords.pending(queue.pendingInputs));
    return [...facts.map((fact) => h("span", {}, fact)), waits];
  }
}

customElements.define("session-tree", SessionTree);
