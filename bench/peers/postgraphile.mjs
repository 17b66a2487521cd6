// PostGraphile on Node's HTTP server: production settings, the owner by pgSettings from the verified token.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import pg from "pg";
import { postgraphile } from "postgraphile";
import { makePgService } from "postgraphile/adaptors/pg";
import { grafserv } from "postgraphile/grafserv/node";
import { PostGraphileAmberPreset } from "postgraphile/presets/amber";
import { claimsOf } from "./token_check.mjs";

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 8,
  options: "-c timezone=UTC",
});
await pool.query(readFileSync(new URL("postgraphile.sql", import.meta.url), "utf8"));

const preset = {
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ pool, schemas: ["postgraphile"] })],
  gather: { installWatchFixtures: false },
  grafserv: { graphiql: false, watch: false, websockets: false },
  grafast: {
    explain: false,
    context(requestContext) {
      const claims = claimsOf(requestContext.node?.req.headers.authorization);
      if (!claims) throw new Error("no valid token");
      const pgSettings = { "jwt.claims.sub": claims.sub, "jwt.claims.app": claims.app };
      if (claims.project) pgSettings["jwt.claims.project"] = claims.project;
      return { pgSettings };
    },
  },
};

const api = postgraphile(preset);
if (process.argv[2] === "--schema") {
  const { printSchema } = await import("postgraphile/graphql");
  console.log(printSchema(await api.getSchema()));
  process.exit();
}
const server = createServer();
await api.createServ(grafserv).addTo(server);
server.listen({ host: "127.0.0.1", port: 0 }, () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
process.once("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
  pool.end();
});
