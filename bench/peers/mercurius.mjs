// Mercurius with its JIT on Fastify: resolvers by hand over the floor's SQL, prepared once for each connection.
import { readFileSync } from "node:fs";
import Fastify from "fastify";
import mercurius from "mercurius";
import pg from "pg";
import { claimsOf } from "./token_check.mjs";

const SCHEMA = `
  scalar DateTime
  enum SessionScope { PROJECT ALL }
  enum SessionStatus { OPEN CLOSED ARCHIVED }
  enum TurnStatus { RUNNING WAITING CANCELLING COMPLETED FAILED CANCELLED }
  enum WaitKind { APPROVAL ANSWER COOPERATION }
  enum BindingKind { PROJECT STEWARD }
  type Turn { id: ID! status: TurnStatus! waitingFor: WaitKind }
  type Session {
    id: ID!
    title: String
    path: String!
    rootSessionId: ID!
    projectId: ID!
    status: SessionStatus!
    currentTurn: Turn
    lastActivityAt: DateTime!
    createdAt: DateTime!
  }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type SessionConnection { nodes: [Session!]! pageInfo: PageInfo! }
  type SessionsRefused { code: String! message: String! }
  union SessionsResult = SessionConnection | SessionsRefused
  interface BindingRefusal { message: String! nextStep: String! }
  type BindingChanged implements BindingRefusal { message: String! nextStep: String! }
  type BoundSession {
    conversationBindingId: ID!
    kind: BindingKind!
    session: Session!
    channelId: String!
    goalId: ID
    verifiedAt: DateTime!
  }
  union BoundSessionResult = BoundSession | BindingChanged
  type Query {
    sessions(scope: SessionScope! = PROJECT, first: Int, after: String): SessionsResult!
    boundSession(conversationBindingId: ID!): BoundSessionResult!
  }
`;
const PROJECT_LIMIT = 10_000;
const CHANNELS = { PROJECT: "project.external", STEWARD: "manager.external.native" };
const GOALS = { PROJECT: null, STEWARD: "loopx-manager" };
const COMPARED = [
  "kind", "audience", "grant", "status", "project_id", "provider", "connection", "provider_app", "operator",
  "conversation", "executor_id", "replaced_by",
];
const CHANGED = {
  __typename: "BindingChanged", message: "Something is not as it was bound.", nextStep: "RECONNECT",
};

// A Date has no microseconds: instants stay text, in UTC.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => `${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 8,
  options: "-c timezone=UTC -c default_transaction_read_only=on",
});

const statements = Object.fromEntries(
  ["first", "after", "project", "binding", "fence"].map((name) => [
    name,
    readFileSync(new URL(`../statements/${name}.sql`, import.meta.url), "utf8"),
  ]),
);

async function rowsOf(name, ...values) {
  return (await pool.query({ name, text: statements[name], values })).rows;
}

const resolvers = {
  Query: {
    sessions: (_root, { scope, first, after }, { claims }) =>
      scope === "ALL" ? page(claims, first ?? 10, after) : project(claims),
    boundSession: (_root, { conversationBindingId }, { claims }) => boundSession(claims, conversationBindingId),
  },
};

async function page({ sub, app }, size, after) {
  const rows = after ? await rowsOf("after", sub, app, ...place(after)) : await rowsOf("first", sub, app);
  return connection(rows, size);
}

async function project({ sub, app, project }) {
  const rows = await rowsOf("project", sub, app, project);
  if (rows.length === 0 || rows.length > PROJECT_LIMIT) {
    return { __typename: "SessionsRefused", code: "PROJECT_NOT_FOUND", message: "There is no such project." };
  }
  return connection(rows.filter((row) => row.id !== null), PROJECT_LIMIT);
}

async function boundSession({ sub, app }, id) {
  const [binding] = await rowsOf("binding", sub, app, id);
  if (binding?.status !== "ACTIVE" || binding.audience !== "PRIVATE") return CHANGED;
  const observed = await observe(binding);
  const verifiedAt = new Date().toISOString();
  const fence = await rowsOf("fence", sub, app, id);
  const open = fence.filter((row) => row.session_status === "OPEN");
  if (open.length !== 1 || !holds(binding, observed, open[0])) return CHANGED;
  const [row] = open;
  return {
    __typename: "BoundSession",
    conversationBindingId: id,
    kind: row.kind,
    channelId: row.channel_id,
    goalId: row.goal_id,
    verifiedAt,
    session: session({ ...row, id: row.session_id, project_id: row.session_project_id, status: row.session_status }),
  };
}

/** The provider that answers at once. */
async function observe({ connection, provider_app, operator, conversation }) {
  return { connection, provider_app, operator, conversation, private: true, verified: true };
}

function holds(binding, observed, row) {
  return (
    ["connection", "provider_app", "operator", "conversation"].every((name) => observed[name] === binding[name]) &&
    observed.private &&
    observed.verified &&
    COMPARED.every((name) => row[name] === binding[name]) &&
    row.project_status === "ACTIVE" &&
    Number(row.workspaces) <= 1 &&
    (row.grant === "READ" || row.project_grant === "WRITE") &&
    row.session_project_id === row.project_id &&
    row.goal_id === GOALS[row.kind] &&
    row.channel_id === `${CHANNELS[row.kind]}.${row.id}.${row.source_id}` &&
    row.session_executor_id === row.executor_id
  );
}

function connection(rows, size) {
  const nodes = (rows.length > size ? rows.slice(0, size) : rows).map(session);
  const last = nodes.at(-1);
  const endCursor = last ? Buffer.from(`${last.lastActivityAt} ${last.id}`).toString("base64url") : null;
  return { __typename: "SessionConnection", nodes, pageInfo: { hasNextPage: rows.length > size, endCursor } };
}

function place(cursor) {
  return Buffer.from(cursor, "base64url").toString().split(" ");
}

function session(row) {
  return {
    id: row.id,
    title: row.title,
    path: row.path,
    rootSessionId: row.root_session_id,
    projectId: row.project_id,
    status: row.status,
    lastActivityAt: row.last_activity_at,
    createdAt: row.created_at,
    currentTurn: row.current_turn_id && {
      id: row.current_turn_id,
      status: row.current_turn_status,
      waitingFor: row.current_turn_waiting_for,
    },
  };
}

const app = Fastify();
app.addHook("onRequest", async (request, reply) => {
  request.claims = claimsOf(request.headers.authorization);
  if (!request.claims) reply.code(401).send();
});
app.register(mercurius, {
  schema: SCHEMA,
  resolvers,
  jit: 1,
  context: (request) => ({ claims: request.claims }),
});
app.addHook("onClose", () => pool.end());
process.once("SIGTERM", () => app.close());
console.log(`listening on ${await app.listen({ host: "127.0.0.1", port: 0 })}`);
