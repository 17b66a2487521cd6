// What the elements share: endpoint, token, language, and one question at a time.

import { DirectoryClient } from "./client.js";
import { failureOf } from "./failures.js";
import { languageOf, MESSAGES } from "./messages.js";
import { THEME } from "./theme.js";

/** @typedef {import("./client.js").TokenSource} TokenSource */

/**
 * An element that asks the directory. Attributes: `endpoint` (`/graphql` unless given) and `lang` (the nearest one, else
 * the browser's). Property: `token`, a function that gives a bearer token or a promise of one; it is asked before every
 * request. Event: `directory-signed-out`, where the server wants another token.
 */
export class DirectoryElement extends HTMLElement {
  static observedAttributes = ["endpoint", "lang"];

  /** @type {TokenSource} */
  #token = () => null;
  #client = new DirectoryClient("/graphql", () => null);
  #asking = new AbortController();
  /** @type {"begin" | "speak" | null} */
  #due = null;
  root = this.attachShadow({ mode: "open" });

  /** @param {...CSSStyleSheet} sheets */
  constructor(...sheets) {
    super();
    this.root.adoptedStyleSheets = [THEME, ...sheets];
  }

  get token() {
    return this.#token;
  }

  set token(source) {
    this.#token = source;
    this.#schedule("begin");
  }

  get client() {
    return this.#client;
  }

  get language() {
    const nearest = this.closest("[lang]")?.getAttribute("lang");
    return languageOf(nearest || navigator.language);
  }

  get words() {
    return MESSAGES[this.language];
  }

  connectedCallback() {
    // A property that was set before this class was there hides the accessor.
    if (Object.hasOwn(this, "token")) {
      const { token } = this;
      Reflect.deleteProperty(this, "token");
      this.token = token;
    }
    this.#schedule("begin");
  }

  disconnectedCallback() {
    this.forget();
  }

  /** @param {string} name @param {string | null} before @param {string | null} after */
  attributeChangedCallback(name, before, after) {
    if (before !== after) this.#schedule(name === "lang" ? "speak" : "begin");
  }

  /** Begin again: what was asked for may be another thing now. For subclasses. */
  begin() {}

  /** Only the language is another. For subclasses that keep what they show. */
  speak() {
    this.begin();
  }

  /** Drop what is still to be answered. */
  forget() {
    this.#asking.abort();
  }

  /**
   * The answer to a question, or its Failure; null when another was asked meanwhile, whose answer is wanted instead.
   * @template T
   * @param {(client: DirectoryClient, signal: AbortSignal) => Promise<T>} question
   * @param {{beside?: boolean}} [how] beside the last question, which it then does not replace
   * @returns {Promise<T | import("./failures.js").Failure | null>}
   */
  async ask(question, { beside = false } = {}) {
    if (!beside) {
      this.#asking.abort();
      this.#asking = new AbortController();
    }
    const { signal } = this.#asking;
    try {
      const answer = await question(this.#client, signal);
      return signal.aborted ? null : answer;
    } catch (error) {
      return signal.aborted ? null : failureOf(error);
    }
  }

  /** Several changes at once are one. @param {"begin" | "speak"} change */
  #schedule(change) {
    if (!this.isConnected) return;
    if (!this.#due) queueMicrotask(() => this.#change());
    if (this.#due !== "begin") this.#due = change;
  }

  #change() {
    const due = this.#due;
    this.#due = null;
    if (!this.isConnected) return;
    if (due === "speak") return this.speak();
    this.#client = new DirectoryClient(this.getAttribute("endpoint") || "/graphql", () => this.#token());
    this.begin();
  }
}
