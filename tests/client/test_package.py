"""What the package exports, draws and takes to import."""

import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import session_directory_client as client
from session_directory_client import SessionDirectoryError

ROOT = Path(__file__).parents[2]


def tree(error: type[Exception], depth: int = 0) -> list[tuple[int, str]]:
    below = [line for one in error.__subclasses__() for line in tree(one, depth + 1)]
    return [(depth, error.__name__), *below]


def test_the_docstring_draws_the_exceptions_as_they_are() -> None:
    drawn = [
        (len(line[1]) // 4, line[2])
        for line in re.finditer(r"^    ((?:[│├└─ ]{4})*)(\w+Error)\b", str(client.__doc__), re.MULTILINE)
    ]
    assert sorted(drawn) == sorted(tree(SessionDirectoryError))
    assert drawn[0] == (0, "SessionDirectoryError")


def test_exactly_what_is_listed_is_exported() -> None:
    public = {name for name, value in vars(client).items() if not name.startswith("_") and not inspect.ismodule(value)}
    assert public == set(client.__all__)
    assert len(client.__all__) == len(set(client.__all__))


@pytest.mark.parametrize("name", client.__all__)
def test_what_is_exported_says_what_it_is(name: str) -> None:
    value = getattr(client, name)
    if inspect.isclass(value) or inspect.isfunction(value):
        assert inspect.getdoc(value)


def test_importing_it_leaves_asyncio_to_those_who_need_it() -> None:
    """It would be a quarter of the import time."""
    code = "import sys, session_directory_client; sys.exit('asyncio' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, env={"PYTHONPATH": str(ROOT / "client")})
