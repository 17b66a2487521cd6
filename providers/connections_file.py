"""The file that says which credentials belong to a binding's connection (operations.md, DIRECTORY_CONNECTIONS)."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from providers.connection import Connection
from providers.credential import is_credential
from providers.identity import IDENTITIES
from providers.native import PROVIDERS
from providers.provider import Provider
from providers.service_url import is_service_url

_KEYS = frozenset({"provider", "secret_env", "secret_file", "base_url", "identity"})


class ConnectionsFileError(Exception):
    """What is wrong with the file, in one line. It quotes names of tables and keys, and no value: any could be a secret
    in the wrong place."""


def read_connections(path: Path, environ: Mapping[str, str]) -> Sequence[Connection]:
    """The connections of the file at `path`, whose secrets are in `environ` or in files beside it.
    ConnectionsFileError for the first mistake."""
    connections = []
    for name, table in _tables(path).items():
        try:
            connections.append(_connection(name, table, path.parent, environ))
        except ConnectionsFileError as problem:
            raise ConnectionsFileError(f"has a mistake in the connection {name!a}: {problem}") from None
    return connections


def _tables(path: Path) -> Mapping[str, object]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ConnectionsFileError(f"names a file that cannot be read: {error.strerror}") from None
    except tomllib.TOMLDecodeError as error:
        # The rest of the message may quote the file.
        place = re.search(r"at line [0-9]+, column [0-9]+|at end of document", str(error))
        raise ConnectionsFileError(f"names a file that is no TOML ({place[0] if place else 'anywhere'})") from None
    except (ValueError, RecursionError):
        raise ConnectionsFileError("names a file that is no TOML: it is not UTF-8, or nested too deeply") from None


def _connection(name: str, table: object, folder: Path, environ: Mapping[str, str]) -> Connection:
    if not isinstance(table, dict):
        raise ConnectionsFileError("it must be a table")
    if not name or name != name.strip():
        raise ConnectionsFileError("its name must be that of a binding's connection, without white space around it")
    provider = PROVIDERS.get(_text(table, "provider"))
    if provider is None:
        raise ConnectionsFileError(f"provider must be one of {', '.join(PROVIDERS)}")
    own = _own(table, provider)
    return Connection(
        name=name,
        provider=provider.name,
        secret=_secret(table, folder, environ),
        base_url=_base_url(table, provider),
        identity=IDENTITIES[_identity(table)],
        own=own,
    )


def _text(table: Mapping[str, object], key: str, default: str | None = None) -> str:
    value = table.get(key, default)
    if value is None:
        raise ConnectionsFileError(f"{key} is missing")
    if not isinstance(value, str) or not value or value != value.strip():
        raise ConnectionsFileError(f"{key} must be text without white space around it")
    return value


def _own(table: Mapping[str, object], provider: Provider) -> Mapping[str, str]:
    """What this provider alone wants to know. What nobody wants to know is a mistake."""
    known = provider.required | provider.optional
    unknown = sorted(table.keys() - _KEYS - known)
    if unknown:
        raise ConnectionsFileError(f"{unknown[0]!a} is not a key for {provider.name}")
    return {key: _text(table, key) for key in sorted(known) if key in provider.required or key in table}


def _identity(table: Mapping[str, object]) -> str:
    identity = _text(table, "identity", "plain")
    if identity not in IDENTITIES:
        raise ConnectionsFileError(f"identity must be one of {', '.join(IDENTITIES)}")
    return identity


def _base_url(table: Mapping[str, object], provider: Provider) -> str:
    url = _text(table, "base_url", provider.base_url)
    if not is_service_url(url):
        raise ConnectionsFileError("base_url must be an https: URL (http: to a loopback host only)")
    parts = urlsplit(url)
    if "@" in parts.netloc or "?" in url or "#" in url:
        raise ConnectionsFileError("base_url must be without user, query and fragment")
    return url.rstrip("/")


def _secret(table: Mapping[str, object], folder: Path, environ: Mapping[str, str]) -> str:
    if ("secret_env" in table) == ("secret_file" in table):
        raise ConnectionsFileError("it must have one of secret_env and secret_file")
    if "secret_env" in table:
        secret = environ.get(_text(table, "secret_env"))
        if secret is None:
            raise ConnectionsFileError("the variable that secret_env names is not set")
    else:
        secret = _secret_file(folder / _text(table, "secret_file"))
    if not is_credential(secret):
        raise ConnectionsFileError("the secret must be one word of printable ASCII")
    return secret


def _secret_file(path: Path) -> str:
    try:
        return path.read_text("utf-8").strip()
    except OSError as error:
        raise ConnectionsFileError(f"the file that secret_file names cannot be read: {error.strerror}") from None
    except ValueError:
        raise ConnectionsFileError("secret_file must name a file of text") from None
