// <session-directory>: this project's sessions or the whole history, and the tree around a chosen one.

import { askSessions } from "./ask-sessions.js";
import { DirectoryElement } from "./directory-element.js";
import { button, h, isolated } from "./dom.js";
import { failureMessage, incomplete, message, saidOf, staleNote } from "./failure-text.js";
import { Failure, SignedOut } from "./failures.js";
import { LIST_MESSAGES } from "./list-messages.js";
import { LIST } from "./session-directory-style.js";
import { stateOf, timeOf, titleOf, whereOf } from "./session-text.js";
import { inWords } from "./time.js";

/** @typedef {import("./session-row.js").Row} Row */
/** @typedef {import("./ask-sessions.js").Scope} Scope */
/** @typedef {import("./ask-sessions.js").Page} Page */
/** @typedef {import("./ask-sessions.js").Refused} Refused */

/** @type {Record<Scope, number>} The server takes 1 to 1,000 and 1 to 10. */
const PAGE_SIZE = { PROJECT: 40, ALL: 10 };
/** How many rows are laid out together. Thousands that each look after themselves cost every frame. */
const CHUNK = 20;
const NEWS_MS = 20_000;
const WORDS_OF_TIME_MS = 60_000;

/**
 * Attributes besides those of every element: `project-id`, where the token names no project; `scope`, ALL to begin with
 * the history; `session-url`, a template for links, with `{sessionId}` and `{projectId}`.
 */
export class SessionDirectory extends DirectoryElement {
  static observedAttributes = [...DirectoryElement.observedAttributes, "project-id", "scope", "session-url"];

  /** @type {Scope} */
  #scope = "PROJECT";
  /** Whether a list was answered, be it empty. */
  #listed = false;
  /** What its first row was. @type {string | null} */
  #newest = null;
  /** Where the next page begins; null where there is none. @type {string | null} */
  #next = null;
  /** @type {Map<string, string>} */
  #titlesOfRoots = new Map();

  #rows = h("div", { class: "rows", role: "list", keydown: (event) => this.#walk(event) });
  #line = h("div", { class: "line", role: "status" });
  #end = h("div", { class: "end", role: "status" });
  #scopes = h("div", { class: "scopes", role: "group" });
  #refresh = h("button", { type: "button", class: "button refresh", click: () => this.#load() });
  #frame = h(
    "div",
    { class: "frame" },
    h("div", { class: "bar" }, this.#scopes, this.#refresh),
    h("div", { class: "list" }, this.#line, this.#rows, this.#end),
  );
  /** Made when the first session is opened. @type {import("./tree-panel.js").TreePanel | null} */
  #panel = null;

  #bottom = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && this.#more(), {
    rootMargin: "0px 0px 800px",
  });
  /** @type {number[]} */
  #timers = [];

  constructor() {
    super(LIST);
    this.root.append(this.#frame);
    // Where the tree is signed out the list is too; it tells so itself.
    this.#frame.addEventListener("directory-signed-out", (event) => {
      event.stopPropagation();
      this.#fail(new SignedOut());
    });
  }

  get listWords() {
    return LIST_MESSAGES[this.language];
  }

  connectedCallback() {
    super.connectedCallback();
    this.#timers = [
      setInterval(() => this.#lookForNews(), NEWS_MS),
      setInterval(() => this.#renewTimes(), WORDS_OF_TIME_MS),
    ];
    document.addEventListener("visibilitychange", this.#lookForNews);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#panel?.element.close();
    this.#bottom.disconnect();
    this.#timers.forEach(clearInterval);
    document.removeEventListener("visibilitychange", this.#lookForNews);
  }

  begin() {
    this.#rows.setAttribute("aria-label", this.words.sessions);
    this.#refresh.textContent = this.words.refresh;
    this.#scopes.setAttribute("aria-label", this.listWords.scope);
    this.#choose(this.getAttribute("scope") === "ALL" ? "ALL" : "PROJECT");
  }

  /** @param {Scope} scope */
  #choose(scope) {
    this.#scope = scope;
    const { thisProject, history } = this.listWords;
    const names = /** @type {[Scope, string][]} */ ([["PROJECT", thisProject], ["ALL", history]]);
    const focused = this.root.activeElement?.parentElement === this.#scopes;
    this.#scopes.replaceChildren(
      ...names.map(([value, name]) =>
        h("button", { type: "button", "aria-pressed": String(value === scope), click: () => this.#choose(value) }, name),
      ),
    );
    if (focused) /** @type {HTMLElement} */ (this.#scopes.querySelector("[aria-pressed=true]")).focus();
    this.#clear();
    this.#load();
  }

  #clear() {
    this.#listed = false;
    this.#panel?.element.close();
    this.#rows.replaceChildren();
    this.#line.replaceChildren();
  }

  /** The first page. Rows that are there stay until it comes. */
  async #load() {
    this.#bottom.unobserve(this.#end);
    this.#rows.ariaBusy = "true";
    if (!this.#rows.firstChild) this.#end.replaceChildren(skeleton(this.listWords.loading));
    const answer = await this.#askForPage(PAGE_SIZE[this.#scope]);
    if (answer === null) return;
    this.#rows.ariaBusy = "false";
    if (answer instanceof Failure) this.#fail(answer);
    else if (answer.member === "SessionsRefused") this.#refuse(answer);
    else this.#first(answer);
  }

  /** @param {number} first @param {string} [after] */
  #askForPage(first, after) {
    return this.ask((client, signal) => askSessions(client, this.#page(first, after), signal));
  }

  /** @param {number} first @param {string} [after] */
  #page(first, after) {
    const projectId = (this.#scope === "PROJECT" && this.getAttribute("project-id")) || undefined;
    return { scope: this.#scope, first, after, projectId };
  }

  /** @param {Page} page */
  #first(page) {
    this.#line.replaceChildren();
    this.#rows.replaceChildren();
    this.#titlesOfRoots.clear();
    this.#listed = true;
    this.#newest = newestOf(page);
    this.#add(page);
    if (this.getBoundingClientRect().top < 0) this.scrollIntoView();
    if (page.nodes.length === 0) this.#end.replaceChildren(this.#nothing());
  }

  /** @param {Page} page */
  #add({ nodes, pageInfo }) {
    for (const row of nodes) if (row.id === row.rootSessionId && row.title) this.#titlesOfRoots.set(row.id, row.title);
    for (let at = 0; at < nodes.length; at += CHUNK) {
      const rows = nodes.slice(at, at + CHUNK).map((row) => this.#row(row));
      const chunk = h("div", { class: "chunk" }, ...rows);
      chunk.style.setProperty("--rows", String(rows.length));
      this.#rows.append(chunk);
    }
    this.#next = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    this.#expectMore();
  }

  #expectMore() {
    this.#end.replaceChildren();
    if (this.#next !== null) this.#bottom.observe(this.#end);
  }

  async #more() {
    if (this.#next === null) return;
    this.#bottom.unobserve(this.#end);
    this.#end.replaceChildren(h("p", { class: "more quiet" }, this.listWords.loadingMore));
    const answer = await this.#askForPage(PAGE_SIZE[this.#scope], this.#next);
    if (answer === null) return;
    if (answer instanceof SignedOut) this.#fail(answer);
    else if (answer instanceof Failure) this.#end.replaceChildren(this.#broken(saidOf(answer, this.words)[0]));
    else if (answer.member === "SessionsRefused") this.#end.replaceChildren(this.#broken(answer.message));
    else this.#add(answer);
  }

  /** @param {string} why */
  #broken(why) {
    const retry = button(this.words.retry, () => this.#more(), "button");
    return h("p", { class: "note" }, `${this.listWords.noMore} ${why}`, retry);
  }

  /** Something else than a list; what was shown stays, unless it may no longer be seen. @param {Failure} failure */
  #fail(failure) {
    const retry = () => this.#load();
    if (failure instanceof SignedOut) {
      this.#clear();
      this.dispatchEvent(new CustomEvent("directory-signed-out", { bubbles: true, composed: true }));
    }
    if (!this.#rows.firstChild) return this.#end.replaceChildren(failureMessage(failure, this.words, retry));
    this.#line.replaceChildren(staleNote(failure, this.words, retry));
    this.#expectMore();
  }

  /** @param {Refused} refused */
  #refuse({ code, message: told, argument }) {
    this.#clear();
    const { words, listWords } = this;
    const details = [
      h("p", { lang: "en" }, told),
      argument && h("p", {}, `${listWords.argument} `, h("code", { class: "mono" }, argument)),
    ];
    const actions = [button(words.retry, () => this.#load(), "button")];
    if (code.startsWith("PROJECT_")) actions.unshift(button(listWords.history, () => this.#choose("ALL"), "primary"));
    this.#end.replaceChildren(message({ title: listWords.refusal[code] ?? listWords.refused, details, actions }));
  }

  #nothing() {
    const words = this.listWords;
    if (this.#scope === "ALL") return message({ title: words.emptyHistory, text: words.emptyHistoryMore });
    const actions = [button(words.history, () => this.#choose("ALL"), "button")];
    return message({ title: words.emptyProject, text: words.emptyProjectMore, actions });
  }

  /** @param {Row} row */
  #row(row) {
    const { words, language } = this;
    const project = this.#scope === "ALL" && isolated(row.projectId, "project");
    const press = h(
      "button",
      { type: "button", class: "row", click: () => this.#open(row.id, press) },
      titleOf(row),
      h("span", { class: "under" }, project, whereOf(row, this.#titlesOfRoots)),
      stateOf(row, words),
      timeOf(row.lastActivityAt, this.client.now(), language, words),
    );
    if (row.id === this.#panel?.chosen) this.#panel.mark(press);
    return h("div", { class: "item", role: "listitem" }, press);
  }

  /** @param {string} sessionId @param {HTMLElement} press its row */
  async #open(sessionId, press) {
    try {
      const { TreePanel } = await import("./tree-panel.js");
      this.#panel ??= new TreePanel(this, this.#frame);
    } catch {
      // Browsers remember a module that did not come, and after an update there is none of this version.
      return this.#line.replaceChildren(h("p", { class: "note" }, ...incomplete(this.words)));
    }
    this.#panel.open(sessionId, press);
  }

  /** Whether something happened is asked while people look, and told; rows move only when they ask for it. */
  #lookForNews = async () => {
    if (document.hidden || !this.#listed || this.#rows.ariaBusy === "true") return;
    const answer = await this.askBeside((client, signal) => askSessions(client, this.#page(1), signal));
    if (answer instanceof SignedOut) this.#fail(answer);
    else if (answer instanceof Failure && this.#rows.firstChild) this.#fail(answer);
    else if (answer && "nodes" in answer) this.#tellNews(newestOf(answer) !== this.#newest);
  };

  /** @param {boolean} news */
  #tellNews(news) {
    const shown = this.#line.querySelector(".news");
    if (!news) this.#line.replaceChildren();
    else if (!shown) this.#line.replaceChildren(button(this.listWords.newActivity, () => this.#showNews(), "news"));
  }

  #showNews() {
    /** @type {HTMLElement | null} */ (this.#scopes.querySelector("[aria-pressed=true]"))?.focus();
    this.#load();
  }

  #renewTimes() {
    const now = this.client.now();
    for (const time of this.#rows.querySelectorAll("time")) {
      const words = inWords(time.dateTime, now, this.language, this.words.now);
      if (time.textContent !== words) time.textContent = words;
    }
  }

  /** Arrow keys walk the rows. @param {KeyboardEvent} event */
  #walk(event) {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    const rows = /** @type {HTMLElement[]} */ ([...this.#rows.querySelectorAll(".row")]);
    const next = rows[rows.findIndex((row) => row === event.target) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
}

/** @param {Page} page */
const newestOf = ({ nodes: [first] }) => (first ? `${first.id} ${first.lastActivityAt}` : null);

/** @param {string} told */
const skeleton = (told) =>
  h(
    "div",
    { class: "skeleton" },
    h("span", { class: "spoken" }, told),
    ...["46%", "62%", "38%", "54%", "44%", "58%"].map((width) => {
      const bone = h("div", { class: "bone" });
      bone.style.width = width;
      return h("div", { class: "ghost", "aria-hidden": "true" }, bone, h("div", { class: "bone small" }));
    }),
  );

customElements.define("session-directory", SessionDirectory);
