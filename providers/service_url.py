"""Where a service may be reached: encrypted, or on this very machine."""

import ipaddress
from urllib.parse import urlsplit


def is_service_url(url: str) -> bool:
    """Whether `url` is an `https:` URL with a host, or an `http:` one whose host is this machine's loopback."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return False
    # What urlsplit drops without a word, others may read.
    if not parts.hostname or not url.isprintable() or " " in url:
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and _is_loopback(parts.hostname))


def _is_loopback(host: str) -> bool:
    """Whether `host`, a name or an address without brackets, is this machine's loopback."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"
