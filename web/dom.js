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

/** What is longer than this is cut: one line shows a fraction of it. */
const SHOWN = 500;

/** Text of any language and direction that cannot disturb what stands around it. @param {string} text @param {string} [kind] */
export const isolated = (text, kind) => h("bdi", { class: kind }, text.slice(0, SHOWN));

/** @param {string} css */
export function sheet(css) {
  const made = new CSSStyleSheet();
  made.replaceSync(css);
  return made;
}
