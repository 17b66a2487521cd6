"""A lock is held as long as any process holds the file that was opened for it."""

import subprocess
from pathlib import Path

from data.embedded.locks import Lock, Locks


def test_sharers_do_not_exclude_each_other_but_everybody_else(tmp_path: Path) -> None:
    locks = Locks(tmp_path)
    with locks.take(Lock.USERS, shared=True):
        with locks.take(Lock.USERS, shared=True):
            assert locks.try_take(Lock.USERS) is None
        assert not locks.is_free(Lock.USERS)
        assert locks.is_free(Lock.SERVER)
    assert locks.is_free(Lock.USERS)


def test_a_process_that_inherits_a_lock_holds_it_until_it_ends(tmp_path: Path) -> None:
    locks = Locks(tmp_path)
    with locks.take(Lock.SERVER) as lock:
        heir = subprocess.Popen(["cat"], stdin=subprocess.PIPE, pass_fds=[lock.fileno()])
    assert not locks.is_free(Lock.SERVER)
    heir.communicate()
    assert locks.is_free(Lock.SERVER)


def test_the_files_are_closed_to_other_users(tmp_path: Path) -> None:
    Locks(tmp_path)
    assert (tmp_path / "locks").stat().st_mode & 0o777 == 0o700
