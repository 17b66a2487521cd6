// What the list says, in both languages.

const english = {
  thisProject: "This project",
  history: "All history",
  scope: "Which sessions",
  loading: "Loading sessions…",
  loadingMore: "Loading more…",
  newActivity: "There is new activity. Show it",
  noMore: "Not everything could be loaded:",
  emptyProject: "No sessions in this project yet",
  emptyProjectMore: "Sessions appear here as soon as an agent begins to work in this project.",
  emptyHistory: "No sessions yet",
  emptyHistoryMore: "Whatever your agents do in this app will be listed here, newest first.",
  refused: "The directory gave no list",
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
  thisProject: "当前项目",
  history: "全部历史",
  scope: "查看哪些会话",
  loading: "正在加载会话…",
  loadingMore: "正在加载更多…",
  newActivity: "有新的活动，点击查看",
  noMore: "未能全部加载：",
  emptyProject: "这个项目还没有会话",
  emptyProjectMore: "智能体在这个项目里开始工作后，会话会出现在这里。",
  emptyHistory: "还没有会话",
  emptyHistoryMore: "智能体在这个应用里的全部会话都会列在这里，最新的在最前面。",
  refused: "目录没有给出列表",
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
export const LIST_MESSAGES = { en: english, zh: chinese };
