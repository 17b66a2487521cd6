// The page itself: who is signed in, which language, and which element the address asks for.

import { askCaller } from "./ask-caller.js";
import { DirectoryClient } from "./client.js";
import { h, isolated } from "./dom.js";
import { incomplete } from "./failure-text.js";
import { Failure } from "./failures.js";
import { languageOf, MESSAGES } from "./messages.js";

/** @typedef {import("./directory-element.js").DirectoryElement} DirectoryElement */
/** @typedef {import("./messages.js").Language} Language */

const TOKEN = "directory-token";
const LANGUAGE = "directory-language";
const DOOR = "/open/";

const tab = kept("sessionStorage");
const browser = kept("localStorage");
const token = () => tab.getItem(TOKEN);

/** What the browser keeps for the page, or else the page itself. @param {"sessionStorage" | "localStorage"} name */
function kept(name) {
  try {
    return globalThis[name];
  } catch {
    const held = new Map();
    return { getItem: (/** @type {string} */ key) => held.get(key) ?? null, setItem: held.set.bind(held) };
  }
}

/** Takes the token of a sign-in link, and cleans the address at once. @returns {boolean} whether there was one */
function signIn() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given === null) return false;
  history.replaceState(null, "", location.pathname + location.search);
  tab.setItem(TOKEN, given);
  return true;
}

/** @returns {Promise<DirectoryElement>} */
async function elementOfAddress() {
  const element = isDoor
    ? (await import("./door-page.js")).doorBelow(DOOR)
    : new (await import("./session-directory.js")).SessionDirectory();
  const template = document.querySelector("meta[name=session-url]")?.getAttribute("content");
  if (template) element.setAttribute("session-url", template);
  element.token = token;
  return element;
}

const caller = /** @type {HTMLElement} */ (document.querySelector("#caller"));

let asking = new AbortController();

function hideCaller() {
  asking.abort();
  caller.replaceChildren();
}

/** Who the server takes the reader for. */
async function showCaller() {
  hideCaller();
  if (!token()) return;
  const { signal } = (asking = new AbortController());
  try {
    const client = new DirectoryClient("/graphql", token);
    const { userId, appId, projectId } = await askCaller(client, signal);
    const names = [userId, appId, projectId].filter((name) => name !== null);
    caller.replaceChildren(...names.flatMap((name, place) => [place > 0 ? " · " : "", isolated(name)]));
  } catch (error) {
    if (!signal.aborted && !(error instanceof Failure)) throw error;
  }
}

signIn();
const isDoor = location.pathname.startsWith(DOOR);
const element = elementOfAddress();

/** @param {Language} language */
async function speak(language) {
  const other = language === "zh" ? "en" : "zh";
  const words = MESSAGES[language];
  const press = /** @type {HTMLElement} */ (document.querySelector("#language"));
  document.documentElement.lang = language;
  document.title = isDoor ? words.conversation : words.sessions;
  /** @type {HTMLElement} */ (document.querySelector("h1 a")).textContent = words.sessions;
  press.textContent = other === "zh" ? "中文" : "English";
  press.lang = other;
  press.onclick = () => {
    browser.setItem(LANGUAGE, other);
    speak(other);
  };
  const shown = await element.catch(() => h("p", { class: "alone" }, ...incomplete(words)));
  shown.lang = language;
  if (!shown.isConnected) document.querySelector("main")?.replaceChildren(shown);
}

addEventListener("directory-signed-out", hideCaller);
addEventListener("hashchange", () => {
  if (!signIn()) return;
  element.then((shown) => (shown.token = token), () => {}); // what did not come has said so
  showCaller();
});

await speak(languageOf(browser.getItem(LANGUAGE) ?? navigator.language));
showCaller();
