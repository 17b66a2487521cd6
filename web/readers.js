// Answers are read, not trusted: a server of another version is noticed here, before anything is shown.

import { OtherVersion } from "./failures.js";

/**
 * Gives the value, or throws OtherVersion where it is not what was asked for.
 * @template T
 * @typedef {(value: unknown) => T} Reader
 */

/** @type {Reader<string>} */
export const text = (value) => (typeof value === "string" ? value : refuse());

/** @type {Reader<string>} A value of an enumeration, and never the name of what every object has. */
export const word = (value) => (/^[A-Z][A-Z_]*$/.test(text(value)) ? text(value) : refuse());

/** @type {Reader<boolean>} */
export const flag = (value) => (typeof value === "boolean" ? value : refuse());

/** @type {Reader<string>} An instant that `Date` understands. */
export const instant = (value) => (Number.isNaN(Date.parse(text(value))) ? refuse() : text(value));

/**
 * Null is fine; a missing field is not.
 * @template T
 * @param {Reader<T>} reader
 * @returns {Reader<T | null>}
 */
export const nullable = (reader) => (value) => (value === null ? null : reader(value));

/**
 * @template T
 * @param {Reader<T>} reader
 * @returns {Reader<T[]>}
 */
export const list = (reader) => (value) => (Array.isArray(value) ? value.map((item) => reader(item)) : refuse());

/**
 * @template {Record<string, Reader<any>>} F
 * @param {F} fields
 * @returns {Reader<{ [K in keyof F]: ReturnType<F[K]> }>}
 */
export const record = (fields) => (value) => {
  const given = fieldsOf(value);
  const read = Object.entries(fields).map(([name, reader]) => [name, reader(given[name])]);
  return Object.fromEntries(read);
};

/**
 * A union: by `__typename` one of the members' readers. The name comes along as `member`.
 * @template {Record<string, Reader<any>>} M
 * @param {M} members
 * @returns {Reader<{ [K in keyof M]: { member: K } & ReturnType<M[K]> }[keyof M]>}
 */
export const union = (members) => (value) => {
  const member = text(fieldsOf(value)["__typename"]);
  const reader = Object.hasOwn(members, member) ? members[member] : undefined;
  return reader ? { member, ...reader(value) } : refuse(member);
};

/** @returns {Record<string, unknown>} @param {unknown} value */
function fieldsOf(value) {
  return typeof value === "object" && value !== null ? /** @type {Record<string, unknown>} */ (value) : refuse();
}

/** @returns {never} @param {string} [member] */
function refuse(member) {
  throw new OtherVersion(member);
}
