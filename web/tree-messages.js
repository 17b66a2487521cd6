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
  runIs: "Run",
  /** @type {Record<string, string>} */
  run: {
    PENDING: "has not begun",
    RUNNING: "works",
    CANCEL_REQUESTED: "was asked to stop",
    COMPLETED: "is done",
    FAILED: "failed",
    CANCELLED: "was stopped",
    INTERRUPTED: "broke off",
    YIELDED: "made room for another",
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
  runIs: "运行",
  run: {
    PENDING: "尚未开始",
    RUNNING: "进行中",
    CANCEL_REQUESTED: "已请求停止",
    COMPLETED: "已完成",
    FAILED: "失败",
    CANCELLED: "已停止",
    INTERRUPTED: "中断",
    YIELDED: "已让位",
  },
  queue: { READY: "队列就绪", RUNNING: "队列忙碌", PAUSED: "队列已暂停" },
  pending: (count) => `${count} 条输入等待中`,
};

/** @type {Record<import("./messages.js").Language, typeof english>} */
export const TREE_MESSAGES = { en: english, zh: chinese };
