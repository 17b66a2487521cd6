"""A transport on which nothing is said to a client who has left."""

import asyncio


class QuietTransport(asyncio.Transport):
    """As much of a transport as an answer needs. What is written when it is closing goes nowhere: the loop would raise,
    and a client that leaves is no error of ours."""

    def __init__(self, transport: asyncio.Transport) -> None:
        super().__init__()
        self._transport = transport

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Write, if anybody may still read it."""
        if not self._transport.is_closing():
            self._transport.write(data)

    def is_closing(self) -> bool:
        """Whether it is closing, or closed."""
        return self._transport.is_closing()

    def close(self) -> None:
        """Close it when everything is written."""
        self._transport.close()

    def abort(self) -> None:
        """Close it at once."""
        self._transport.abort()
