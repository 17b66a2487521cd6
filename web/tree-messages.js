// What the tree says, in both languages.

const english = {
  tree: "Status",
  close: "Close",
  loadingTree: "Loading the tree…",
  /** @param {number} count */
  attention: (count) => (count === 1 ? "1 session needs you" : `${count} sessions need you`),
  /** @param {number} count */
  more: (count) => `+${count} more`,
  noAttention: "Nothing here needs you",
  treeNotFound: "This session is no longer there",
  treeNotFoundMore: "It was deleted, or it is not yours to see.",
  panelNotAllowed: "The status panel is for people",
  panelNotAllowedMore: "This sign-in belongs to an agent's run. Sign in as a person to see the tree.",
  /** @type {Record<string, string>} */
  run: {
    PENDING: "run not started",
    RUNNING: "running",
    CANCEL_REQUESTED: "run stopping",
    COMPLETED: "run done",
    FAILED: "run failed",
    CANCELLED: "run stopped",
    INTERRUPTED: "run interrupted",
    YIELDED: "run handed over",
  },
  /** @type {Record<string, string>} */
  queue: { RUNNING: "queue busy", PAUSED: "queue paused" },
  /** @param {number} count */
  pending: (count) => (count === 1 ? "1 input waiting" : `${count} inputs waiting`),
};

/** @type {typeof english} */
const chinese = {
  tree: "状态",
  close: "关闭",
  loadingTree: "正在加载会话树…",
  attention: (count) => `${count} 个会话需要你处理`,
  more: (count) => `还有 ${count} 个`,
  noAttention: "没有需要你处理的会话",
  treeNotFound: "这个会话已不存在",
  treeNotFoundMore: "它已被删除，或者你无权查看。",
  panelNotAllowed: "状态面板仅供用户查看",
  panelNotAllowedMore: "当前登录属于智能体的一次运行。请以用户身份登录后查看。",
  run: {
    PENDING: "运行未开始",
    RUNNING: "运行中",
    CANCEL_REQUESTED: "运行正在停止",
    COMPLETED: "运行已完成",
    FAILED: "运行失败",
    CANCELLED: "运行已停止",
    INTERRUPTED: "运行已中断",
    YIELDED: "运行已移交",
  },
  queue: { RUNNING: "队列忙碌", PAUSED: "队列已暂停" },
  pending: (count) => `${count} 条输入待处理`,
};

/** @type {Record<import("./messages.js").Language, typeof english>} */
export const TREE_MESSAGES = { en: english, zh: chinese };
