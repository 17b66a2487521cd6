// What the list says, in both languages.

const en = {
  thisProject: "This project",
  history: "All history",
  scope: "Which sessions",
  loading: "Loading sessions…",
  loadingMore: "Loading more…",
  newActivity: "There is new activity. Show it",
  noMore: "Not everything could be loaded.",
};

/** @type {Record<import("./messages.js").Language, typeof en>} */
export const LIST_MESSAGES = {
  en,
  zh: {
    thisProject: "本项目",
    history: "全部历史",
    scope: "查看哪些会话",
    loading: "正在加载会话…",
    loadingMore: "正在加载更多…",
    newActivity: "有新的活动，点击查看",
    noMore: "未能全部加载。",
  },
};
