"""The servers that are measured, and their end."""

import os
import sys

import pytest

from bench.process import StartError, running

LISTENING = "print('listening on http://127.0.0.1:4321', flush=True)"
SLEEP = "import time; time.sleep(600)"


def python(*lines: str) -> tuple[str, ...]:
    return (sys.executable, "-c", "\n".join(lines))


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_server_runs_for_the_length_of_the_block() -> None:
    with running(python(LISTENING, SLEEP), {}) as process:
        assert process.port == 4321
        assert lives(process.pid)
        assert process.rss_mib > 1
        assert process.cpu_seconds >= 0
    assert not lives(process.pid)


def test_a_server_is_ended_when_the_block_fails() -> None:
    with pytest.raises(ZeroDivisionError), running(python(LISTENING, SLEEP), {}) as process:
        _ = 1 / 0
    assert not lives(process.pid)


def test_the_memory_of_children_counts() -> None:
    child = f"import subprocess, sys; child = subprocess.Popen([sys.executable, '-c', {SLEEP!r}])"
    end = "import signal; signal.signal(signal.SIGTERM, lambda *_: (child.kill(), child.wait(), sys.exit()))"
    with running(python(LISTENING, SLEEP), {}) as alone:
        without = alone.rss_mib
    with running(python(child, end, LISTENING, SLEEP), {}) as process:
        assert process.rss_mib > without * 1.2


def test_a_server_that_does_not_start_says_why() -> None:
    with (
        pytest.raises(StartError, match=r"did not start:.*no such luck"),
        running(python("import sys; sys.exit('no such luck')"), {}),
    ):
        pass


def test_a_server_has_no_settings_but_those_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIRECTORY_ALLOWED_HOSTS", "elsewhere")
    monkeypatch.setenv("DATABASE_URL", "postgresql://elsewhere")
    told = "import os, sys; sys.exit(str(sorted(n for n in os.environ if n.startswith(('DIRECTORY_', 'DATABASE')))))"
    with pytest.raises(StartError, match=r"\['DATABASE_URL'\]"), running(python(told), {"DATABASE_URL": "here"}):
        pass
