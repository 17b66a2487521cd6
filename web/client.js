// The directory over GraphQL: a question, and the data of its answer or a Failure.

import { Busy, Offline, OtherVersion, ServerError, SignedOut } from "./failures.js";

/** @typedef {() => string | null | undefined | Promise<string | null | undefined>} TokenSource */

/** The server answers within 20 seconds, whatever it is asked. */
const PATIENCE_MS = 30_000;

export class DirectoryClient {
  #endpoint;
  #token;
  /** How far the server's clock is ahead of this one, in milliseconds. */
  #ahead = 0;

  /**
   * @param {string} endpoint the URL of `/graphql`
   * @param {TokenSource} token asked before every request, so that it may renew what it gives
   */
  constructor(endpoint, token) {
    this.#endpoint = endpoint;
    this.#token = token;
  }

  /** The server's time now, in milliseconds: this machine's clock may be wrong. */
  now() {
    return Date.now() + this.#ahead;
  }

  /**
   * @param {string} query
   * @param {object} variables
   * @param {AbortSignal} signal
   * @returns {Promise<Record<string, unknown>>} the data, whole; anything else is thrown as a Failure
   */
  async ask(query, variables, signal) {
    const token = await this.#renewedToken();
    signal.throwIfAborted();
    // What cannot stand in a header is no token of ours.
    if (!token || !/^[\x21-\x7e]+$/.test(token)) throw new SignedOut();
    const response = await this.#post(token, JSON.stringify({ query, variables }), signal);
    this.#learnTime(response.headers.get("Date"));
    if (response.status === 401) throw new SignedOut();
    if (response.status === 429 || response.status === 503) throw new Busy(this.#patienceOf(response));
    return dataOf(await bodyOf(response, signal));
  }

  /** `Retry-After` in seconds, which may be told as an instant. @param {Response} response */
  #patienceOf({ headers }) {
    const told = headers.get("Retry-After") ?? "";
    const seconds = /^\d+$/.test(told) ? Number(told) : Math.ceil((Date.parse(told) - this.now()) / 1000);
    return seconds > 0 ? seconds : null;
  }

  /** Who cannot get a token is signed out, whatever the cause. */
  async #renewedToken() {
    try {
      return await this.#token();
    } catch {
      return null;
    }
  }

  /** @param {string} token @param {string} body @param {AbortSignal} signal */
  async #post(token, body, signal) {
    try {
      return await fetch(this.#endpoint, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
        credentials: "omit",
        referrerPolicy: "no-referrer",
        redirect: "error", // the token goes nowhere else
      });
    } catch {
      signal.throwIfAborted();
      throw new Offline();
    }
  }

  /** @param {string | null} date a server may keep it from pages of origins that it does not know */
  #learnTime(date) {
    const told = Date.parse(date ?? "");
    // The header has no fractions of a second: small differences are its, and not the clock's.
    if (!Number.isNaN(told)) this.#ahead = Math.abs(told - Date.now()) > 2000 ? told - Date.now() : 0;
  }
}

/** @param {Response} response @param {AbortSignal} signal @returns {Promise<unknown>} */
async function bodyOf(response, signal) {
  const body = await response.text().catch(() => {
    signal.throwIfAborted();
    throw new Offline(); // half an answer
  });
  try {
    return JSON.parse(body);
  } catch {
    throw response.ok ? new OtherVersion() : new ServerError();
  }
}

const DOCUMENT_NOT_UNDERSTOOD = ["GRAPHQL_VALIDATION_FAILED", "GRAPHQL_PARSE_FAILED", "BAD_USER_INPUT"];

/** @param {unknown} body @returns {Record<string, unknown>} */
function dataOf(body) {
  const { data, errors } = /** @type {{data?: any, errors?: any[]}} */ (Object(body));
  if (Array.isArray(errors) && errors.length > 0) {
    const { code, incident } = Object(errors[0]?.extensions);
    if (DOCUMENT_NOT_UNDERSTOOD.includes(code)) throw new OtherVersion();
    throw new ServerError(typeof incident === "string" ? incident : undefined);
  }
  if (typeof data !== "object" || data === null) throw new OtherVersion();
  return data;
}
