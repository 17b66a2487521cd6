"""What the browser is told about an answer: what it may load, and how long it may keep it."""

from starlette.responses import Response

SELF_ONLY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "connect-src": "'self'",
    "img-src": "'self'",
    "font-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
"""A Content-Security-Policy: this server's own files and nothing else."""

_FOR_EVER = "public, max-age=31536000, immutable"


def html_answer(document: str, **directives: str) -> Response:
    """A document that is asked for anew each time, with `directives` over those of SELF_ONLY (`style_src` for
    `style-src`)."""
    return _answer(document.encode(), "text/html; charset=utf-8", "no-store", 200, **directives)


def text_answer(line: str, status: int) -> Response:
    """One line for a person."""
    return _answer(f"{line}\n".encode(), "text/plain; charset=utf-8", "no-store", status)


def asset_answer(content: bytes, media_type: str) -> Response:
    """A file at an address that only it has."""
    return _answer(content, media_type, _FOR_EVER, 200)


def _answer(content: bytes, media_type: str, cache_control: str, status: int, **directives: str) -> Response:
    policy = SELF_ONLY | {name.replace("_", "-"): sources for name, sources in directives.items()}
    headers = {
        "Content-Type": media_type,
        "Cache-Control": cache_control,
        "Content-Security-Policy": "; ".join(f"{name} {sources}" for name, sources in policy.items()),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
    }
    return Response(content, status, headers)
