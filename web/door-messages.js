// What the door says for each member of the union, in both languages: what happened, and what the button does.

/** @typedef {{ title: string, text: string }} Said */

const english = {
  asking: "Looking for the conversation…",
  askingMore: "Its provider is being asked to confirm it. This may take up to ten seconds.",
  bound: "Your conversation continues here",
  boundMore: "The chat, the app and you were confirmed just now.",
  confirmed: "Confirmed",
  lastClosed: "Closed earlier, shown as history",
  revokedOn: "Ended",
  newId: "ID of the connection",
  /** @type {Record<string, Said>} by member, or by member and reason or facet */
  said: {
    NoOpenSession: { title: "No open session", text: "The connection is fine, but no session is open in it." },
    "BindingInvalid.MALFORMED_ID": {
      title: "This address is not right",
      text: "The ID in it is not valid: an ID has 1 to 160 characters, no control characters, and no white space at its ends.",
    },
    "BindingInvalid.UNKNOWN": {
      title: "No such connection",
      text: "You have no connected conversation with this ID in this app.",
    },
    BindingNotPrivate: {
      title: "This conversation is not private",
      text: "It is not, or is no longer, between one person and the app. Continue it in the chat where it takes place.",
    },
    BindingRevoked: { title: "This connection was ended", text: "That is final. A new connection has a new ID." },
    "BindingChanged.BINDING": {
      title: "The connection was replaced or changed",
      text: "What this address leads to is not what was connected then.",
    },
    "BindingChanged.APP": {
      title: "A different app answers in this chat",
      text: "The provider reports a different app from the one that was connected.",
    },
    "BindingChanged.OPERATOR": {
      title: "A different person is in this chat",
      text: "The provider reports a different person from the one who was connected.",
    },
    "BindingChanged.CONVERSATION": {
      title: "The chat has moved",
      text: "It is no longer the chat that was connected.",
    },
    "BindingChanged.WORKSPACE": { title: "The project is gone", text: "The project of this conversation is no longer there." },
    "BindingChanged.GRANT": {
      title: "The project allows less than before",
      text: "What this conversation was allowed to do is no longer offered.",
    },
    "BindingChanged.EXECUTOR": {
      title: "Another agent has taken over",
      text: "The open session belongs to a different agent from the one that was connected.",
    },
    "BindingChanged.SESSION": {
      title: "This is a different session",
      text: "What is open under this connection is not the session that was connected.",
    },
    "BindingAmbiguous.BINDING": {
      title: "The chat was reported twice",
      text: "The provider reports this conversation more than once, so none of them can be trusted.",
    },
    "BindingAmbiguous.WORKSPACE": {
      title: "Several projects share this workspace",
      text: "It is unclear which of them this conversation belongs to.",
    },
    "BindingAmbiguous.SESSION": {
      title: "Several sessions are open",
      text: "It is unclear which of them continues this conversation, so none is shown.",
    },
    "BindingUnverified.PROVIDER_UNAVAILABLE": {
      title: "The chat could not be confirmed",
      text: "Its provider did not answer in time. Nothing is known to be wrong.",
    },
    "BindingUnverified.IDENTITY_UNVERIFIED": {
      title: "Nobody vouched for this chat",
      text: "The provider answered, but did not confirm who takes part.",
    },
    "BindingUnverified.STORE_UNAVAILABLE": {
      title: "The directory cannot read its records",
      text: "Nothing is known to be wrong with the conversation.",
    },
  },
  replacedBy: "Go to the connection that replaced it",
  /** @type {Record<string, string>} */
  step: {
    FIX_CALL: "Correct the ID",
    RECONNECT: "Connect again",
    RETRY: "Try again",
    CONTINUE_IN_PROVIDER: "Continue in the chat",
    ASK_OPERATOR: "Copy the details for the operator",
    START_NEW: "Start a new session",
  },
};

/** @typedef {typeof english} DoorMessages */

/** @type {DoorMessages} */
const chinese = {
  asking: "正在查找对话…",
  askingMore: "正在向聊天平台确认，最多需要十秒。",
  bound: "你的对话在这里继续",
  boundMore: "聊天、应用和你的身份刚刚都已确认。",
  confirmed: "确认时间",
  lastClosed: "此前关闭的会话（历史）",
  revokedOn: "结束时间",
  newId: "连接 ID",
  said: {
    NoOpenSession: { title: "没有打开的会话", text: "连接正常，但其中没有打开的会话。" },
    "BindingInvalid.MALFORMED_ID": {
      title: "地址不正确",
      text: "地址中的 ID 无效：应为 1 到 160 个字符，不含控制字符，首尾没有空白。",
    },
    "BindingInvalid.UNKNOWN": { title: "没有这个连接", text: "你在这个应用里没有以此 ID 连接的对话。" },
    BindingNotPrivate: { title: "这不是私聊", text: "这段对话不是（或不再是）一个人与应用之间的私聊，请在原来的聊天中继续。" },
    BindingRevoked: { title: "连接已结束", text: "结束后无法恢复。重新连接会得到新的 ID。" },
    "BindingChanged.BINDING": { title: "连接已被替换或更改", text: "这个地址所指的已不是当初的连接。" },
    "BindingChanged.APP": { title: "聊天中的应用已变更", text: "聊天平台报告的应用与连接时不同。" },
    "BindingChanged.OPERATOR": { title: "聊天中的用户已变更", text: "聊天平台报告的用户与连接时不同。" },
    "BindingChanged.CONVERSATION": { title: "聊天已迁移", text: "现在的聊天已不是连接时的那个。" },
    "BindingChanged.WORKSPACE": { title: "项目已不存在", text: "这段对话所属的项目已不存在。" },
    "BindingChanged.GRANT": { title: "项目权限已缩减", text: "项目不再提供这段对话当初获得的权限。" },
    "BindingChanged.EXECUTOR": { title: "已由另一个智能体接手", text: "打开的会话属于另一个智能体，而非当初连接的那个。" },
    "BindingChanged.SESSION": { title: "会话已不是原来的", text: "此连接下打开的不是当初连接的会话。" },
    "BindingAmbiguous.BINDING": { title: "聊天被重复报告", text: "聊天平台多次报告了这段对话，因此都不可信。" },
    "BindingAmbiguous.WORKSPACE": { title: "多个项目共用此工作区", text: "无法判断这段对话属于哪个项目。" },
    "BindingAmbiguous.SESSION": { title: "有多个打开的会话", text: "无法判断由哪个会话继续这段对话，因此都不显示。" },
    "BindingUnverified.PROVIDER_UNAVAILABLE": { title: "暂时无法确认聊天", text: "聊天平台未及时答复。目前没有发现问题。" },
    "BindingUnverified.IDENTITY_UNVERIFIED": { title: "聊天未获确认", text: "聊天平台已答复，但没有确认参与者的身份。" },
    "BindingUnverified.STORE_UNAVAILABLE": { title: "目录暂时无法读取记录", text: "没有发现对话本身有问题。" },
  },
  replacedBy: "前往替换它的连接",
  step: {
    FIX_CALL: "更正 ID",
    RECONNECT: "重新连接",
    RETRY: "重试",
    CONTINUE_IN_PROVIDER: "回到聊天中继续",
    ASK_OPERATOR: "复制详情，发给管理员",
    START_NEW: "开始新的会话",
  },
};

/** @type {Record<import("./messages.js").Language, DoorMessages>} */
export const DOOR_MESSAGES = { en: english, zh: chinese };
