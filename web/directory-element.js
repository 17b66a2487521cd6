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
  #scheduled = false;
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
    this.#schedule();
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
    this.#schedule();
  }

  disconnectedCallback() {
    this.forget();
  }

  /** @param {string} _name @param {string | null} before @param {string | null} after */
  attributeChangedCallback(_name, before, after) {
    if (before !== after) this.#schedule();
  }

  /** Begin again: what was asked for may be another thing now. For subclasses. */
  begin() {}

  /** Drop what is still to be answered. */
  forget() {
    this.#asking.abort();
  }

  /**
   * The answer to a question, or its Failure; null when another was asked meanwhile, whose answer is wanted instead.
   * @template T
   * @param {(client: DirectoryClient, signal: AbortSignal) => Promise<T>} question
   * @returns {Promise<T | import("./failures.js").Failure | null>}
   */
  async ask(question) {
    this.#asking.abort();
    const { signal } = (this.#asking = new AbortController());
    return this.askBeside(question, signal);
  }

  /**
   * The same for a question beside the last one, which it does not replace.
   * @template T
   * @param {(client: DirectoryClient, signal: AbortSignal) => Promise<T>} question
   * @returns {Promise<T | import("./failures.js").Failure | null>}
   */
  async askBeside(question, signal = this.#asking.signal) {
    try {
      const answer = await question(this.#client, signal);
      return signal.aborted ? null : answer;
    } catch (error) {
      return signal.aborted ? null : failureOf(error);
    }
  }

  /** Several changes at once are one beginning. */
  #schedule() {
    if (this.#scheduled || !this.isConnected) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      if (!this.isConnected) return;
      this.#client = new DirectoryClient(this.getAttribute("endpoint") || "/graphql", () => this.#token());
      this.begin();
    });
  }
}
