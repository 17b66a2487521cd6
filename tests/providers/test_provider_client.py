"""The way out to the providers: where it goes, what it keeps, and how many go at once."""

import asyncio
import logging
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from providers.exchange import Request
from providers.observation import ObservationFailedError
from providers.provider_client import ProviderClient, http_client
from tests.providers.chat_platforms import ANSWERS, LARK, LARK_TOKEN, SLACK, SLACK_AUTH, TELEGRAM, TELEGRAM_ME
from tests.providers.loopback import Asked, Loopback, reply, silence
from tests.providers.verdict import BOUND, UNAVAILABLE, inquiry, verdict


class Door:
    """A provider that lets nobody through until it is opened. `crowded` says that as many as expected wait there."""

    def __init__(self, expected: int = 1) -> None:
        self.waiting = 0
        self.most = 0
        self.expected = expected
        self.crowded = asyncio.Event()
        self.opened = asyncio.Event()

    async def answer(self, asked: Asked, writer: asyncio.StreamWriter) -> None:
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        if self.waiting == self.expected:
            self.crowded.set()
        await self.opened.wait()
        self.waiting -= 1
        writer.write(reply(ANSWERS[asked.path]))


async def test_no_more_are_asked_at_once_than_the_limit_allows(loopback: Loopback, http: httpx.AsyncClient) -> None:
    other = TELEGRAM.observer(loopback, http)
    door, observer = Door(expected=3), SLACK.observer(loopback, http, at_once=3)
    loopback.answers[SLACK_AUTH] = [door.answer]
    asking = [asyncio.create_task(verdict(observer, SLACK.binding)) for _ in range(20)]
    await door.crowded.wait()
    for _ in range(5):  # time enough for more to come
        assert (await verdict(other, TELEGRAM.binding)).answer == BOUND
    assert loopback.count(SLACK_AUTH) == 3
    door.opened.set()
    assert {found.answer for found in await asyncio.gather(*asking)} == {BOUND}
    assert (door.most, loopback.count(SLACK_AUTH)) == (3, 20)


async def test_waiting_for_a_place_is_part_of_the_time(loopback: Loopback, http: httpx.AsyncClient) -> None:
    observer = SLACK.observer(loopback, http, at_once=1, seconds=1.0)
    loopback.answers[SLACK_AUTH] = [silence]
    asking = [asyncio.create_task(verdict(observer, SLACK.binding)) for _ in range(5)]
    assert {found.answer for found in await asyncio.gather(*asking)} == {UNAVAILABLE}
    assert loopback.count(SLACK_AUTH) < 5
    loopback.answers[SLACK_AUTH] = [reply(ANSWERS[SLACK_AUTH])]
    assert (await verdict(observer, SLACK.binding)).answer == BOUND


async def test_who_gives_up_leaves_its_place(loopback: Loopback, http: httpx.AsyncClient) -> None:
    door, observer = Door(), SLACK.observer(loopback, http, at_once=1)
    loopback.answers[SLACK_AUTH] = [door.answer, reply(ANSWERS[SLACK_AUTH])]
    asking = asyncio.create_task(observer.observe(inquiry(SLACK.binding)))
    await door.crowded.wait()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert (await verdict(observer, SLACK.binding)).answer == BOUND


async def test_a_slow_provider_does_not_delay_another(loopback: Loopback, http: httpx.AsyncClient) -> None:
    slow, other = SLACK.observer(loopback, http), TELEGRAM.observer(loopback, http)
    door = Door()
    loopback.answers[SLACK_AUTH] = [door.answer]
    asking = [asyncio.create_task(verdict(slow, SLACK.binding)) for _ in range(200)]
    await door.crowded.wait()
    assert (await verdict(other, TELEGRAM.binding)).answer == BOUND
    assert not any(task.done() for task in asking)
    door.opened.set()
    assert {found.answer for found in await asyncio.gather(*asking)} == {BOUND}


async def test_nothing_is_left_behind(loopback: Loopback, http: httpx.AsyncClient) -> None:
    observer, door, ours = LARK.observer(loopback, http), Door(), asyncio.all_tasks()
    loopback.answers[LARK_TOKEN] = [door.answer]
    asking = asyncio.create_task(observer.observe(inquiry(LARK.binding)))
    await door.crowded.wait()
    asking.cancel()
    await asyncio.wait([asking])
    await loopback.hang_up()
    door.opened.set()
    await asyncio.wait_for(_only(ours), 5)


async def _only(tasks: set[asyncio.Task[Any]]) -> None:
    """Wait until no others are left."""
    while others := asyncio.all_tasks() - tasks - {asyncio.current_task()}:
        await asyncio.wait(others)


async def test_no_cookie_goes_from_one_app_to_another(loopback: Loopback, http: httpx.AsyncClient) -> None:
    observer = SLACK.observer(loopback, http)
    loopback.answers[SLACK_AUTH] = [reply(ANSWERS[SLACK_AUTH], Set_Cookie="d=planted; Path=/")]
    for _ in range(2):
        assert (await verdict(observer, SLACK.binding)).answer == BOUND
    assert not any("cookie" in asked.headers for asked in loopback.asked)


async def test_a_request_says_what_it_takes_and_is_not_packed(loopback: Loopback, http: httpx.AsyncClient) -> None:
    await verdict(SLACK.observer(loopback, http), SLACK.binding)
    for asked in loopback.asked:
        assert (asked.headers["accept"], asked.headers["accept-encoding"]) == ("application/json", "identity")


async def test_the_environment_does_not_lead_it_elsewhere(loopback: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    async with http_client() as http:
        assert (await verdict(SLACK.observer(loopback, http), SLACK.binding)).answer == BOUND


async def test_a_certificate_that_nobody_vouches_for_is_refused(http: httpx.AsyncClient, tmp_path: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(self_signed(tmp_path))
    reached = []

    async def serve(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        reached.append(True)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    async with server, ProviderClient("slack", http, pauses=()).exchange() as exchange:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(ObservationFailedError):
            await exchange.ask(Request(method="GET", url=f"https://localhost:{port}/planted"))
    assert reached == []


def self_signed(folder: Path) -> Path:
    """A key for `localhost`, and a certificate that it signed itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = Encoding.PEM
    path = folder / "certificate.pem"
    path.write_bytes(key.private_bytes(pem, PrivateFormat.PKCS8, NoEncryption()) + certificate.public_bytes(pem))
    return path


async def test_the_http_libraries_log_nothing_at_any_level(
    loopback: Loopback, http: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    await verdict(TELEGRAM.observer(loopback, http), TELEGRAM.binding)
    assert loopback.count(TELEGRAM_ME) == 1
    assert {record.name.partition(".")[0] for record in caplog.records} <= {"asyncio"}
    assert logging.getLogger("httpx").level == logging.DEBUG
