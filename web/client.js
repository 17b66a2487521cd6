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
    const within = patience(signal);
    const token = (await within(() => this.#token()))?.trim();
    // What cannot stand in a header is no token of ours.
    if (!token || !/^[\x21-\x7e]+$/.test(token)) throw new SignedOut();
    const response = await within((limit) => this.#post(token, JSON.stringify({ query, variables }), limit));
    this.#learnTime(response.headers.get("Date"));
    if (response.status === 401) throw new SignedOut();
    if (response.status === 429 || response.status === 503) throw new Busy(this.#patienceOf(response));
    return dataOf(parsed(await within(() => response.text()), response.ok));
  }

  /** `Retry-After` in seconds, which may be told as an instant. @param {Response} response */
  #patienceOf({ headers }) {
    const told = headers.get("Retry-After") ?? "";
    const seconds = /^\d+$/.test(told) ? Number(told) : Math.ceil((Date.parse(told) - this.now()) / 1000);
    return seconds > 0 ? seconds : null;
  }

  /** @param {string} token @param {string} body @param {AbortSignal} signal */
  #post(token, body, signal) {
    return fetch(this.#endpoint, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body,
      signal,
      credentials: "omit",
      referrerPolicy: "no-referrer",
      redirect: "error", // the token goes nowhere else
    });
  }

  /** @param {string | null} date a server may keep it from pages of origins that it does not know */
  #learnTime(date) {
    const told = Date.parse(date ?? "");
    // The header has no fractions of a second: small differences are its, and not the clock's.
    if (!Number.isNaN(told)) this.#ahead = Math.abs(told - Date.now()) > 2000 ? told - Date.now() : 0;
  }
}

/**
 * One time for all steps of a question. A step that fails or does not end is Offline, be it that the token does not come:
 * only an empty or refused one is nobody's.
 * @param {AbortSignal} signal of who asks
 */
function patience(signal) {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  const ended = new Promise((_, end) => limit.addEventListener("abort", end));
  ended.catch(() => {}); // perhaps nothing waits any more

  /** @template T @param {(limit: AbortSignal) => T | Promise<T>} step @returns {Promise<T>} */
  return async (step) => {
    try {
      return await Promise.race([step(limit), /** @type {Promise<never>} */ (ended)]);
    } catch {
      signal.throwIfAborted();
      throw new Offline();
    }
  };
}

/** @param {string} body @param {boolean} ok @returns {unknown} */
function parsed(body, ok) {
  try {
    return JSON.parse(body);
  } catch {
    throw ok ? new OtherVersion() : new ServerError();
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
