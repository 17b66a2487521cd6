"""Where a service may be reached."""

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

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
        "https://[2001:db8::1]:8443/observe",
        "https://chat_service",
        "https://platform.example.",
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
        "https://exä..com",
        "https://platform..example",
        "https://ä.example",
        "https://xn--é",
        "https://。",
        "https://[v1.a]",
        "https://[::1]a",
        "https://[1::2::3]",
        "https://-platform.example",
        "https://" + "a" * 64 + ".example",
        "https://platform.example/" + "a" * 2_048,
    ],
)
def test_nowhere_else(url: str) -> None:
    assert not is_service_url(url)


@given(st.text(alphabet=st.sampled_from("aä.-_[]:1@%/?#。é\u200d"), max_size=12))
def test_what_is_accepted_can_be_asked(tail: str) -> None:
    for url in (f"https://{tail}", f"https://a.{tail}", f"https://{tail}.example/{tail}"):
        if is_service_url(url):
            assert httpx.Request("POST", url).url.host
