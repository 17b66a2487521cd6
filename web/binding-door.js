// <binding-door>: the conversation that a connected chat continues, or the one reason why there is none to be trusted.

import { askBoundSession } from "./ask-bound-session.js";
import { DOOR } from "./binding-door-style.js";
import { DirectoryElement } from "./directory-element.js";
import { button, h, isolated } from "./dom.js";
import { DOOR_MESSAGES } from "./door-messages.js";
import { failureMessage, incomplete, message } from "./failure-text.js";
import { Failure, OtherVersion, SignedOut } from "./failures.js";
import { linkTo } from "./session-link.js";
import { stateOf, timeOf, titleOf, whereOf } from "./session-text.js";

/** @typedef {import("./session-row.js").Row} Row */
/** @typedef {import("./ask-bound-session.js").Bound} Bound */
/** @typedef {import("./ask-bound-session.js").Refusal} Refusal */
/** @typedef {import("./ask-bound-session.js").BoundSessionResult} BoundSessionResult */

/**
 * Attributes besides those of every element: `binding-id`; `session-url`, a template for the link to the conversation.
 *
 * Events: `directory-next-step`, when a person presses the button of a refusal: `detail` is `{nextStep, member, bindingId,
 * replacedBy}`. A platform that can do the step itself prevents the default, which is to tell the person how.
 * `directory-binding`, when the element goes on to another connection, which its `binding-id` then names.
 */
export class BindingDoor extends DirectoryElement {
  static observedAttributes = [...DirectoryElement.observedAttributes, "binding-id", "session-url"];

  /** Null while it is asked for. @type {BoundSessionResult | Failure | null} */
  #answer = null;
  #door = h("div", { class: "door", role: "status" });

  constructor() {
    super(DOOR);
    this.root.append(this.#door);
  }

  get doorWords() {
    return DOOR_MESSAGES[this.language];
  }

  get bindingId() {
    return this.getAttribute("binding-id") ?? "";
  }

  begin() {
    this.#load();
  }

  /** The provider is not asked again for another language. */
  speak() {
    this.#show();
  }

  async #load() {
    this.#answer = null;
    this.#show();
    const answer = await this.ask((client, signal) => askBoundSession(client, this.bindingId, signal));
    if (answer === null) return;
    this.#answer = answer;
    this.#show();
    if (answer instanceof SignedOut) {
      this.dispatchEvent(new CustomEvent("directory-signed-out", { bubbles: true, composed: true }));
    }
  }

  /** The focus does not fall out of what is replaced. */
  #show() {
    const focused = this.root.activeElement !== null;
    this.#door.replaceChildren(this.#said(this.#answer));
    if (focused) /** @type {HTMLElement} */ (this.#door.querySelector("h2")).focus();
  }

  /** @param {BoundSessionResult | Failure | null} answer @returns {Node} */
  #said(answer) {
    if (answer === null) return this.#waiting();
    if (answer instanceof Failure) return failureMessage(answer, this.words, () => this.#load());
    return answer.member === "BoundSession" ? this.#bound(answer) : this.#refused(answer);
  }

  #waiting() {
    const { asking, askingMore } = this.doorWords;
    const waiting = message({ title: asking, text: askingMore });
    waiting.prepend(h("div", { class: "wait" }));
    return waiting;
  }

  /** @param {Bound} bound */
  #bound({ session, verifiedAt }) {
    const { bound, boundMore, confirmed } = this.doorWords;
    const link = linkTo(this.getAttribute("session-url"), session);
    const go = link && h("a", { class: "primary", href: link, rel: "noreferrer" }, this.words.open);
    const details = [
      this.#session(session),
      this.#details([[confirmed, timeOf(verifiedAt, this.client.now(), this.language, this.words)]]),
    ];
    return message({ title: bound, text: boundMore, details: go ? [actions(go), ...details] : details });
  }

  /** @param {Row} row @param {string} [label] */
  #session(row, label) {
    const { words, language } = this;
    const facts = [stateOf(row, words), timeOf(row.lastActivityAt, this.client.now(), language, words)];
    return h(
      "div",
      { class: "session" },
      label && h("div", { class: "label" }, label),
      titleOf(row),
      whereOf(row, new Map()),
      h("div", { class: "facts" }, ...facts),
    );
  }

  /** @param {[string, Node][]} more */
  #details(more = []) {
    const rows = [/** @type {[string, Node]} */ ([this.doorWords.newId, isolated(this.bindingId, "mono")]), ...more];
    return h("dl", { class: "details" }, ...rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
  }

  /** @param {Refusal} refusal */
  #refused(refusal) {
    const { said, step, revokedOn, lastClosed } = this.doorWords;
    const told = said[keyOf(refusal)];
    const next = step[refusal.nextStep];
    if (!next) return this.#said(new OtherVersion());
    const replacedBy = refusal.member === "BindingChanged" ? refusal.replacedBy : null;
    const how = h("div", { class: "how", hidden: "" });
    const label = replacedBy === null ? next : this.doorWords.replacedBy;
    const press = button(label, () => this.#take(refusal, replacedBy, how), "primary");
    const revokedAt = refusal.member === "BindingRevoked" ? refusal.revokedAt : null;
    const closed = refusal.member === "NoOpenSession" ? refusal.lastClosedSession : null;
    const ended = revokedAt === null ? [] : [timeOf(revokedAt, this.client.now(), this.language, this.words)];
    const details = [
      actions(press),
      how,
      closed && this.#session(closed, lastClosed),
      this.#details(ended.map((time) => [revokedOn, time])),
    ];
    // A reason that came later than this page: the server's own words.
    const { title, text } = told ?? { title: refusal.message, text: "" };
    return message({ title, text, details });
  }

  /**
   * What a refusal asks for. Nothing is created here, and no other conversation is offered.
   * @param {Refusal} refusal
   * @param {string | null} replacedBy
   * @param {HTMLElement} how
   */
  async #take(refusal, replacedBy, how) {
    const { nextStep, member } = refusal;
    const detail = { nextStep, member, bindingId: this.bindingId, replacedBy };
    const event = new CustomEvent("directory-next-step", { detail, bubbles: true, composed: true, cancelable: true });
    if (!this.dispatchEvent(event)) return;
    if (replacedBy !== null) return this.#goOn(replacedBy);
    if (nextStep === "RETRY") return this.#load();
    const report = `${keyOf(refusal)}: ${refusal.conversationBindingId}\n${refusal.message}`;
    // While the press still counts as one.
    const copied = nextStep === "ASK_OPERATOR" && navigator.clipboard?.writeText(report).then(
      () => true,
      () => false, // it stands there, to be copied by hand
    );
    const told = await import("./next-step.js").then(
      ({ howTo }) => howTo(refusal, this.language, { report, copied, goOn: (id) => this.#goOn(id) }),
      () => incomplete(this.words),
    );
    how.replaceChildren(...told);
    how.hidden = false;
    how.querySelector("input")?.focus();
  }

  /** To another connection. @param {string} bindingId */
  #goOn(bindingId) {
    if (bindingId === this.bindingId) return;
    this.setAttribute("binding-id", bindingId);
    this.dispatchEvent(new CustomEvent("directory-binding", { detail: { bindingId }, bubbles: true, composed: true }));
  }
}

/** @param {...Node} buttons */
const actions = (...buttons) => h("div", { class: "actions" }, ...buttons);

/** By which a refusal is looked up: its member, with the reason or facet where it has one. @param {any} refusal */
const keyOf = ({ member, invalid, changed, ambiguous, unverified }) =>
  [member, invalid ?? changed ?? ambiguous ?? unverified ?? []].flat().join(".");

customElements.define("binding-door", BindingDoor);
