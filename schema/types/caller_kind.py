"""The enum `CallerKind`."""

from resolvers.records import CallerKind
from schema.declaration import describe

__all__ = ["CallerKind"]

describe(
    CallerKind,
    "What a token makes of its bearer.",
    PERSON="A person, with all of their sessions in one app. The token may name a current project.",
    RUN="A run of an agent, for as long as its lease lasts. Its current project is that of its session.",
    PUBLISHER="A back end of a platform. It publishes for its app and reads nothing.",
)
