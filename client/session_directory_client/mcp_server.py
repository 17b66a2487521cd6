"""The command `session-directory-mcp`, which hosts of agents start."""

import os
import signal
import socket
import sys
from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Mapping, Sequence
from importlib.util import find_spec

from session_directory_client.session_directory import SessionDirectory

DEFAULT_PORT = 8765

_EPILOG = """\
environment:
  SESSION_DIRECTORY_URL    address of the directory, such as https://directory.example
  SESSION_DIRECTORY_TOKEN  bearer token of the user; not with --http, where each request brings its own
                           (Authorization: Bearer TOKEN)
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until standard input ends, and return the exit code, or until a signal ends the process. Wrong usage is
    SystemExit, 2."""
    parser = _parser()
    chosen = parser.parse_args(arguments)
    if chosen.port is not None and not chosen.http:
        parser.error("--port goes with --http")
    if find_spec("mcp") is None:
        parser.error("the package needs its extra: pip install 'session-directory-client[mcp]'")
    try:
        url = _variable(os.environ, "SESSION_DIRECTORY_URL")
        token = None if chosen.http else _variable(os.environ, "SESSION_DIRECTORY_TOKEN")
        # Whatever keeps a client from being made is told now, and not to an agent.
        SessionDirectory(url, "none-yet" if token is None else token).close()
    except ValueError as error:
        parser.error(str(error))
    except (ImportError, OSError) as error:
        parser.error(f"the environment's proxy or certificates cannot be used: {error}")
    # Python's own way would wait for the next line of standard input.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        if token is None:
            _serve_http(url, chosen.port)
        else:
            _serve_stdio(url, token)
    except OSError as error:
        parser.error(f"cannot serve: {error.strerror}")
    return 0


def _serve_stdio(url: str, token: str) -> None:
    import asyncio

    from session_directory_client import mcp_stdio

    asyncio.run(mcp_stdio.serve(url, token))


def _serve_http(url: str, port: int | None) -> None:
    from session_directory_client import mcp_http

    with socket.create_server((mcp_http.HOST, DEFAULT_PORT if port is None else port)) as listener:
        sys.stdout.write(f"listening on {mcp_http.address(listener)}\n")
        sys.stdout.flush()
        mcp_http.serve(url, listener)


def _variable(environ: Mapping[str, str], name: str) -> str:
    """ValueError where it is missing."""
    if not environ.get(name):
        raise ValueError(f"set {name} (see --help)")
    return environ[name]


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="session-directory-mcp",
        description="Offer a user's sessions to an agent: the Model Context Protocol on standard input and output.",
        epilog=_EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--http", action="store_true", help="streamable HTTP on 127.0.0.1 instead")
    parser.add_argument("--port", type=_port, metavar="N", help=f"with --http: {DEFAULT_PORT} by default, 0 for any")
    return parser


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or int(text) > 65_535:
        raise ArgumentTypeError("must be a whole number from 0 to 65535")
    return int(text)
