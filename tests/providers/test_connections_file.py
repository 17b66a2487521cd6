"""The connections file: what it may say, and every mistake in one line that gives nothing away."""

from pathlib import Path

import pytest

from providers.connection import Connection
from providers.connections_file import ConnectionsFileError, read_connections
from providers.identity import loopx, plain

ENVIRON = {"PLANTED_VARIABLE": "planted-secret", "EMPTY": "", "TWO_LINES": "planted\nplanted", "ACCENT": "plantéd"}
SLACK = 'provider = "slack"\n'
LARK = 'provider = "lark"\napp_id = "cli_1"\n'
SECRET = 'secret_env = "PLANTED_VARIABLE"\n'


def write(folder: Path, text: str | bytes) -> Path:
    path = folder / "planted-connections.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_everything_is_read(tmp_path: Path) -> None:
    (tmp_path / "token").write_text("123456:planted-token\n")
    path = write(
        tmp_path,
        f"""
        [notes-app]
        provider = "lark"
        app_id = "cli_1"
        owner_open_id = "ou_1"
        identity = "loopx"
        base_url = "https://open.feishu.cn/"
        {SECRET}
        ["team chat"]
        {SLACK}{SECRET}
        [bot]
        provider = "telegram"
        secret_file = "token"
        base_url = "http://127.0.0.1:8081/telegram"
        """,
    )
    assert read_connections(path, ENVIRON) == [
        Connection(
            name="notes-app",
            provider="lark",
            secret="planted-secret",
            base_url="https://open.feishu.cn",
            identity=loopx,
            own={"app_id": "cli_1", "owner_open_id": "ou_1"},
        ),
        Connection(
            name="team chat",
            provider="slack",
            secret="planted-secret",
            base_url="https://slack.com",
            identity=plain,
            own={},
        ),
        Connection(
            name="bot",
            provider="telegram",
            secret="123456:planted-token",
            base_url="http://127.0.0.1:8081/telegram",
            identity=plain,
            own={},
        ),
    ]


def test_a_secret_file_can_be_anywhere(tmp_path: Path) -> None:
    secret = tmp_path / "elsewhere" / "token"
    secret.parent.mkdir()
    secret.write_text("  planted-token\n")
    [connection] = read_connections(write(tmp_path, f'[a]\n{SLACK}secret_file = "{secret}"'), {})
    assert connection.secret == "planted-token"


def test_a_file_without_connections_has_none(tmp_path: Path) -> None:
    assert read_connections(write(tmp_path, "# none yet\n"), {}) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[planted\n", "no TOML (at line 1"),
        ("planted = planted\n", "no TOML (at line 1"),
        ('[a]\nsecret_env = "planted', "no TOML (at end of document)"),
        (b"\xff\xfe", "not UTF-8"),
        ("a = " + "[" * 10_000, "nested too deeply"),
        ('xoxb = "planted"\n', "'xoxb': it must be a table"),
        (f"[[a]]\n{SLACK}{SECRET}", "'a': it must be a table"),
        (f"[a]\n{SECRET}", "provider is missing"),
        (f'[a]\nprovider = "planted"\n{SECRET}', "provider must be one of lark, slack, telegram"),
        (f'[a]\nprovider = "demo"\n{SECRET}', "provider must be one of"),
        (f'[a]\nprovider = "Lark"\n{SECRET}', "provider must be one of"),
        (f"[a]\nprovider = 7\n{SECRET}", "provider must be text"),
        (f"[a]\n{SLACK}", "one of secret_env and secret_file"),
        (f'[a]\n{SLACK}{SECRET}secret_file = "planted"', "one of secret_env and secret_file"),
        (f'[a]\n{SLACK}secret = "planted"', "'secret' is not a key for slack"),
        (f'[a]\n{SLACK}secret_env = "xoxb-planted"', "the variable that secret_env names is not set"),
        (f'[a]\n{SLACK}secret_env = ""', "secret_env must be text"),
        (f"[a]\n{SLACK}secret_env = 7", "secret_env must be text"),
        (f'[a]\n{SLACK}secret_env = "EMPTY"', "one word of printable ASCII"),
        (f'[a]\n{SLACK}secret_env = "TWO_LINES"', "one word of printable ASCII"),
        (f'[a]\n{SLACK}secret_env = "ACCENT"', "one word of printable ASCII"),
        (f'[a]\n{SLACK}secret_file = "xoxb-planted"', "secret_file names cannot be read: No such file"),
        (f'[a]\n{SLACK}secret_file = "."', "secret_file names cannot be read"),
        (f'[a]\n{SLACK}secret_file = "planted\\u0000"', "secret_file must name a file of text"),
        (f'[a]\n{SLACK}{SECRET}app_id = "planted"', "'app_id' is not a key for slack"),
        (f'[a]\n{SLACK}{SECRET}owner_open_id = "planted"', "'owner_open_id' is not a key for slack"),
        (f'[a]\n{SLACK}{SECRET}proxy = "planted"', "'proxy' is not a key for slack"),
        (f'[a]\n{SLACK}{SECRET}"two\\nlines" = "planted"', "'two\\nlines' is not a key"),
        (f'[a]\nprovider = "lark"\n{SECRET}', "app_id is missing"),
        (f'[a]\nprovider = "lark"\napp_id = " "\n{SECRET}', "app_id must be text"),
        (f"[a]\n{LARK}owner_open_id = 7\n{SECRET}", "owner_open_id must be text"),
        (f'[a]\n{SLACK}{SECRET}identity = "planted"', "identity must be one of plain, loopx"),
        (f'[a]\n{SLACK}{SECRET}base_url = "http://planted.example"', "base_url must be an https: URL"),
        (f'[a]\n{SLACK}{SECRET}base_url = "planted"', "base_url must be an https: URL"),
        (f'[a]\n{SLACK}{SECRET}base_url = "https://planted@slack.com"', "without user, query and fragment"),
        (f'[a]\n{SLACK}{SECRET}base_url = "https://slack.com?planted"', "without user, query and fragment"),
        (f'[a]\n{SLACK}{SECRET}base_url = "https://slack.com#planted"', "without user, query and fragment"),
        (f'["a\\nb"]\n{SLACK}', "in the connection 'a\\nb': "),
        (f"[a]\n{SLACK}{SECRET}[a.b]\n", "'b' is not a key"),
    ],
)
def test_a_mistake_is_told_in_one_line_without_a_value(tmp_path: Path, text: str | bytes, told: str) -> None:
    with pytest.raises(ConnectionsFileError) as refused:
        read_connections(write(tmp_path, text), ENVIRON)
    line = str(refused.value)
    assert told in line
    assert "\n" not in line
    assert "planted" not in line


def test_a_file_that_is_not_there_is_a_mistake(tmp_path: Path) -> None:
    for path in (tmp_path / "planted", tmp_path):
        with pytest.raises(ConnectionsFileError, match="names a file that cannot be read") as refused:
            read_connections(path, {})
        assert "planted" not in str(refused.value)
