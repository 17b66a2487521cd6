"""Settings: every one read, every bad one named, no value ever repeated."""

from pathlib import Path

import pytest

from server.limits import Limits
from server.settings import SettingError, Settings, Webhook

SECRET = "s" * 32


def test_an_empty_environment_gives_the_documented_defaults() -> None:
    assert Settings.read({}) == Settings()
    assert (Settings().pool_size, Settings().write_pool_size, Settings().project_limit) == (8, 4, 10_000)
    assert (Settings().rate, Settings().metrics_token, Settings().allowed_hosts) == (0, None, None)
    assert Settings().limits == Limits(
        tokens=1_000, depth=20, aliases=15, root_fields=8, directives=20, cost=50_000, errors=5, seconds=20
    )
    assert Settings().allowed_origins == frozenset()
    assert not Settings().has_key


def test_every_setting_is_read() -> None:
    read = Settings.read(
        {
            "DATABASE_URL": "postgresql://u:p@db:5432/d",
            "DIRECTORY_JWT_SECRET": SECRET,
            "DIRECTORY_JWT_AUDIENCE": "directory",
            "DIRECTORY_JWT_ISSUER": "https://issuer.example",
            "DIRECTORY_POOL_SIZE": "3",
            "DIRECTORY_WRITE_POOL_SIZE": "2",
            "DIRECTORY_PROJECT_LIMIT": "5",
            "DIRECTORY_ALLOWED_HOSTS": "Directory.example, localhost:8000,[::1]",
            "DIRECTORY_ALLOWED_ORIGINS": "https://app.example,http://localhost:3000",
            "DIRECTORY_WEBHOOK_URL": "http://127.0.0.1:8100/observe?tenant=1",
            "DIRECTORY_WEBHOOK_SECRET": "shared",
            "DIRECTORY_METRICS_TOKEN": "metrics",
            "DIRECTORY_TRACING": "on",
            "DIRECTORY_SESSION_URL": "https://app.example/{projectId}/chat?open={sessionId}#end",
            "DIRECTORY_EXPLORER": "on",
            "DIRECTORY_RATE": "50",
            "DIRECTORY_LIMIT_TOKENS": "1",
            "DIRECTORY_LIMIT_DEPTH": "2",
            "DIRECTORY_LIMIT_ALIASES": "3",
            "DIRECTORY_LIMIT_ROOT_FIELDS": "4",
            "DIRECTORY_LIMIT_DIRECTIVES": "5",
            "DIRECTORY_LIMIT_COST": "6",
            "DIRECTORY_LIMIT_ERRORS": "7",
            "DIRECTORY_LIMIT_SECONDS": "8",
            "PATH": "/bin",
        }
    )
    assert read == Settings(
        database_url="postgresql://u:p@db:5432/d",
        jwt_secret=SECRET.encode(),
        jwt_algorithms=("HS256",),
        jwt_audience="directory",
        jwt_issuer="https://issuer.example",
        pool_size=3,
        write_pool_size=2,
        project_limit=5,
        allowed_hosts=frozenset({"directory.example", "localhost:8000", "[::1]"}),
        allowed_origins=frozenset({"https://app.example", "http://localhost:3000"}),
        webhook=Webhook("http://127.0.0.1:8100/observe?tenant=1", b"shared"),
        metrics_token=b"metrics",
        tracing=True,
        session_url="https://app.example/{projectId}/chat?open={sessionId}#end",
        explorer=True,
        rate=50,
        limits=Limits(tokens=1, depth=2, aliases=3, root_fields=4, directives=5, cost=6, errors=7, seconds=8),
    )
    assert read.has_key


def test_a_key_set_brings_its_own_default_algorithms() -> None:
    read = Settings.read({"DIRECTORY_JWKS_URL": "https://issuer.example/keys"})
    assert read.jwt_algorithms == ("RS256", "ES256", "EdDSA")
    assert read.has_key


def test_the_algorithms_of_a_key_set_can_be_chosen() -> None:
    read = Settings.read({"DIRECTORY_JWKS_URL": "http://127.0.0.1/keys", "DIRECTORY_JWT_ALGORITHMS": "ES256, PS512"})
    assert read.jwt_algorithms == ("ES256", "PS512")


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://",
        "postgres:///d?host=/run/postgresql",
        "postgresql://u:p%40@h1:1,h2:2/d",
        "postgresql://u@h1,[::1]:5433/d?target_session_attrs=primary",
    ],
)
def test_a_database_is_named_as_the_driver_takes_it(url: str) -> None:
    assert Settings.read({"DATABASE_URL": url}).database_url == url


def test_a_secret_counts_in_bytes() -> None:
    assert Settings.read({"DIRECTORY_JWT_SECRET": "é" * 16}).jwt_secret == ("é" * 16).encode()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://plantedvalue@db/d"),
        ("DATABASE_URL", "plantedvalue"),
        ("DATABASE_URL", "postgresql://u:plantedvalue@db:port/d"),
        ("DATABASE_URL", "postgresql://u:plantedvalue@db:1,db:port/d"),
        ("DATABASE_URL", "postgresql://u:plantedvalue@db:1,db:65536/d"),
        ("DATABASE_URL", "postgresql://u:plantedvalue@[db/d"),
        ("DATABASE_URL", ""),
        ("DIRECTORY_JWT_SECRET", "plantedvalue"),
        ("DIRECTORY_JWT_SECRET", " " * 40),
        ("DIRECTORY_JWKS_URL", "http://plantedvalue.example/keys"),
        ("DIRECTORY_JWKS_URL", "ftp://plantedvalue.example/keys"),
        ("DIRECTORY_JWKS_URL", "https://[plantedvalue/keys"),
        ("DIRECTORY_JWKS_URL", "https:///plantedvalue"),
        ("DIRECTORY_JWT_ALGORITHMS", "RS256"),
        ("DIRECTORY_JWT_ALGORITHMS", "none"),
        ("DIRECTORY_JWT_AUDIENCE", ""),
        ("DIRECTORY_JWT_ISSUER", " "),
        ("DIRECTORY_POOL_SIZE", "0"),
        ("DIRECTORY_POOL_SIZE", "plantedvalue"),
        ("DIRECTORY_POOL_SIZE", "1.5"),
        ("DIRECTORY_POOL_SIZE", "-1"),
        ("DIRECTORY_POOL_SIZE", "٣"),
        ("DIRECTORY_WRITE_POOL_SIZE", "1000000000000"),
        ("DIRECTORY_PROJECT_LIMIT", "0"),
        ("DIRECTORY_ALLOWED_HOSTS", ""),
        ("DIRECTORY_ALLOWED_HOSTS", "a.example,,b.example"),
        ("DIRECTORY_ALLOWED_HOSTS", "*"),
        ("DIRECTORY_ALLOWED_HOSTS", "https://plantedvalue.example"),
        ("DIRECTORY_ALLOWED_ORIGINS", "*"),
        ("DIRECTORY_ALLOWED_ORIGINS", "null"),
        ("DIRECTORY_ALLOWED_ORIGINS", "https://plantedvalue.example/"),
        ("DIRECTORY_ALLOWED_ORIGINS", "plantedvalue.example"),
        ("DIRECTORY_CONNECTIONS", ""),
        ("DIRECTORY_CONNECTIONS", "/nowhere/plantedvalue"),
        ("DIRECTORY_WEBHOOK_URL", "http://plantedvalue.example/observe"),
        ("DIRECTORY_WEBHOOK_URL", "plantedvalue"),
        ("DIRECTORY_WEBHOOK_SECRET", ""),
        ("DIRECTORY_METRICS_TOKEN", ""),
        ("DIRECTORY_METRICS_TOKEN", "plantedvalue with a space"),
        ("DIRECTORY_TRACING", "plantedvalue"),
        ("DIRECTORY_EXPLORER", "plantedvalue"),
        ("DIRECTORY_EXPLORER", ""),
        ("DIRECTORY_SESSION_URL", ""),
        ("DIRECTORY_SESSION_URL", "https://plantedvalue.example/"),
        ("DIRECTORY_SESSION_URL", "https://plantedvalue.example/{projectId}"),
        ("DIRECTORY_SESSION_URL", "https://plantedvalue.example/{sessionId}/{plantedvalue}"),
        ("DIRECTORY_SESSION_URL", "https://plantedvalue.example/{sessionId}/{"),
        ("DIRECTORY_SESSION_URL", "https://plantedvalue.example/{sessionId}}"),
        ("DIRECTORY_SESSION_URL", "https://{sessionId}.plantedvalue.example/"),
        ("DIRECTORY_SESSION_URL", "https://plantedvalue@a.example/{sessionId}"),
        ("DIRECTORY_SESSION_URL", "https://plantedvalue.example\\{sessionId}"),
        ("DIRECTORY_SESSION_URL", "https://plantedvalue.example/\n{sessionId}"),
        ("DIRECTORY_SESSION_URL", "https:plantedvalue/{sessionId}"),
        ("DIRECTORY_SESSION_URL", "https://[plantedvalue/{sessionId}"),
        ("DIRECTORY_SESSION_URL", "javascript:plantedvalue('{sessionId}')"),
        ("DIRECTORY_SESSION_URL", "/plantedvalue/{sessionId}"),
        ("DIRECTORY_RATE", "-1"),
        ("DIRECTORY_RATE", "plantedvalue"),
        ("DIRECTORY_LIMIT_COST", "0"),
        ("DIRECTORY_LIMIT_TOKENS", "100001"),
        ("DIRECTORY_LIMIT_SECONDS", "0.5"),
    ],
)
def test_a_bad_setting_is_refused_by_name_in_one_line_without_its_value(name: str, value: str) -> None:
    with pytest.raises(SettingError) as refused:
        Settings.read({name: value})
    text = str(refused.value)
    assert text.startswith(f"{name} ")
    assert "\n" not in text
    assert "plantedvalue" not in text


@pytest.mark.parametrize("algorithms", ["HS256", "RS256,HS256", "none", "RS256,", ""])
def test_a_key_set_takes_no_symmetric_algorithm(algorithms: str) -> None:
    with pytest.raises(SettingError, match="DIRECTORY_JWT_ALGORITHMS"):
        Settings.read({"DIRECTORY_JWKS_URL": "https://issuer.example/k", "DIRECTORY_JWT_ALGORITHMS": algorithms})


def test_secret_and_key_set_together_are_refused() -> None:
    with pytest.raises(SettingError, match="DIRECTORY_JWT_SECRET"):
        Settings.read({"DIRECTORY_JWT_SECRET": SECRET, "DIRECTORY_JWKS_URL": "https://issuer.example/keys"})


@pytest.mark.parametrize(
    ("given", "missing"),
    [
        ({"DIRECTORY_WEBHOOK_URL": "https://planted.example"}, "DIRECTORY_WEBHOOK_SECRET"),
        ({"DIRECTORY_WEBHOOK_SECRET": "planted"}, "DIRECTORY_WEBHOOK_URL"),
    ],
)
def test_the_webhook_has_an_address_and_a_secret_or_neither(given: dict[str, str], missing: str) -> None:
    with pytest.raises(SettingError, match="set both or none") as refused:
        Settings.read(given)
    assert refused.value.name == missing
    assert "planted" not in str(refused.value)


def test_connections_are_read_with_their_secrets(tmp_path: Path) -> None:
    file = tmp_path / "connections.toml"
    file.write_text('[main]\nprovider = "slack"\nsecret_env = "BOT_TOKEN"\n')
    read = Settings.read({"DIRECTORY_CONNECTIONS": str(file), "BOT_TOKEN": "xoxb-planted"})
    [connection] = read.connections
    assert (connection.name, connection.provider, connection.secret) == ("main", "slack", "xoxb-planted")
    assert "planted" not in repr(read)


def test_a_mistake_in_the_file_of_connections_stops_the_start(tmp_path: Path) -> None:
    file = tmp_path / "planted.toml"
    file.write_text('[main]\nprovider = "slack"\nsecret = "xoxb-planted"\n')
    with pytest.raises(SettingError) as refused:
        Settings.read({"DIRECTORY_CONNECTIONS": str(file)})
    text = str(refused.value)
    assert text.startswith("DIRECTORY_CONNECTIONS has a mistake in the connection 'main': ")
    assert "\n" not in text
    assert "planted" not in text


def test_what_holds_a_secret_is_not_in_the_repr() -> None:
    webhook = Webhook("https://planted.example", b"planted")
    url = "postgresql://u:planted@db/d"
    shown = repr(Settings(database_url=url, jwt_secret=b"planted" * 8, webhook=webhook, metrics_token=b"planted"))
    assert "planted" not in shown
