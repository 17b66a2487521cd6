"""`make` on a machine where not everything works."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# Debian without its package python3-venv: the interpreter is linked, then there is no pip to install.
HALF_A_VENV = """#!/bin/sh
mkdir -p .venv/bin && ln -s /bin/true .venv/bin/python
echo "no ensurepip" >&2
exit 1
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "requirements").mkdir()
    for name in ("up", "dev", "bench"):
        (tmp_path / "requirements" / f"{name}.txt").touch()
    return tmp_path


@pytest.mark.parametrize("target", ["run", "test", "lint", "schema", "explorer", "setup"])
def test_a_venv_that_could_not_be_made_is_not_taken_for_one_next_time(checkout: Path, target: str) -> None:
    python = checkout / "python"
    python.write_text(HALF_A_VENV)
    python.chmod(0o755)
    for _ in range(2):
        command = ["make", target, f"PYTHON={python}"]
        done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert "no ensurepip" in done.stderr
        assert not (checkout / ".venv").exists()
