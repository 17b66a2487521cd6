"""Who PostgreSQL runs as.

It refuses to run as root, and `initdb` refuses a user without a passwd entry. Both then run in a user namespace of
their own, where the invoking user goes by another number; the files stay the invoking user's, and nothing of the system
changes. Where namespaces are forbidden, as in many containers, root hands the server to an unprivileged account.
"""

import ctypes
import os
import pwd
import struct
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

_CLONE_NEWUSER = 0x10000000
_PR_SET_KEEPCAPS = 8
_PR_CAP_AMBIENT = 47
_PR_CAP_AMBIENT_RAISE = 2
_CAPABILITY_VERSION_3 = 0x20080522
_CAP_DAC_OVERRIDE = 1

_STAND_INS = ("postgres", "nobody")


@dataclass(frozen=True, slots=True)
class Identity:
    """A way to run PostgreSQL's programs.

    `owner` is the user and the group of the database's files. `enter` turns the process that calls it, a fresh child
    with one thread, into that identity, and raises OSError where it cannot.
    """

    owner: tuple[int, int]
    enter: Callable[[], None]


def identities() -> list[Identity]:
    """The identities to try for the invoking user, best first."""
    uid, gid = os.geteuid(), os.getegid()
    if uid != 0 and _is_known(uid):
        return [Identity((uid, gid), lambda: None)]
    found = {entry.pw_name: entry for entry in pwd.getpwall()}
    stand_in = next((found[name] for name in _STAND_INS if name in found), None)
    if stand_in is None:
        return []
    renamed = Identity((uid, gid), partial(_rename, uid, gid, stand_in))
    account = Identity((stand_in.pw_uid, stand_in.pw_gid), partial(_become, stand_in))
    return [renamed, account] if uid == 0 else [renamed]


def _rename(uid: int, gid: int, stand_in: pwd.struct_passwd) -> None:
    """Enter a user namespace in which user `uid` and group `gid` have the numbers of `stand_in`."""
    _call("unshare", _CLONE_NEWUSER)
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{stand_in.pw_uid} {uid} 1")
    Path("/proc/self/gid_map").write_text(f"{stand_in.pw_gid} {gid} 1")


def _become(account: pwd.struct_passwd) -> None:
    """Change from root to `account`, but keep root's way into closed folders (CAP_DAC_OVERRIDE): the binaries and the
    data may lie below a 0700 home."""
    _call("prctl", _PR_SET_KEEPCAPS, 1, 0, 0, 0)
    os.setgroups([])
    os.setgid(account.pw_gid)
    os.setuid(account.pw_uid)
    kept = 1 << _CAP_DAC_OVERRIDE
    _call("capset", struct.pack("Ii", _CAPABILITY_VERSION_3, 0), struct.pack("6I", kept, kept, kept, 0, 0, 0))
    _call("prctl", _PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE, _CAP_DAC_OVERRIDE, 0, 0)


def user_name(uid: int) -> str:
    """The name of user `uid`, or its number where it has none."""
    return pwd.getpwuid(uid).pw_name if _is_known(uid) else str(uid)


def _is_known(uid: int) -> bool:
    try:
        pwd.getpwuid(uid)
    except KeyError:
        return False
    return True


def _call(function: str, *arguments: int | bytes) -> None:
    if getattr(ctypes.CDLL(None, use_errno=True), function)(*arguments) != 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{function}: {os.strerror(error)}")
