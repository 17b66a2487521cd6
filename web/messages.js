// What every view says, in both languages. `tsc` holds that Chinese has all that English has.

const english = {
  refresh: "Refresh",
  sessions: "Sessions",
  conversation: "Conversation",
  stale: "This is how it was a while ago.",
  retry: "Try again",
  open: "Open the conversation",
  incomplete: "This page is incomplete or out of date",
  reload: "Reload",

  signedOut: "You are signed out",
  signedOutMore: "Open the sign-in link again: nothing was lost.",
  offline: "The directory cannot be reached",
  offlineMore: "Check the connection, then try again.",
  /** @param {number | null} seconds */
  busy: (seconds) => `The directory is busy: try again in ${seconds === null ? "a while" : `${seconds} s`}`,
  otherVersion: "This page is out of date",
  otherVersionMore: "Reload it; if that does not help, tell the operator.",
  mismatch: "The answer belongs to another question",
  mismatchMore: "So nothing of it is shown. Try again.",
  serverError: "Something went wrong at the server",
  serverErrorMore: "Try again; the operator can look it up.",
  incident: "Incident",

  /** @type {Record<string, string>} */
  session: { CLOSED: "Closed", ARCHIVED: "Archived" },
  /** @type {Record<string, string>} */
  turn: {
    RUNNING: "Working",
    WAITING: "Waiting",
    CANCELLING: "Stopping",
    COMPLETED: "Done",
    FAILED: "Failed",
    CANCELLED: "Stopped",
  },
  noTurn: "Not begun",
  /** @type {Record<string, string>} */
  waiting: {
    APPROVAL: "Waiting for approval",
    ANSWER: "Waiting for an answer",
    COOPERATION: "Waiting for another session",
  },

  now: "just now",
};

/** @typedef {typeof english} Messages */

/** @type {Messages} */
const chinese = {
  refresh: "刷新",
  sessions: "会话",
  conversation: "对话",
  stale: "这是稍早前的情况。",
  retry: "重试",
  open: "打开会话",
  incomplete: "页面不完整或已过期",
  reload: "重新加载",

  signedOut: "你已退出登录",
  signedOutMore: "请重新打开登录链接，数据不会丢失。",
  offline: "无法连接目录服务",
  offlineMore: "请检查网络连接，然后重试。",
  busy: (seconds) => `目录服务繁忙，请${seconds === null ? "稍后" : ` ${seconds} 秒后`}重试`,
  otherVersion: "页面已过期",
  otherVersionMore: "请重新加载；如果仍然如此，请联系管理员。",
  mismatch: "答复与提问不符",
  mismatchMore: "因此不予显示。请重试。",
  serverError: "服务器出错了",
  serverErrorMore: "请重试；管理员可以查到原因。",
  incident: "事件编号",

  session: { CLOSED: "已关闭", ARCHIVED: "已归档" },
  turn: {
    RUNNING: "进行中",
    WAITING: "等待中",
    CANCELLING: "正在停止",
    COMPLETED: "已完成",
    FAILED: "失败",
    CANCELLED: "已停止",
  },
  noTurn: "尚未开始",
  waiting: { APPROVAL: "等待批准", ANSWER: "等待回答", COOPERATION: "等待另一个会话" },

  now: "刚刚",
};

/** @typedef {"en" | "zh"} Language */

/** @type {Record<Language, Messages>} */
export const MESSAGES = { en: english, zh: chinese };

/** @param {string} tag a language tag, as `zh-Hans` @returns {Language} English unless it is Chinese */
export const languageOf = (tag) => (/^zh\b/i.test(tag) ? "zh" : "en");
