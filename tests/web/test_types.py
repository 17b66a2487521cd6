"""The page's types, written as JSDoc, as `tsc --strict` sees them."""

import shutil
import subprocess
from pathlib import Path

from tests.node import installed, node

HERE = Path(__file__).parent
WEB = HERE.parent.parent / "web"


def tsc(folder: Path) -> "subprocess.CompletedProcess[str]":
    program = installed(HERE) / "typescript" / "bin" / "tsc"
    command: list[str | Path] = [
        node(),
        program,
        "--project",
        folder / "tsconfig.json",
        "--noEmit",
        "--checkJs",
        "--strict",
    ]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)


def test_every_module_of_the_page_is_of_sound_types() -> None:
    done = tsc(WEB)
    assert (done.returncode, done.stdout) == (0, "")


def test_a_message_that_one_language_lacks_is_found(tmp_path: Path) -> None:
    shutil.copytree(WEB, tmp_path, dirs_exist_ok=True)
    messages = tmp_path / "messages.js"
    messages.write_text(messages.read_text().replace('  refresh: "刷新",\n', ""))
    assert "Property 'refresh' is missing" in tsc(tmp_path).stdout
