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
const NOBODY = "# Nobody is signed in";
const SIGNED_OUT = `${NOBODY}: open the explorer with #token=… at the end of its address, or add
# {"Authorization": "Bearer …"} to the headers below.
`;

/** The tab's storage; null where the browser keeps nothing for this page. @returns {Storage | null} */
function storageOfTab() {
  try {
    return globalThis.sessionStorage;
  } catch {
    return null;
  }
}

const storage = storageOfTab();
/** @type {string | null} */
let bearer = storage?.getItem(TOKEN) ?? null;

/** Takes the token of a sign-in link, and cleans the address at once. @returns {boolean} whether there was one */
function signIn() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given === null) return false;
  history.replaceState(null, "", location.pathname + location.search);
  storage?.setItem(TOKEN, given);
  bearer = given;
  return true;
}

const { React, ReactDOM, GraphiQL } = globalThis;
// What GraphiQL makes style elements with.
globalThis.__webpack_nonce__ = document.querySelector("meta[name=style-nonce]").content;

signIn();
addEventListener("hashchange", () => signIn() && location.reload());

if (bearer && storage) {
  // GraphiQL keeps what it showed, and would show it again.
  const kept = Object.keys(storage).filter((key) => storage[key].includes(NOBODY));
  kept.forEach((key) => storage.removeItem(key));
}
const fetcher = GraphiQL.createFetcher({
  url: "/graphql",
  headers: bearer ? { Authorization: `Bearer ${bearer}` } : {},
});
ReactDOM.createRoot(document.body).render(
  React.createElement(GraphiQL, {
    fetcher,
    defaultQuery: bearer ? FIRST_QUERY : SIGNED_OUT + FIRST_QUERY,
    // What is written into the headers may be a token: it goes with the tab.
    storage,
  }),
);
