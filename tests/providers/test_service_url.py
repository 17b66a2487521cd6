"""Where a service may be reached."""

import pytest

from providers.service_url import is_service_url


@pytest.mark.parametrize(
    "url",
    [
        "https://open.larksuite.com",
        "https://platform.example:8443/observe?tenant=1",
        "HTTPS://platform.example",
        "http://127.0.0.1",
        "http://127.8.8.8:8000/x",
        "http://localhost:8000",
        "http://LOCALHOST",
        "http://[::1]:8000/",
    ],
)
def test_encrypted_or_on_this_machine(url: str) -> None:
    assert is_service_url(url)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "platform.example",
        "//platform.example",
        "http://platform.example",
        "http://0.0.0.0",
        "http://10.0.0.1",
        "http://[::]",
        "http://localhost.example",
        "http://127.0.0.1.example",
        "http://127.0.0.1@platform.example",
        "http://127.0.0.1\\@platform.example",
        "http://127.1",
        "ftp://127.0.0.1",
        "file:///etc/passwd",
        "https://",
        "https:///path",
        "https://[::1",
        "https://platform.example:port",
        "https://platform.example:99999",
        "https://platform.example/a b",
        "https://platform.example/\n",
        "https://platform\t.example",
    ],
)
def test_nowhere_else(url: str) -> None:
    assert not is_service_url(url)
