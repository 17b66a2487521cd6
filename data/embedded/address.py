"""Where clients reach the embedded server."""

import socket
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self
from urllib.parse import quote

DATABASE = "directory"
SUPERUSER = "directory"
PORT = 5432

_SOCKET = f".s.PGSQL.{PORT}"

# sockaddr_un.sun_path holds 108 bytes on Linux and 104 elsewhere, with the final NUL.
_SOCKET_PATH_LIMIT = 103


@dataclass(frozen=True, slots=True)
class Address:
    """A database of the embedded server, as clients name it. `socket_directory` needs no escaping in a URL."""

    socket_directory: str
    database: str = DATABASE

    @property
    def dsn(self) -> str:
        """A URL for asyncpg; for SQLAlchemy only the scheme differs. Nothing of the environment (PGPORT) changes it."""
        return f"postgresql://{SUPERUSER}@/{self.database}?host={self.socket_directory}&port={PORT}"

    def answers(self) -> bool:
        """Whether a server listens there."""
        with socket.socket(socket.AF_UNIX) as probe:
            try:
                probe.connect(f"{self.socket_directory}/{_SOCKET}")
            except (ConnectionRefusedError, FileNotFoundError):
                return False
        return True

    def with_database(self, name: str) -> Self:
        """The same server, another database."""
        return replace(self, database=name)


def plain_socket_directory(directory: Path) -> str | None:
    """`directory`, if a socket's address can hold it and no client trips over its characters, else None."""
    path = str(directory)
    fits = len(f"{path}/{_SOCKET}") <= _SOCKET_PATH_LIMIT
    return path if fits and quote(path) == path else None
