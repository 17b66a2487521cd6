// The table of client/session_directory_client/receipts.json; a test holds that both are one.

export const RECEIPTS = {
  "en": {
    "project": {
      "waiting": "Waiting to view this project's sessions",
      "running": "Viewing this project's sessions…",
      "viewed": "Viewed this project's sessions · {count} returned",
      "empty": "Viewed this project's sessions · none returned",
      "uncounted": "Viewed this project's sessions",
      "failed": "Could not view this project's sessions",
      "interrupted": "Viewing this project's sessions was interrupted"
    },
    "history": {
      "waiting": "Waiting to view the session history",
      "running": "Viewing the session history…",
      "viewed": "Viewed the session history · {count} returned",
      "empty": "Viewed the session history · none returned",
      "uncounted": "Viewed the session history",
      "failed": "Could not view the session history",
      "interrupted": "Viewing the session history was interrupted"
    }
  },
  "zh": {
    "project": {
      "waiting": "等待查看本项目的会话",
      "running": "正在查看本项目的会话…",
      "viewed": "已查看本项目的会话 · 返回 {count} 个",
      "empty": "已查看本项目的会话 · 没有会话",
      "uncounted": "已查看本项目的会话",
      "failed": "未能查看本项目的会话",
      "interrupted": "查看本项目的会话时被中断"
    },
    "history": {
      "waiting": "等待查看会话历史",
      "running": "正在查看会话历史…",
      "viewed": "已查看会话历史 · 返回 {count} 个",
      "empty": "已查看会话历史 · 没有会话",
      "uncounted": "已查看会话历史",
      "failed": "未能查看会话历史",
      "interrupted": "查看会话历史时被中断"
    }
  }
};
