"""The files of one database cluster: made once, opened by one server after another."""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from data.embedded.address import DATABASE, PORT, SUPERUSER
from data.embedded.errors import EmbeddedPostgresError
from data.embedded.identity import user_name
from data.embedded.programs import Programs

_LOG_LIMIT = 1024 * 1024

# Given at each start, so that a cluster of an older release follows.
_SETTINGS: Mapping[str, str] = {
    # Only the owner reaches the server: a socket in the 0700 directory of the cluster, named relatively, so that the
    # length of the data directory's path does not matter.
    "listen_addresses": "",
    "port": str(PORT),
    "unix_socket_directories": ".",
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "shared_buffers": "128MB",
    "timezone": "UTC",
    # The server's own events, and no client's statements and values: the client is told of its errors anyway.
    "log_timezone": "UTC",
    "log_min_messages": "log",
    "log_min_error_statement": "panic",
    "log_checkpoints": "off",
}
_VOLATILE_SETTINGS: Mapping[str, str] = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}

_COMPLAINT = re.compile(r"(?:FATAL|PANIC|error): +(.+)")


def cluster_directory(data_dir: Path) -> Path:
    """Where the cluster lies; its socket too."""
    return data_dir / "postgres"


class Cluster:
    """The cluster in `data_dir`. One that is not `durable` may lose its data with the machine: for tests."""

    def __init__(self, data_dir: Path, programs: Programs, *, durable: bool) -> None:
        self.directory = cluster_directory(data_dir)
        self._log_path = data_dir / "postgres.log"
        self._programs = programs
        self._durable = durable
        self._log_start = 0

    def start(self, lock: BinaryIO) -> subprocess.Popen[bytes]:
        """Start `postgres`, which then holds `lock`, the proof that no other server runs here.

        Where there is no cluster it is made first.
        Raises EmbeddedPostgresError where the cluster cannot be made or is not ours to open.
        """
        with self.log() as log:
            if log.tell() > _LOG_LIMIT:
                log.truncate(0)
            self._log_start = log.seek(0, os.SEEK_END)
            if not self.directory.exists():
                self._make(log, lock)
            self._check()
            # Left by a killed server. Its process number may be another's now, which PostgreSQL takes for a server.
            self._pid_file.unlink(missing_ok=True)
            (self.directory / f".s.PGSQL.{PORT}.lock").unlink(missing_ok=True)
            settings = _SETTINGS if self._durable else {**_SETTINGS, **_VOLATILE_SETTINGS}
            options = [f"--{name}={value}" for name, value in settings.items()]
            command = ["postgres", "-D", str(self.directory), *options]
            return self._programs.launch(command, output=log, lock=lock, stdin=subprocess.DEVNULL)

    def is_ready(self) -> bool:
        """Whether the server that was started accepts connections."""
        try:
            lines = self._pid_file.read_text().splitlines()
        except FileNotFoundError:
            return False
        return len(lines) > 7 and lines[7].strip() == "ready"

    def log(self) -> BinaryIO:
        """The log of PostgreSQL and its supervisor, open for more."""
        return self._log_path.open("ab")

    def failure(self, what: str) -> EmbeddedPostgresError:
        """`what` went wrong since `start`, with PostgreSQL's last complaint."""
        said = self._log_path.read_bytes()[self._log_start :].decode(errors="replace")
        complaints = _COMPLAINT.findall(said)
        reason = f": {complaints[-1]}" if complaints else ""
        return EmbeddedPostgresError(f"{what}{reason} (more in {self._log_path})")

    @property
    def _pid_file(self) -> Path:
        return self.directory / "postmaster.pid"

    def _make(self, log: BinaryIO, lock: BinaryIO) -> None:
        new = self.directory.with_name("postgres.new")
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(mode=0o700)
        os.chown(new, *self._programs.identity.owner)
        initdb = ["initdb", "-D", str(new), f"--username={SUPERUSER}", "--encoding=UTF8", "--locale=C"]
        access = ["--auth-local=trust", "--auth-host=reject"]
        self._run([*initdb, *access, "--no-instructions", *([] if self._durable else ["--no-sync"])], b"", log, lock)
        single = ["postgres", "--single", "-D", str(new), "template1"]
        self._run(single, f"CREATE DATABASE {DATABASE}".encode(), log, lock)
        new.rename(self.directory)

    def _run(self, command: list[str], text: bytes, log: BinaryIO, lock: BinaryIO) -> None:
        process = self._programs.launch(command, output=log, lock=lock, stdin=subprocess.PIPE)
        process.communicate(text)
        if process.returncode != 0:
            raise self.failure("the database could not be made")

    def _check(self) -> None:
        owner = self.directory.stat().st_uid
        if owner != self._programs.identity.owner[0]:
            raise EmbeddedPostgresError(
                f"{self.directory} belongs to the user {user_name(owner)}: "
                "run as that user, or choose another data directory"
            )
        try:
            version = (self.directory / "PG_VERSION").read_text().strip()
        except OSError as error:
            raise EmbeddedPostgresError(
                f"{self.directory} is no readable PostgreSQL database: restore it, or choose another data directory"
            ) from error
        if version != self._programs.major:
            raise EmbeddedPostgresError(
                f"{self.directory} was made by PostgreSQL {version} and this is {self._programs.major}: dump it with "
                "the old version and import the dump, or choose another data directory"
            )
