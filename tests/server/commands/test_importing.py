"""`import` and `import-loopx`, as processes."""

import os
import pty
import subprocess
import sys
from pathlib import Path

from data.embedded import Address
from tests.server.commands.asking import at, refused
from tests.server.programs import ROOT, environment, server


def test_a_progress_bar_is_shown_on_a_terminal(module_database: Address, tmp_path: Path) -> None:
    file = tmp_path / "[bold]records.ndjson"
    file.write_text("nonsense\n")
    terminal, end = pty.openpty()
    command = [sys.executable, "-m", "server", "import", str(file)]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=environment(at(module_database.dsn) | {"COLUMNS": "200", "TERM": "xterm"}),
        stdout=subprocess.PIPE,
        stderr=end,
        check=False,
    )
    os.close(end)
    shown = os.read(terminal, 65_536).decode()
    os.close(terminal)
    assert (done.returncode, done.stdout) == (1, b"accepted 0, stale 0, refused 1\n")
    assert "9/9 bytes" in shown
    assert "[bold]records.ndjson:1: is not JSON" in shown.replace("\r\n", "")


def test_a_file_that_is_not_there_stops_the_import_before_it_begins(tmp_path: Path) -> None:
    good = tmp_path / "good.ndjson"
    good.write_text('{"record": "project", "userId": "u", "appId": "a", "id": "p"}')
    for missing, reason in ((tmp_path / "missing", "No such file"), (tmp_path, "Is a directory")):
        refused(server("import", "--data-dir", tmp_path / "data", good, missing), str(missing), reason)
    assert not (tmp_path / "data").exists()


def test_what_is_no_loopx_home_imports_nothing(module_database: Address, tmp_path: Path) -> None:
    done = server("import-loopx", tmp_path, "--user", "ada", settings={"DATABASE_URL": module_database.dsn})
    refused(done, str(tmp_path), code=1)
