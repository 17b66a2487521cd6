// What the tree says, in both languages.

const english = {
  loadingTree: "Loading the tree…",
  /** @param {number} count */
  attention: (count) => (count === 1 ? "1 session needs you" : `${count} sessions need you`),
  noAttention: "Nothing here waits for you",
  treeNotFound: "This session is no longer there",
  treeNotFoundMore: "It was deleted, or it is not yours to see.",
  panelNotAllowed: "The status panel is for people",
  panelNotAllowedMore: "This sign-in belongs to a run of an agent. Sign in as a person to see the tree.",
  /** @type {Record<string, string>} */
  run: {
    PENDING: "run not begun",
    RUNNING: "run at work",
    CANCEL_REQUESTED: "run stopping",
    COMPLETED: "run done",
    FAILED: "run failed",
    CANCELLED: "run stopped",
    INTERRUPTED: "run broke off",
    YIELDED: "run handed over",
  },
  /** @type {Record<string, string>} */
  queue: { READY: "queue ready", RUNNING: "queue busy", PAUSED: "queue paused" },
  /** @param {number} count */
  pending: (count) => (count === 1 ? "1 input waits" : `${count} inputs wait`),
};

/** @type {typeof english} */
const chinese = {
  loadingTree: "正在加载会话树…",
  attention: (count) => `${count} 个会话需要你处理`,
  noAttention: "没有需要你处理的会话",
  treeNotFound: "这个会话已不存在",
  treeNotFoundMore: "它已被删除，或者你无权查看。",
  panelNotAllowed: "状态面板仅供用户查看",
  panelNotAllowedMore: "当前登录属于智能体的一次运行。请以用户身份登录后查看。",
  run: {
    PENDING: "运行未开始",
    RUNNING: "运行进行中",
    CANCEL_REQUESTED: "运行正在停止",
    COMPLETED: "运行已完成",
    FAILED: "运行失败",
    CANCELLED: "运行已停止",
    INTERRUPTED: "运行中断",
    YIELDED: "运行已让位",
  },
  queue: { READY: "队列就绪", RUNNING: "队列忙碌", PAUSED: "队列已暂停" },
  pending: (count) => `${count} 条输入等待中`,
};

/** @type {Record<import("./messages.js").Language, typeof english>} */
export const TREE_MESSAGES = { en: english, zh: chinese };
