"""The enum `SessionScope`."""

from resolvers.listing import SessionScope
from schema.declaration import describe

__all__ = ["SessionScope"]

describe(
    SessionScope,
    "Which sessions are listed. Both scopes list the same person's sessions in the same app, and in the same order.",
    PROJECT="The current project, complete: without `first` every session comes, or the refusal PROJECT_TOO_LARGE.",
    ALL="The whole history in this app, all projects together, at most 10 sessions a page.",
)
