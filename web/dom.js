// Elements are made here and nowhere else. Text becomes text nodes: markup in it is never read as markup.

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * @param {string} tag
 * @param {Record<string, string | null | undefined | false | ((event: any) => void)>} [given]
 *   attributes, and functions for the events that they are named after; what is null or false is left out
 * @param {...Child} children
 */
export function h(tag, given = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (typeof value === "string") element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child || child === "").map((child) => /** @type {Node | string} */ (child)));
  return element;
}

/** @param {string} label @param {() => void} press @param {string} [kind] a class */
export const button = (label, press, kind) => h("button", { type: "button", class: kind, click: press }, label);

/** One line shows a fraction of this. */
const SHOWN = 500;

/** @param {string} text */
export const shortened = (text) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** Text of any language and direction that cannot disturb what stands around it. @param {string} text @param {string} [kind] */
export const isolated = (text, kind) => h("bdi", { class: kind }, shortened(text));

/** @param {string} css */
export function sheet(css) {
  const made = new CSSStyleSheet();
  made.replaceSync(css);
  return made;
}
