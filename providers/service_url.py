"""Where a service may be reached: encrypted, or on this very machine."""

import ipaddress
import re
from urllib.parse import urlsplit

# A host as the DNS and the HTTP client know it, or an IPv6 address. Another name has an ASCII form too.
_LABEL = "[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?"
_NETLOC = re.compile(rf"(?:[^@]*@)?(?:{_LABEL}(?:\.{_LABEL})*\.?|\[[0-9A-Fa-f:.]+\])(?::[0-9]*)?")
_MOST_CHARACTERS = 2_048


def is_service_url(url: str) -> bool:
    """Whether `url` is an `https:` URL with a host, or an `http:` one whose host is this machine's loopback."""
    # What urlsplit drops without a word, others may read.
    if len(url) > _MOST_CHARACTERS or not url.isprintable() or " " in url:
        return False
    try:
        parts = urlsplit(url)
        _ = parts.port
        if "[" in parts.netloc:
            ipaddress.IPv6Address(parts.hostname or "")
    except ValueError:
        return False
    if not parts.hostname or not _NETLOC.fullmatch(parts.netloc):
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and _is_loopback(parts.hostname))


def _is_loopback(host: str) -> bool:
    """Whether `host`, a name or an address without brackets, is this machine's loopback."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"
