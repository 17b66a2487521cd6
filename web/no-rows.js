// What a list says where it has no rows. It is loaded when it is needed, which is seldom.

import { button, h } from "./dom.js";
import { message } from "./failure-text.js";

/** @typedef {import("./ask-sessions.js").SessionsResult} SessionsResult */

const english = {
  history: "All history",
  retry: "Try again",
  emptyProject: "No sessions in this project yet",
  emptyProjectMore: "Sessions appear here as soon as an agent begins to work in this project.",
  emptyHistory: "No sessions yet",
  emptyHistoryMore: "Whatever your agents do in this app will be listed here, newest first.",
  refused: "The list was refused",
  argument: "Argument",
  /** @type {Record<string, string>} */
  refusal: {
    PROJECT_REQUIRED: "No project is chosen",
    PROJECT_NOT_FOUND: "There is no such project",
    PROJECT_FIXED: "Your sign-in is for another project",
    PROJECT_TOO_LARGE: "The project is too large for one list",
    CALLER_NOT_ALLOWED: "This sign-in may not read sessions",
  },
};

/** @type {typeof english} */
const chinese = {
  history: "全部历史",
  retry: "重试",
  emptyProject: "这个项目还没有会话",
  emptyProjectMore: "智能体在这个项目里开始工作后，会话会出现在这里。",
  emptyHistory: "还没有会话",
  emptyHistoryMore: "智能体在这个应用里的全部会话都会列在这里，最新的在最前面。",
  refused: "无法获取会话列表",
  argument: "参数",
  refusal: {
    PROJECT_REQUIRED: "尚未选择项目",
    PROJECT_NOT_FOUND: "没有这个项目",
    PROJECT_FIXED: "当前登录属于另一个项目",
    PROJECT_TOO_LARGE: "项目太大，无法一次列出",
    CALLER_NOT_ALLOWED: "当前登录无权读取会话",
  },
};

/** @type {Record<import("./messages.js").Language, typeof english>} */
const WORDS = { en: english, zh: chinese };

/**
 * @param {SessionsResult} answer that is empty, or a refusal
 * @param {import("./messages.js").Language} language
 * @param {{retry: () => void, history: () => void}} ways on
 */
export function insteadOfRows(answer, language, { retry, history }) {
  const words = WORDS[language];
  const all = button(words.history, history, "primary");
  if (answer.member === "SessionConnection") {
    if (answer.scope === "ALL") return message({ title: words.emptyHistory, text: words.emptyHistoryMore });
    return message({ title: words.emptyProject, text: words.emptyProjectMore, actions: [all] });
  }
  const { code, message: told, argument } = answer;
  const details = [
    h("p", { lang: "en" }, told),
    argument && h("p", {}, `${words.argument} `, h("code", { class: "mono" }, argument)),
  ];
  const again = button(words.retry, retry, "button");
  const title = words.refusal[code] ?? words.refused;
  return message({ title, details, actions: code.startsWith("PROJECT_") ? [all, again] : [again] });
}
