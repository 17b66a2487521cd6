"""What is written to a client, and how long they may take to read it."""

import asyncio

WRITE_SECONDS = 20.0
"""How long a client may take to read the next 64 KiB of what is written, or the rest."""
_LEAST_READ_BYTES = 64 * 1024


class Output:
    """The writing side of a connection. Its protocol tells when the client does not read, reads again, and has left."""

    __slots__ = ("_loop", "_room", "_timer", "_transport", "_unread_bytes")

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._room: asyncio.Event | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._unread_bytes = 0

    # ------------------------------------------------------------------------------------------ for who writes
    @property
    def is_full(self) -> bool:
        """Whether the client has to read before more is written."""
        return self._room is not None

    async def room(self) -> None:
        """Wait until it has."""
        if self._room is not None:
            await self._room.wait()

    def write(self, *pieces: bytes) -> None:
        """Write, if anybody may still read it: the loop would raise, and a client that leaves is no error of ours."""
        if not self._transport.is_closing():
            self._transport.writelines(pieces)

    def close(self) -> None:
        """Close the connection when everything is written, which the client has to read in time."""
        self._transport.close()
        if self._transport.get_write_buffer_size():
            self._start_timer()

    # ------------------------------------------------------------------------------------------ for the protocol
    def fill(self) -> None:
        """The client does not read."""
        self._room = asyncio.Event()
        self._start_timer()

    def drain(self) -> None:
        """The client reads."""
        self._tell()
        if not self._transport.is_closing():
            self._stop_timer()

    def end(self) -> None:
        """The client has left: nobody waits for them any more."""
        self._tell()
        self._stop_timer()

    # ------------------------------------------------------------------------------------------ inside
    def _tell(self) -> None:
        if self._room is not None:
            self._room.set()
            self._room = None

    def _start_timer(self) -> None:
        if self._timer is None:
            self._unread_bytes = self._transport.get_write_buffer_size()
            self._timer = self._loop.call_later(WRITE_SECONDS, self._look)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        """Let go of a client who reads nothing, or next to nothing."""
        self._timer = None
        if self._transport.get_write_buffer_size() > self._unread_bytes - _LEAST_READ_BYTES:
            self._transport.abort()
        else:
            self._start_timer()
