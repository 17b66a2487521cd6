"""The peers' packages."""

import json
from pathlib import Path

PEERS = Path(__file__).parents[2] / "bench" / "peers"


def test_every_package_of_the_peers_is_hashed_and_no_registry_is_named() -> None:
    packages = json.loads((PEERS / "package-lock.json").read_text())["packages"]
    locked = {name: package for name, package in packages.items() if name}
    assert len(locked) > 100
    assert all(package["integrity"].startswith("sha512-") for package in locked.values())
    assert not any("resolved" in package for package in packages.values())


def test_the_lock_file_is_that_of_the_package_file() -> None:
    wanted = json.loads((PEERS / "package.json").read_text())["dependencies"]
    assert json.loads((PEERS / "package-lock.json").read_text())["packages"][""]["dependencies"] == wanted
