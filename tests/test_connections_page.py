"""The examples of docs/connections.md, and what it promises."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from socketserver import TCPServer
from threading import Thread
from typing import Any

import pytest

from providers.connections_file import read_connections
from providers.native import PROVIDERS
from providers.observation import Inquiry, Observation, ObservationFailedError
from providers.provider_client import ProviderClient, http_client
from providers.webhook import WebhookObserver

PAGE = (Path(__file__).parent.parent / "docs/connections.md").read_text()
SECRET = b"a secret of the platform"
INQUIRY = Inquiry("desk", "ada", "bind", "matrix", "main", "app-1", "person-1", "chat-1")


def block(language: str) -> str:
    [found] = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, dict[str, Any]]]:
    """The page's receiver, running; its address and its names."""
    monkeypatch.setenv("DIRECTORY_WEBHOOK_SECRET", SECRET.decode())
    names: dict[str, Any] = {"__name__": "receiver"}
    exec(block("python"), names)
    names["Receiver"].log_message = lambda *_: None
    # The page's HTTPServer is a TCPServer that asks for the host's name, which can take its time.
    with TCPServer(("127.0.0.1", 0), names["Receiver"]) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/observe", names
        server.shutdown()
        thread.join()


def test_the_file_has_an_example_for_each_provider(tmp_path: Path) -> None:
    (tmp_path / "family-bot-token").write_text("123456:token\n")
    (tmp_path / "connections.toml").write_text(block("toml"))
    environ = {"NOTES_APP_SECRET": "secret", "TEAM_SLACK_BOT_TOKEN": "xoxb-token"}
    connections = read_connections(tmp_path / "connections.toml", environ)
    assert {connection.provider for connection in connections} == set(PROVIDERS)
    used = set(re.findall(r"^(\w+) = ", block("toml"), re.MULTILINE))
    described = {
        key
        for row in re.findall(r"^\| (`[^|]*) \| (?:all|lark) \|", PAGE, re.MULTILINE)
        for key in re.findall(r"`(\w+)`", row)
    }
    assert used == described


async def test_the_receiver_answers_who_knows_the_secret(receiver: tuple[str, dict[str, Any]]) -> None:
    url, names = receiver
    asked: list[dict[str, Any]] = []
    observe = names["observe"]

    def recording(question: dict[str, Any]) -> object:
        asked.append(question)
        return observe(question)

    names["observe"] = recording
    async with http_client() as client:
        observer = WebhookObserver(url, SECRET, ProviderClient("webhook", client))
        assert await observer.observe(INQUIRY) == [
            Observation("main", "app-1", "person-1", "chat-1", private=True, verified=True)
        ]
        assert await observer.observe(replace(INQUIRY, conversation=None))
    assert [question["conversation"] for question in asked] == ["chat-1", None]
    assert set(asked[0]) == set(re.findall(r'"(\w+)": "…"', block("http")))


@pytest.mark.parametrize(("secret", "late"), [(b"another secret", 0.0), (SECRET, 600.0), (SECRET, -600.0)])
async def test_the_receiver_answers_nobody_else(
    receiver: tuple[str, dict[str, Any]], secret: bytes, late: float
) -> None:
    url, names = receiver
    names["observe"] = pytest.fail
    now = names["time"].time()
    async with http_client() as client:
        observer = WebhookObserver(url, secret, ProviderClient("webhook", client), clock=lambda: now - late)
        with pytest.raises(ObservationFailedError, match="401"):
            await observer.observe(INQUIRY)


def test_the_default_addresses_are_the_programs() -> None:
    assert all(f"`{provider.base_url}`" in PAGE for provider in PROVIDERS.values())
