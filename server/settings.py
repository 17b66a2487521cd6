"""The settings of operations.md: read once from the environment, and checked before anything is started."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Self
from urllib.parse import SplitResult, urlsplit

from providers.connection import Connection
from providers.service_url import is_service_url
from server.limits import Limits
from server.operator_error import OperatorError

LEAST_SECRET_BYTES = 32
_SHARED_SECRET_ALGORITHMS = ("HS256",)
_KEY_SET_ALGORITHMS = ("RS256", "ES256", "EdDSA")
_ASYMMETRIC_ALGORITHMS = {f"{family}{size}" for family in ("RS", "PS", "ES") for size in (256, 384, 512)} | {"EdDSA"}
_PLACEHOLDERS = {"{sessionId}", "{projectId}"}


class SettingError(OperatorError):
    """A setting that stops the start: its name and what is wrong with it. Never its value, which may be a secret."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"{name} {problem}")
        self.name = name


@dataclass(frozen=True)
class Webhook:
    """Where a platform answers for its providers, and the secret that it knows us by."""

    url: str = field(repr=False)
    secret: bytes = field(repr=False)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Every setting, with its default. What holds a secret is left out of the `repr`."""

    database_url: str | None = field(default=None, repr=False)
    """None: the embedded PostgreSQL."""
    jwt_secret: bytes | None = field(default=None, repr=False)
    """At most one of secret and key set is there; what takes tokens wants exactly one."""
    jwks_url: str | None = None
    jwt_algorithms: tuple[str, ...] = _SHARED_SECRET_ALGORITHMS
    jwt_audience: str | None = None
    jwt_issuer: str | None = None
    pool_size: int = 8
    """Connections for reading."""
    write_pool_size: int = 4
    """Connections for publishing."""
    project_limit: int = 10_000
    """Sessions that PROJECT answers without `first`."""
    allowed_hosts: frozenset[str] | None = None
    """Lower-case values of the Host header, with or without a port; None: any."""
    allowed_origins: frozenset[str] = frozenset()
    """Origins that browsers may ask from."""
    connections: tuple[Connection, ...] = field(default=(), repr=False)
    """The connections that have an observer of their own."""
    webhook: Webhook | None = None
    """Who answers for all others."""
    rate: int = 0
    """Cost a second for each caller, with a burst of ten seconds' worth; 0: any."""
    metrics_token: bytes | None = field(default=None, repr=False)
    """What other machines send to read the metrics; None: they may not."""
    tracing: bool = False
    """Whether a span of each request is sent to where OpenTelemetry's own variables say."""
    session_url: str | None = None
    """Where the page links a conversation to, with `{sessionId}` and, if wanted, `{projectId}` in it; None: no link."""
    explorer: bool | None = None
    """Whether there is an explorer at /explorer; None: as it is usual for the command."""
    limits: Limits = field(default_factory=Limits)
    """What a document may ask for."""

    @classmethod
    def read(cls, environ: Mapping[str, str]) -> Self:
        """The settings that `environ` holds. SettingError for the first bad one."""
        secret = _secret(environ)
        jwks_url = _service_url(environ, "DIRECTORY_JWKS_URL")
        if secret is not None and jwks_url is not None:
            raise SettingError("DIRECTORY_JWT_SECRET", "is set beside DIRECTORY_JWKS_URL: set one of the two")
        return cls(
            database_url=_database_url(environ),
            jwt_secret=secret,
            jwks_url=jwks_url,
            jwt_algorithms=_algorithms(environ, key_set=jwks_url is not None),
            jwt_audience=_text(environ, "DIRECTORY_JWT_AUDIENCE"),
            jwt_issuer=_text(environ, "DIRECTORY_JWT_ISSUER"),
            pool_size=_whole(environ, "DIRECTORY_POOL_SIZE", default=cls.pool_size, most=1_000),
            write_pool_size=_whole(environ, "DIRECTORY_WRITE_POOL_SIZE", default=cls.write_pool_size, most=1_000),
            project_limit=_whole(environ, "DIRECTORY_PROJECT_LIMIT", default=cls.project_limit, most=1_000_000),
            allowed_hosts=_hosts(environ),
            allowed_origins=_origins(environ),
            connections=_connections(environ),
            webhook=_webhook(environ),
            rate=_whole(environ, "DIRECTORY_RATE", default=cls.rate, least=0, most=999_999_999),
            metrics_token=_metrics_token(environ),
            tracing=_tracing(environ),
            session_url=_session_url(environ),
            explorer=_switch(environ, "DIRECTORY_EXPLORER"),
            limits=_limits(environ),
        )

    @property
    def has_key(self) -> bool:
        """Whether tokens can be checked."""
        return self.jwt_secret is not None or self.jwks_url is not None


def _text(environ: Mapping[str, str], name: str) -> str | None:
    value = environ.get(name)
    if value is not None and not value.strip():
        raise SettingError(name, "is empty: give it a value or unset it")
    return value


def _bytes(value: str) -> bytes:
    """The bytes of a variable. Those that are not UTF-8 arrive as surrogates."""
    return value.encode("utf-8", "surrogateescape")


def _whole(environ: Mapping[str, str], name: str, *, default: int, most: int, least: int = 1) -> int:
    value = _text(environ, name)
    if value is None:
        return default
    if not re.fullmatch(r"[0-9]{1,9}", value) or not least <= int(value) <= most:
        raise SettingError(name, f"must be a whole number from {least} to {most}")
    return int(value)


def _list(environ: Mapping[str, str], name: str) -> tuple[str, ...] | None:
    value = _text(environ, name)
    if value is None:
        return None
    items = tuple(item.strip() for item in value.split(","))
    if "" in items:
        raise SettingError(name, "has an empty item: separate the items by single commas")
    return items


def _split_url(name: str, value: str, *, several: bool = False) -> SplitResult:
    """The parts of a URL with a host and port, or with `several`, which are tried in turn."""
    try:
        parts = urlsplit(value)
        places = parts.netloc.rpartition("@")[2]
        for place in places.split(",") if several else [places]:
            _ = urlsplit(f"//{place}").port
    except ValueError:
        raise SettingError(name, "is not a URL") from None
    return parts


def _database_url(environ: Mapping[str, str]) -> str | None:
    name = "DATABASE_URL"
    value = _text(environ, name)
    if value is None:
        return None
    parts = _split_url(name, value, several=True)
    if parts.scheme not in {"postgresql", "postgres"}:
        raise SettingError(name, "must look like postgresql://USER@HOST:PORT/DATABASE")
    return value


def _secret(environ: Mapping[str, str]) -> bytes | None:
    name = "DIRECTORY_JWT_SECRET"
    value = _text(environ, name)
    if value is None:
        return None
    secret = _bytes(value)
    if len(secret) < LEAST_SECRET_BYTES:
        raise SettingError(name, f"must have {LEAST_SECRET_BYTES} bytes or more")
    return secret


def _service_url(environ: Mapping[str, str], name: str) -> str | None:
    value = _text(environ, name)
    if value is not None and not is_service_url(value):
        raise SettingError(name, "must be an https: URL (http: to a loopback host only)")
    return value


def _algorithms(environ: Mapping[str, str], *, key_set: bool) -> tuple[str, ...]:
    name = "DIRECTORY_JWT_ALGORITHMS"
    given = _list(environ, name)
    if given is None:
        return _KEY_SET_ALGORITHMS if key_set else _SHARED_SECRET_ALGORITHMS
    # Symmetric algorithms never go with a key set: its public keys would pass for shared secrets.
    possible = _ASYMMETRIC_ALGORITHMS if key_set else set(_SHARED_SECRET_ALGORITHMS)
    if not possible.issuperset(given):
        raise SettingError(name, f"may list {', '.join(sorted(possible))} here")
    return given


def _hosts(environ: Mapping[str, str]) -> frozenset[str] | None:
    name = "DIRECTORY_ALLOWED_HOSTS"
    given = _list(environ, name)
    if given is None:
        return None
    if not all(re.fullmatch(r"[A-Za-z0-9._-]+(:[0-9]+)?|\[[0-9A-Fa-f:.]+\](:[0-9]+)?", host) for host in given):
        raise SettingError(name, "must list host names, with or without a port")
    return frozenset(host.lower() for host in given)


def _origins(environ: Mapping[str, str]) -> frozenset[str]:
    name = "DIRECTORY_ALLOWED_ORIGINS"
    given = _list(environ, name) or ()
    for origin in given:
        parts = _split_url(name, origin)
        if parts.scheme not in {"http", "https"} or origin != f"{parts.scheme}://{parts.netloc}" or not parts.hostname:
            raise SettingError(name, "must list origins like https://example.com, without a path")
    return frozenset(origin.lower() for origin in given)


def _connections(environ: Mapping[str, str]) -> tuple[Connection, ...]:
    name = "DIRECTORY_CONNECTIONS"
    path = _text(environ, name)
    if path is None:
        return ()
    # The observers come with an HTTP client, which takes its time to load.
    from providers.connections_file import ConnectionsFileError, read_connections

    try:
        return tuple(read_connections(Path(path), environ))
    except ConnectionsFileError as error:
        raise SettingError(name, str(error)) from None


def _webhook(environ: Mapping[str, str]) -> Webhook | None:
    url_name, secret_name = "DIRECTORY_WEBHOOK_URL", "DIRECTORY_WEBHOOK_SECRET"
    url, secret = _service_url(environ, url_name), _text(environ, secret_name)
    if url is not None and secret is not None:
        return Webhook(url, _bytes(secret))
    if url is not None:
        raise SettingError(secret_name, f"is not set beside {url_name}: set both or none")
    if secret is not None:
        raise SettingError(url_name, f"is not set beside {secret_name}: set both or none")
    return None


def _metrics_token(environ: Mapping[str, str]) -> bytes | None:
    name = "DIRECTORY_METRICS_TOKEN"
    value = _text(environ, name)
    if value is not None and not re.fullmatch(r"[!-~]+", value):
        raise SettingError(name, "must be visible ASCII characters")
    return None if value is None else _bytes(value)


def _switch(environ: Mapping[str, str], name: str) -> bool | None:
    value = _text(environ, name)
    if value not in {None, "on", "off"}:
        raise SettingError(name, "must be on or off")
    return None if value is None else value == "on"


def _tracing(environ: Mapping[str, str]) -> bool:
    name = "DIRECTORY_TRACING"
    on = _switch(environ, name) is True
    if on and find_spec("opentelemetry") is None:
        raise SettingError(name, "needs the extra `otel`: install requirements/otel.txt")
    return on


def _session_url(environ: Mapping[str, str]) -> str | None:
    name = "DIRECTORY_SESSION_URL"
    value = _text(environ, name)
    if value is None:
        return None
    parts = _split_url(name, value)
    if parts.scheme not in {"http", "https"} or not parts.hostname or re.search(r"[^!-~]|\\", value):
        raise SettingError(name, "must be an http: or https: URL, in ASCII")
    # An id is a client's words: it may stand in the path and after it, and never say which host that is.
    if re.search("[{}@]", parts.netloc) or set(re.findall(r"\{[^}]*\}?|\}", value)) - _PLACEHOLDERS:
        raise SettingError(name, "may have {sessionId} and {projectId} after the host, and no other braces or users")
    if "{sessionId}" not in value:
        raise SettingError(name, "must have {sessionId} in it")
    return value


def _limits(environ: Mapping[str, str]) -> Limits:
    usual = Limits()

    def limit(name: str, default: int, most: int) -> int:
        return _whole(environ, name, default=default, most=most)

    return Limits(
        tokens=limit("DIRECTORY_LIMIT_TOKENS", usual.tokens, 100_000),
        depth=limit("DIRECTORY_LIMIT_DEPTH", usual.depth, 100),
        aliases=limit("DIRECTORY_LIMIT_ALIASES", usual.aliases, 10_000),
        root_fields=limit("DIRECTORY_LIMIT_ROOT_FIELDS", usual.root_fields, 1_000),
        directives=limit("DIRECTORY_LIMIT_DIRECTIVES", usual.directives, 10_000),
        cost=limit("DIRECTORY_LIMIT_COST", usual.cost, 999_999_999),
        errors=limit("DIRECTORY_LIMIT_ERRORS", usual.errors, 100),
        seconds=limit("DIRECTORY_LIMIT_SECONDS", usual.seconds, 600),
    )
