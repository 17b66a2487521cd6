// <binding-door>: the conversation that a connected chat continues, or the one reason why there is none to be trusted.

import { askBoundSession } from "./ask-bound-session.js";
import { DOOR } from "./binding-door-style.js";
import { DirectoryElement } from "./directory-element.js";
import { button, h, isolated } from "./dom.js";
import { DOOR_MESSAGES } from "./door-messages.js";
import { failureMessage, message } from "./failure-text.js";
import { Failure, OtherVersion, SignedOut } from "./failures.js";
import { linkTo } from "./session-link.js";
import { stateOf, timeOf, titleOf, whereOf } from "./session-text.js";

/** @typedef {import("./session-row.js").Row} Row */
/** @typedef {import("./ask-bound-session.js").Bound} Bound */
/** @typedef {import("./ask-bound-session.js").Refusal} Refusal */

/**
 * Attributes besides those of every element: `binding-id`; `session-url`, a template for the link to the conversation.
 *
 * Events: `directory-next-step`, when a person presses the button of a refusal: `detail` is `{nextStep, member, bindingId,
 * replacedBy}`. A platform that can do the step itself prevents the default, which is to tell the person how.
 * `directory-binding`, when the element goes on to another connection, which its `binding-id` then names.
 */
export class BindingDoor extends DirectoryElement {
  static observedAttributes = [...DirectoryElement.observedAttributes, "binding-id", "session-url"];

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

  async #load() {
    const { asking, askingMore } = this.doorWords;
    const waiting = message({ title: asking, text: askingMore });
    waiting.prepend(h("div", { class: "wait" }));
    this.#say(waiting);
    const answer = await this.ask((client, signal) => askBoundSession(client, this.bindingId, signal));
    if (answer === null) return;
    if (answer instanceof Failure) this.#fail(answer);
    else if (answer.member === "BoundSession") this.#say(this.#bound(answer));
    else this.#refuse(answer);
  }

  /** The focus does not fall out of what is replaced. @param {Node} content */
  #say(content) {
    const focused = this.root.activeElement !== null;
    this.#door.replaceChildren(content);
    if (focused) /** @type {HTMLElement} */ (this.#door.querySelector("h2")).focus();
  }

  /** @param {Failure} failure */
  #fail(failure) {
    this.#say(failureMessage(failure, this.words, () => this.#load()));
    if (failure instanceof SignedOut) {
      this.dispatchEvent(new CustomEvent("directory-signed-out", { bubbles: true, composed: true }));
    }
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
  #refuse(refusal) {
    const { said, step, revokedOn, lastClosed } = this.doorWords;
    const told = said[keyOf(refusal)];
    const next = step[refusal.nextStep];
    if (!next) return this.#fail(new OtherVersion());
    const replacedBy = refusal.member === "BindingChanged" ? refusal.replacedBy : null;
    const how = h("div", { class: "how", hidden: "" });
    const label = replacedBy === null ? next.button : this.doorWords.replacedBy;
    const press = button(label, () => this.#take(refusal, replacedBy, next, how), "primary");
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
    return this.#say(message({ title, text, details }));
  }

  /**
   * What a refusal asks for. Nothing is created here, and no other conversation is offered.
   * @param {Refusal} refusal
   * @param {string | null} replacedBy
   * @param {{how: string}} step
   * @param {HTMLElement} how
   */
  #take(refusal, replacedBy, step, how) {
    const { nextStep, member } = refusal;
    const detail = { nextStep, member, bindingId: this.bindingId, replacedBy };
    const event = new CustomEvent("directory-next-step", { detail, bubbles: true, composed: true, cancelable: true });
    if (!this.dispatchEvent(event)) return;
    if (replacedBy !== null) this.#goOn(replacedBy);
    else if (nextStep === "RETRY") this.#load();
    else how.replaceChildren(...this.#explanation(refusal, step));
    how.hidden = !how.firstChild;
    how.querySelector("input")?.focus();
  }

  /** To another connection. @param {string} bindingId */
  #goOn(bindingId) {
    if (bindingId === this.bindingId) return;
    this.setAttribute("binding-id", bindingId);
    this.dispatchEvent(new CustomEvent("directory-binding", { detail: { bindingId }, bubbles: true, composed: true }));
  }

  /** @param {Refusal} refusal @param {{how: string}} step @returns {Node[]} */
  #explanation(refusal, step) {
    if (refusal.nextStep === "FIX_CALL") return [this.#correction()];
    if (refusal.nextStep !== "ASK_OPERATOR") return [h("p", {}, step.how)];
    const report = `${keyOf(refusal)}: ${refusal.conversationBindingId}\n${refusal.message}`;
    const copied = h("p", { class: "quiet" });
    navigator.clipboard?.writeText(report).then(
      () => copied.append(this.doorWords.copied),
      () => {}, // it stands there, to be copied by hand
    );
    return [h("p", {}, step.how), h("pre", { class: "mono", dir: "auto" }, report), copied];
  }

  /** A field for the right id. */
  #correction() {
    const input = /** @type {HTMLInputElement} */ (h("input", { id: "id", dir: "auto", autocomplete: "off", spellcheck: "false" }));
    input.value = this.bindingId;
    const go = () => this.#goOn(input.value);
    input.addEventListener("keydown", (event) => event.key === "Enter" && go());
    const field = h("div", { class: "field" }, input, button(this.doorWords.go, go, "button"));
    return h("div", {}, h("label", { for: "id" }, this.doorWords.newId), field);
  }
}

/** @param {...Node} buttons */
const actions = (...buttons) => h("div", { class: "actions" }, ...buttons);

/** By which a refusal is looked up: its member, with the reason or facet where it has one. @param {any} refusal */
const keyOf = ({ member, invalid, changed, ambiguous, unverified }) =>
  [member, invalid ?? changed ?? ambiguous ?? unverified ?? []].flat().join(".");

customElements.define("binding-door", BindingDoor);
