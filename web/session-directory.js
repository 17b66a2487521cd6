// <session-directory>: this project's sessions or the whole history, and the tree around a chosen one.

import { askSessions } from "./ask-sessions.js";
import { DirectoryElement } from "./directory-element.js";
import { button, h } from "./dom.js";
import { failureMessage, incomplete, note, staleNote } from "./failure-text.js";
import { Failure, OtherVersion, SignedOut } from "./failures.js";
import { LIST_MESSAGES } from "./list-messages.js";
import { LIST } from "./session-directory-style.js";
import { SessionRows } from "./session-rows.js";

/** @typedef {import("./ask-sessions.js").Scope} Scope */
/** @typedef {import("./ask-sessions.js").SessionsResult} SessionsResult */
/** @typedef {import("./ask-sessions.js").Page} Page */

/** @type {Record<Scope, number>} The server takes 1 to 1,000 and 1 to 10. */
const PAGE_SIZE = { PROJECT: 40, ALL: 10 };
const NEWS_MS = 20_000;

/**
 * Attributes besides those of every element: `project-id`, where the token names no project; `scope`, ALL to begin with
 * the history; `session-url`, a template for links, with `{sessionId}` and `{projectId}`.
 */
export class SessionDirectory extends DirectoryElement {
  static observedAttributes = [...DirectoryElement.observedAttributes, "project-id", "scope", "session-url"];

  /** @type {Scope} */
  #scope = "PROJECT";
  /** What the first row was; undefined where there is no list. @type {string | undefined} */
  #newest;
  /** Where the next page begins; null where there is none. @type {string | null} */
  #next = null;

  #rows = new SessionRows(this, (sessionId, row) => this.#open(sessionId, row));
  #line = h("div", { class: "line", role: "status" });
  #end = h("div", { class: "end", role: "status" });
  #thisProject = button("", () => this.#choose("PROJECT"));
  #history = button("", () => this.#choose("ALL"));
  #scopes = h("div", { class: "scopes", role: "group" }, this.#thisProject, this.#history);
  #refresh = button("", () => this.#load(), "button refresh");
  #frame = h(
    "div",
    { class: "frame" },
    h("div", { class: "bar" }, this.#scopes, this.#refresh),
    h("div", { class: "list" }, this.#rows.element, this.#end, this.#line),
  );
  /** Made when the first session is opened. @type {import("./tree-panel.js").TreePanel | null} */
  #panel = null;

  #bottom = new IntersectionObserver((seen) => seen.at(-1)?.isIntersecting && this.#more(), {
    rootMargin: "0px 0px 800px",
  });
  #unwatch = () => {};

  constructor() {
    super(LIST);
    this.root.append(this.#frame);
    // Where the tree is signed out the list is too; it tells so itself.
    this.#frame.addEventListener("directory-signed-out", (event) => {
      event.stopPropagation();
      this.#replace(() => this.#fail(new SignedOut()));
    });
  }

  get listWords() {
    return LIST_MESSAGES[this.language];
  }

  connectedCallback() {
    super.connectedCallback();
    this.#unwatch = whileSeen(NEWS_MS, () => {
      this.#rows.renewTimes();
      this.#lookForNews();
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#panel?.element.close();
    this.#bottom.disconnect();
    this.#unwatch();
  }

  begin() {
    this.#label();
    this.#choose(this.getAttribute("scope") === "ALL" ? "ALL" : "PROJECT");
  }

  /** In another language all that is there stays. */
  speak() {
    this.#label();
    this.#panel?.speak();
    if (!this.#rows.any) return this.#load();
    this.#rows.speak();
    this.#tell(null);
    this.#lookForNews();
    this.#expectMore();
  }

  #label() {
    const { words, listWords } = this;
    this.#rows.element.ariaLabel = words.sessions;
    this.#refresh.textContent = words.refresh;
    this.#scopes.ariaLabel = listWords.scope;
    this.#thisProject.textContent = listWords.thisProject;
    this.#history.textContent = listWords.history;
  }

  get #busy() {
    return this.#rows.element.ariaBusy === "true";
  }

  get #pressed() {
    return this.#scope === "ALL" ? this.#history : this.#thisProject;
  }

  /** @param {Scope} scope */
  #choose(scope) {
    this.#scope = scope;
    this.#rows.ofAllProjects = scope === "ALL";
    for (const one of [this.#thisProject, this.#history]) one.ariaPressed = String(one === this.#pressed);
    this.#replace(() => this.#clear());
    this.#load();
  }

  #clear() {
    this.#panel?.element.close();
    this.#rows.clear();
    this.#newest = undefined;
    this.#next = null;
    this.#tell(null);
  }

  /** The first page. Rows that are there stay until it comes. */
  async #load() {
    this.#bottom.unobserve(this.#end);
    this.#rows.element.ariaBusy = "true";
    const bones = this.#rows.any ? [] : [skeleton(this.listWords.loading)];
    this.#replace(() => this.#end.replaceChildren(...bones));
    const answer = await this.ask(async (client, signal) => {
      const first = await askSessions(client, this.#page(), signal);
      return { first, instead: "nodes" in first && first.nodes.length > 0 ? null : await noRows() };
    });
    if (answer === null) return;
    this.#rows.element.ariaBusy = "false";
    this.#replace(() => (answer instanceof Failure ? this.#fail(answer) : this.#show(answer.first, answer.instead)));
    if (answer instanceof Failure && this.#rows.any) this.#expectMore();
  }

  /** @param {{first?: number, after?: string}} [given] */
  #page({ first = PAGE_SIZE[this.#scope], after } = {}) {
    const projectId = (this.#scope === "PROJECT" && this.getAttribute("project-id")) || undefined;
    return { scope: this.#scope, first, after, projectId };
  }

  /**
   * The focus does not fall out of what is replaced, but goes to what `change` gives, or what is said instead of the rows.
   * @param {() => HTMLElement | undefined | void} change
   */
  #replace(change) {
    const focused = this.root.activeElement;
    const instead = change() ?? /** @type {HTMLElement | null} */ (this.#end.querySelector("[tabindex]"));
    if (focused && !focused.isConnected && !this.root.activeElement) (instead ?? this.#pressed).focus();
  }

  /** @param {SessionsResult} answer @param {Awaited<ReturnType<typeof noRows>> | null} instead of rows */
  #show(answer, instead) {
    if (instead) this.#clear();
    this.#tell(null);
    if ("nodes" in answer) {
      this.#rows.clear();
      this.#newest = newestOf(answer);
      this.#add(answer);
    }
    if (this.getBoundingClientRect().top < 0) this.scrollIntoView();
    const ways = { retry: () => this.#load(), history: () => this.#choose("ALL") };
    if (instead) this.#end.replaceChildren(instead.insteadOfRows(answer, this.language, ways));
  }

  /** @param {Page} page */
  #add({ nodes, pageInfo }) {
    const first = this.#rows.add(nodes);
    const chosen = this.#panel?.chosen && this.#rows.of(this.#panel.chosen);
    if (chosen) this.#panel?.mark(chosen);
    this.#next = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    this.#expectMore();
    return first;
  }

  #expectMore() {
    this.#end.replaceChildren();
    this.#bottom.unobserve(this.#end); // else it would not be told anew
    if (this.#next !== null) this.#bottom.observe(this.#end);
  }

  async #more() {
    if (this.#next === null || this.#busy) return;
    this.#bottom.unobserve(this.#end);
    const loading = h("p", { class: "more quiet", tabindex: "-1" }, this.listWords.loadingMore);
    this.#replace(() => this.#end.replaceChildren(loading));
    const page = this.#page({ after: this.#next });
    const answer = await this.ask((client, signal) => askSessions(client, page, signal));
    if (answer !== null) this.#replace(() => this.#took(answer));
  }

  /** @param {SessionsResult | Failure} answer to the question for more */
  #took(answer) {
    if (answer instanceof SignedOut) return this.#fail(answer);
    if ("nodes" in answer) return this.#add(answer);
    const { words } = this;
    const { noMore } = this.listWords;
    const retry = () => this.#more();
    const refused = () => note(`${answer.message} · ${noMore}`, button(words.retry, retry, "button"));
    this.#end.replaceChildren(answer instanceof Failure ? staleNote(answer, words, retry, noMore) : refused());
  }

  /** Something else than a list; what was shown stays, unless it may no longer be seen. @param {Failure} failure */
  #fail(failure) {
    const retry = () => this.#load();
    if (failure instanceof SignedOut) {
      this.#clear();
      this.dispatchEvent(new CustomEvent("directory-signed-out", { bubbles: true, composed: true }));
    }
    if (!this.#rows.any) return this.#end.replaceChildren(failureMessage(failure, this.words, retry));
    this.#tell(staleNote(failure, this.words, retry));
  }

  /** @param {string} sessionId @param {HTMLElement} row */
  async #open(sessionId, row) {
    try {
      const { TreePanel } = await import("./tree-panel.js");
      this.#panel ??= new TreePanel(this, this.#frame);
    } catch {
      // Browsers remember a module that did not come, and after an update there is none of this version.
      return this.#tell(note(...incomplete(this.words)));
    }
    this.#panel.open(sessionId, row);
  }

  /** News are told; rows move only when somebody asks for it. */
  async #lookForNews() {
    if (this.#busy || this.#newest === undefined) return;
    const answer = await this.ask((client, signal) => askSessions(client, this.#page({ first: 1 }), signal), { beside: true });
    const news = () => button(this.listWords.newActivity, () => this.#load(), "news");
    this.#replace(() => {
      if (answer instanceof SignedOut || (answer instanceof Failure && this.#rows.any)) this.#fail(answer);
      else if (answer && "nodes" in answer) this.#tell(newestOf(answer) === this.#newest ? null : news());
    });
  }

  /** The line at the lower edge. One that says the same stays, with the focus, and is not read aloud again. @param {Node | null} line */
  #tell(line) {
    if (this.#line.textContent !== (line?.textContent ?? "")) this.#line.replaceChildren(...(line ? [line] : []));
  }
}

/** @param {Page} page */
const newestOf = ({ nodes: [first] }) => `${first?.id} ${first?.lastActivityAt}`;

const noRows = () => import("./no-rows.js").catch(() => Promise.reject(new OtherVersion()));

/** Acts while people look at the page, and at once when they look again. @param {number} ms @param {() => void} act */
function whileSeen(ms, act) {
  const look = () => document.hidden || act();
  const timer = setInterval(look, ms);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}

/** @param {string} told */
function skeleton(told) {
  const bones = Array.from({ length: 6 }, () => h("div", { class: "bone" }));
  return h("div", { class: "skeleton" }, h("span", { class: "spoken", tabindex: "-1" }, told), ...bones);
}

customElements.define("session-directory", SessionDirectory);
