"""A way to a database that can go silent, as one does when a host is cut off: nobody is told anything."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from data.embedded import Address

_SOCKET = ".s.PGSQL.5432"


class Relay:
    """Passes on what comes on each connection to the socket at `path`. After `silence` nothing more is passed on of
    those that are there; later ones are."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._passing: set[asyncio.Task[None]] = set()
        self._open: dict[asyncio.StreamWriter, asyncio.Event] = {}
        self.connections = 0
        """How many there have been."""

    def silence(self) -> None:
        """Pass on nothing more of the connections that are there, which stay open."""
        for passing in self._passing:
            passing.cancel()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, until either side ends it."""
        self.connections += 1
        self._open[writer] = ended = asyncio.Event()
        onward, back = await asyncio.open_unix_connection(self._path)
        passing = {asyncio.create_task(_pass_on(*way)) for way in ((reader, back), (onward, writer))}
        self._passing |= passing
        await asyncio.wait(passing)
        self._passing -= passing
        while await reader.read(65_536):
            """What comes on a silent one is lost."""
        writer.close()
        back.close()
        del self._open[writer]
        ended.set()

    async def end(self) -> None:
        """End all connections."""
        ended = list(self._open.values())
        for writer in self._open:
            writer.close()
        self.silence()
        for one in ended:
            await one.wait()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while piece := await reader.read(65_536):
            writer.write(piece)
            await writer.drain()
        writer.write_eof()


@asynccontextmanager
async def relayed(address: Address) -> AsyncIterator[tuple[Relay, Address]]:
    """A relay to the database at `address`, and its own address, for the length of the block."""
    with TemporaryDirectory(prefix="relay-") as directory:
        relay = Relay(Path(address.socket_directory, _SOCKET))
        server = await asyncio.start_unix_server(relay.serve, Path(directory, _SOCKET))
        try:
            yield relay, replace(address, socket_directory=directory)
        finally:
            server.close()
            await relay.end()
