// GraphiQL on this server's own endpoint, asking with the token that this tab was opened with.

// The page's own: whoever is signed in there is signed in here.
const TOKEN = "directory-token";

const FIRST_QUERY = `# Ask the directory. Ctrl-Space completes, Ctrl-Enter sends, and the book icon opens the manual.
{
  sessions(first: 10) {
    ... on SessionConnection {
      nodes { title path status lastActivityAt currentTurn { status waitingFor } }
    }
    ... on SessionsRefused { code message argument }
  }
}
`;
const SIGNED_OUT = `# Nobody is signed in: open the explorer with #token=… at the end of its address, or add
# {"Authorization": "Bearer …"} to the headers below.
`;

/** The token of the address, which is cleaned of it, or of this tab. */
function token() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given) {
    sessionStorage.setItem(TOKEN, given);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(TOKEN);
}

const { React, ReactDOM, GraphiQL } = globalThis;
// What GraphiQL makes style elements with.
globalThis.__webpack_nonce__ = document.querySelector("meta[name=style-nonce]").content;

const bearer = token();
const fetcher = GraphiQL.createFetcher({
  url: "/graphql",
  headers: bearer ? { Authorization: `Bearer ${bearer}` } : {},
});
ReactDOM.createRoot(document.body).render(
  React.createElement(GraphiQL, { fetcher, defaultQuery: bearer ? FIRST_QUERY : SIGNED_OUT + FIRST_QUERY }),
);
