"""The application runs from its checkout or image; it is not a library."""

import importlib.metadata
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROOMS = {"schema", "resolvers", "providers", "data", "server", "bench", "tests"}


def test_nothing_of_the_application_stands_in_site_packages() -> None:
    installed = importlib.metadata.packages_distributions()
    assert not ROOMS & installed.keys()


def test_a_wheel_of_the_project_holds_no_package(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    for name in ("pyproject.toml", "README.md"):
        (source / name).write_bytes((ROOT / name).read_bytes())
    for room in ROOMS:
        (source / room).mkdir()
        (source / room / "__init__.py").touch()
    build = "import setuptools.build_meta as b, sys; b.build_wheel(sys.argv[1])"
    subprocess.run([sys.executable, "-c", build, tmp_path], cwd=source, check=True, capture_output=True)
    [wheel] = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert names
    assert all(name.partition("/")[0].endswith(".dist-info") for name in names)


def test_the_lock_files_are_hashed_and_name_no_registry() -> None:
    locks = sorted((ROOT / "requirements").glob("*.txt"))
    assert [lock.name for lock in locks] == ["bench.txt", "dev.txt", "otel.txt", "serve.txt", "up.txt"]
    for lock in locks:
        text = lock.read_text()
        assert "://" not in text
        assert not re.search(r"^--(index|extra-index|find-links)", text, re.MULTILINE)
        blocks = re.findall(r"^[a-z0-9][^\n]*(?:\n    --hash[^\n]*)*", text, re.MULTILINE | re.IGNORECASE)
        assert blocks
        assert all("--hash=sha256:" in block for block in blocks)


def test_the_lock_files_of_npm_are_hashed_and_name_no_registry() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "*package-lock.json"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    locks = listed.stdout.split()
    assert "server/page/graphiql/package-lock.json" in locks
    for lock in locks:
        packages = json.loads((ROOT / lock).read_text())["packages"]
        assert all("resolved" not in package for package in packages.values())
        assert all("integrity" in package for name, package in packages.items() if name)


def test_make_help_lists_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text()
    phony = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert phony
    listed = subprocess.run(
        ["make", "--no-print-directory", "help"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    assert set(phony[1].split()) == {line.split()[1] for line in listed.splitlines()}
