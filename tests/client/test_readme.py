"""The examples of the client's README, one after the other, against the demonstration."""

import re
import subprocess
import sys
from pathlib import Path

from tests.server.tokens import token

ROOT = Path(__file__).parents[2]
README = (ROOT / "client/README.md").read_text()


def test_the_examples_run(demonstration: str) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 6
    environment = {
        "PYTHONPATH": str(ROOT / "client"),
        "PYTHONUTF8": "1",
        "SESSION_DIRECTORY_TOKEN": token(sub="mina", app="workbench", project="website"),
        "SESSION_DIRECTORY_PUBLISHER_TOKEN": token(sub="platform", app="workbench", scope="sessions:publish"),
    }
    code = "\n".join(blocks).replace("http://127.0.0.1:8000", demonstration)
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines()
    assert any(line.startswith("continue ") for line in lines)
    assert "mina" in lines
    assert "1 stored" in lines
    assert lines[-2:] == [
        "已查看会话历史 · 返回 10 个",
        "offset must be a whole number from 0 to 1000000, such as 10.",
    ]


def test_every_exception_and_name_of_the_readme_is_exported() -> None:
    import session_directory_client as client

    named = set(re.findall(r"`([A-Z]\w+(?:Error|SESSIONS?|Directory))\b", README))
    assert named
    assert named <= set(client.__all__)
