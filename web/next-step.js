// How a person takes the next step of a refusal at the door. It is loaded when they ask how.

import { button, h } from "./dom.js";
import { DOOR_MESSAGES } from "./door-messages.js";

const english = {
  go: "Open",
  copied: "Details copied. Send them to whoever runs the app.",
  /** @type {Record<string, string>} */
  how: {
    RECONNECT: "Open the chat with the app, and connect the conversation there once more. You will get a new link.",
    CONTINUE_IN_PROVIDER: "Return to the chat where the conversation takes place, and write there. You can close this page.",
    ASK_OPERATOR: "Only whoever runs the app can fix this. Send them:",
    START_NEW: "Write a message in the chat: a new session begins with it. Nothing was started from here.",
  },
};

/** @type {typeof english} */
const chinese = {
  go: "打开",
  copied: "详情已复制，请发给应用的管理员。",
  how: {
    RECONNECT: "打开与应用的聊天，在那里重新连接对话，你会得到新的链接。",
    CONTINUE_IN_PROVIDER: "请回到原来的聊天，在那里继续发送消息。可以关闭此页面。",
    ASK_OPERATOR: "只有应用的管理员能够处理。请把以下内容发给他们：",
    START_NEW: "在聊天中发送一条消息，新的会话就会开始。此页面没有创建任何会话。",
  },
};

/** @type {Record<import("./messages.js").Language, typeof english>} */
export const STEP_MESSAGES = { en: english, zh: chinese };

/**
 * @param {import("./ask-bound-session.js").Refusal} refusal
 * @param {import("./messages.js").Language} language
 * @param {{report: string, copied?: Promise<boolean> | false, goOn: (bindingId: string) => void}} given what the operator
 *   needs to know, whether that is on the clipboard, and what opens another connection
 * @returns {Node[]}
 */
export function howTo({ nextStep, conversationBindingId }, language, { report, copied, goOn }) {
  const words = STEP_MESSAGES[language];
  if (nextStep === "FIX_CALL") return [correction(conversationBindingId, language, goOn)];
  const how = h("p", {}, words.how[nextStep]);
  if (nextStep !== "ASK_OPERATOR") return [how];
  const quiet = h("p", { class: "quiet" });
  Promise.resolve(copied).then((is) => is && quiet.append(words.copied));
  return [how, h("pre", { class: "mono", dir: "auto" }, report), quiet];
}

/**
 * A field for the right id.
 * @param {string} bindingId
 * @param {import("./messages.js").Language} language
 * @param {(bindingId: string) => void} goOn
 */
function correction(bindingId, language, goOn) {
  const attributes = { id: "id", dir: "auto", autocomplete: "off", spellcheck: "false" };
  const input = /** @type {HTMLInputElement} */ (h("input", attributes));
  input.value = bindingId;
  const go = () => goOn(input.value);
  input.addEventListener("keydown", (event) => event.key === "Enter" && go());
  const field = h("div", { class: "field" }, input, button(STEP_MESSAGES[language].go, go, "button"));
  return h("div", {}, h("label", { for: "id" }, DOOR_MESSAGES[language].newId), field);
}
