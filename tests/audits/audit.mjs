// Runs graphql-http's audits of a server: `node audit.mjs URL TOKEN` prints [{id, name, status, reason}].
import { auditServer } from 'graphql-http';

const [url, token] = process.argv.slice(2);

const results = await auditServer({
  url,
  fetchFn: (address, options = {}) =>
    fetch(address, { ...options, headers: { ...options.headers, authorization: `Bearer ${token}` } }),
});
console.log(JSON.stringify(results.map(({ id, name, status, reason }) => ({ id, name, status, reason }))));
