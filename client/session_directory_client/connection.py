"""How the client's one connection pool is set up, and what its failures mean; no I/O."""

from typing import TypedDict

import httpx

from session_directory_client.errors import ConnectionFailedError, IncompleteAnswerError, TransportError
from session_directory_client.version import VERSION

_HEADERS = {
    "Accept": "application/graphql-response+json, application/json;q=0.9",
    # A small encoded answer may be a very large one.
    "Accept-Encoding": "identity",
    "Content-Type": "application/json",
    "User-Agent": f"session-directory-client/{VERSION}",
}

# Below the five seconds after which Uvicorn closes: who asks on a connection just then is not answered.
_LIMITS = httpx.Limits(max_connections=100, max_keepalive_connections=20, keepalive_expiry=4.0)

_NEVER_CONNECTED = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError)


class ClientOptions(TypedDict):
    """The arguments of `httpx.Client` and `httpx.AsyncClient`."""

    headers: dict[str, str]
    timeout: float
    limits: httpx.Limits
    follow_redirects: bool


def client_options(timeout: float) -> ClientOptions:
    """For an HTTP client that waits `timeout` seconds for each thing. Redirects are not followed: nor would the token
    be safe then, nor the answer the directory's."""
    return {"headers": _HEADERS, "timeout": timeout, "limits": _LIMITS, "follow_redirects": False}


def endpoint(url: str) -> httpx.URL:
    """The GraphQL endpoint of the directory at `url`. ValueError where that is no http or https address alone."""
    try:
        parsed = httpx.URL(url)
        parsed.host.encode("idna")  # as it is looked up
    except (httpx.InvalidURL, UnicodeError):
        parsed = httpx.URL()
    # Credentials in an address would take the token's place.
    if parsed.scheme not in {"http", "https"} or not parsed.host or parsed.userinfo or parsed.query or parsed.fragment:
        raise ValueError("the address of the directory should look like https://directory.example")
    return parsed.copy_with(path=parsed.path.rstrip("/") + "/graphql")


def authorization(token: str) -> dict[str, str]:
    """The header of one request."""
    return {"Authorization": f"Bearer {token}"}


def transport_error(error: httpx.TransportError) -> TransportError:
    """What a failure of httpx means."""
    if isinstance(error, _NEVER_CONNECTED):
        return ConnectionFailedError(f"{type(error).__name__}: {error}")
    # Its text may quote what the server sent.
    return IncompleteAnswerError(f"there is no whole answer: {type(error).__name__}")
